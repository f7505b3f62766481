import { randomUUID } from 'node:crypto'
import { isMailAddress } from '../../../domain/fields/address.ts'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { maskAddress } from '../../../platform/mail/address.ts'
import type { Dispatch } from '../../command.ts'
import { codeOver, codeRefused } from '../sign-in/code-refusal.ts'
import { challenges } from '../sign-in/challenge.ts'
import { credentials } from './credential.ts'
import { resourceOf } from './fact.ts'
import type { Person, SignInDependencies } from '../sign-in/dependencies.ts'
import type { SignInFlow } from '../sign-in/flow.ts'
import type { Source } from '../sign-in/known.ts'
import { endMailed } from '../sessions/ending.ts'
import { addressChangedMail, mailTo, newAddressMail } from '../sign-in/mails.ts'
import { tooMany } from '../sign-in/throttle.ts'

export type OwnPasswordChange = {
  oldPassword: string
  newPassword: string
  newPasswordConfirm: string
  address: string
}

/** What a signed-in person changes about their own way in (A13, A14). */
export const ownChanges = (dependencies: SignInDependencies, dispatch: Dispatch, { checkOwnPassword }: SignInFlow) => {
  const { pool, people, queueMail } = dependencies
  const { setPassword } = credentials(dependencies)
  const { open, find, answer } = challenges(dependencies)

  const changeOwnPassword = async (person: Person, change: OwnPasswordChange): Promise<bigint> => {
    if (change.newPassword !== change.newPasswordConfirm) {
      rejectFields([fieldProblem('newPasswordConfirm', 'same', "Password and Confirm Password didn't match.")])
    }
    const wrong = fieldProblem('oldPassword', 'wrong', 'The old password is not right')
    await checkOwnPassword(person, { password: change.oldPassword, address: change.address }, wrong)
    return setPassword({
      person,
      password: change.newPassword,
      method: 'own',
      actor: { type: person.type, id: person.id },
      field: 'newPassword',
    })
  }

  /** Mails a code to the new address; it comes into force with `finishEmailChange`. @throws Rejected validation, taken, throttled; Busy */
  const startEmailChange = async (person: Person, asked: Source & { email: string; password: string }) => {
    const email = asked.email.trim()
    if (!isMailAddress(email)) rejectFields([fieldProblem('email', 'format', 'Email is not valid')])
    await checkOwnPassword(person, asked)
    if (email === person.email) rejectFields([fieldProblem('email', 'same', 'This is your e-mail address already')])
    const holder = await people.byEmail(person.type, email)
    if (holder && holder.id !== person.id)
      throw new Rejected('E-mail is already taken.', 'taken', {
        problems: [fieldProblem('email', 'taken', 'E-mail is already taken.')],
      })
    const mailOf = (code: string) => newAddressMail({ ...mailTo(person), to: email }, code)
    const opened = await open({ person, purpose: 'e-mail', source: asked, newEmail: email }, mailOf)
    if ('seconds' in opened) throw tooMany(opened.seconds)
    return { challenge: opened.token, maskedEmail: maskAddress(email) }
  }

  /** The code from the new address makes it the person's own; the old address is told. @throws Rejected validation, taken, throttled */
  const finishEmailChange = async (
    person: Person,
    { challenge, otp, ...source }: Source & { challenge: string; otp: string },
  ): Promise<bigint | null> => {
    const found = await find(challenge)
    // A challenge of somebody else is not even tried.
    if (found?.type !== person.type || found.id !== person.id) throw codeOver('e-mail')
    const answered = await answer(challenge, 'e-mail', { typed: otp, source })
    if (answered.kind !== 'right') throw codeRefused(answered, 'e-mail')
    if (answered.email === null) throw codeOver('e-mail')
    const outcome = await dispatch({
      resource: resourceOf(person.type),
      verb: 'edit',
      id: person.id,
      sent: { email: answered.email },
      actor: { type: person.type, id: person.id },
      perms: null,
      commandId: randomUUID(),
      isFirstTry: true,
    })
    if (outcome.position !== null)
      await inTransaction(pool, async (client) => {
        // What went to the old address opens nothing any more.
        await endMailed(client, person)
        await queueMail(client, addressChangedMail(mailTo(person)))
      })
    return outcome.position
  }

  return { changeOwnPassword, startEmailChange, finishEmailChange }
}
