import { fieldProblem, rejectFields } from '../../../domain/rejected.ts'
import { fold } from '../../../domain/evolve.ts'
import { isPersonType, type PersonType } from '../../../domain/person.ts'
import { textOf } from '../../../domain/json.ts'
import type { Command, Dispatch } from '../../command.ts'
import { loadRecord } from '../../record.ts'
import { refusedBy } from '../../refusal.ts'
import { endMailed, type endings, type EndReason } from '../sessions/ending.ts'
import type { SignInDependencies } from '../sign-in/dependencies.ts'
import { addressChangedMail } from '../sign-in/mails.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import type { credentials } from './credential.ts'

type Values = Readonly<Record<string, unknown>>

const endsBy: Readonly<Record<string, EndReason>> = { deactivate: 'deactivated', delete: 'deleted' }
const endsAfter: Readonly<Record<string, EndReason>> = { inactive: 'deactivated', deleted: 'deleted' }

const isOwn = ({ resource, id, actor, perms }: Command) =>
  perms !== null && actor.type === resource.name && actor.id === id

/** What belongs to the profile, where the old password is asked for (A14, RST-6). */
const checkOwn = ({ password }: Command, mail: string, before: Values, after: Values) => {
  const isMoved = textOf(after[mail]).toLowerCase() !== textOf(before[mail]).toLowerCase()
  const problems = [
    ...(isMoved
      ? [fieldProblem(mail, 'unconfirmed', 'Confirm the new address with your password and a code first')]
      : []),
    ...(password === undefined ? [] : [fieldProblem('password', 'own', 'Change your own password on your profile')]),
  ]
  if (problems.length > 0) rejectFields(problems)
}

type Parts = Pick<SignInDependencies, 'pool' | 'log' | 'queueMail'> &
  Pick<ReturnType<typeof credentials>, 'checkPassword' | 'setPassword'> &
  Pick<ReturnType<typeof endings>, 'endSignIns'>

/**
 * A dispatch that does what else a change of somebody who signs in asks for: the password is checked first and kept after,
 * sign-ins end with whoever is put away, and the old address is told of a new one.
 */
export const peopleDispatch = (parts: Parts, dispatch: Dispatch): Dispatch => {
  const { pool, log, queueMail, checkPassword, setPassword, endSignIns } = parts

  const tellNewAddress = (type: PersonType, id: number, old: string) =>
    inTransaction(pool, async (client) => {
      // What went to the old address opens nothing any more.
      await endMailed(client, { type, id })
      await queueMail(client, addressChangedMail({ to: old, person: { type, id } }))
    })

  /** What was said before a command; of one that is tried again, before what an earlier try may have written. */
  const valuesBefore = async ({ resource, commandId, isFirstTry }: Command, id: number): Promise<Values> => {
    const { state, events } = await loadRecord(log, resource, id, isFirstTry === true ? null : 0)
    const written = events.findIndex(({ meta }) => meta.commandId === commandId)
    return (written < 0 ? state : fold(resource, id, events.slice(0, written))).values
  }

  return async (command) => {
    const { password, refusal, ...plain } = command
    const { resource, verb, id, sent = {}, actor } = command
    const { signsIn, name: type } = resource
    if (!signsIn || !isPersonType(type) || command.isDryRun)
      return dispatch({ ...plain, ...(refusal ? { refusal } : {}) })
    const isEdit = verb === 'edit' && id !== undefined
    const isTouched = password !== undefined || Object.hasOwn(sent, signsIn.mail)
    const isRevert = verb === 'revert' && id !== undefined
    const before: Values = (isEdit && isTouched) || isRevert ? await valuesBefore(command, id) : {}
    const after = { ...before, ...sent }
    const isOwnEdit = isEdit && isTouched && isOwn(command)
    const names = [textOf(after[signsIn.by]), textOf(after[signsIn.mail])]
    const checks = [
      () => isOwnEdit && checkOwn(command, signsIn.mail, before, after),
      () => password !== undefined && !isOwnEdit && checkPassword(names, password),
    ]
    const outcome = await dispatch({ ...plain, ...(await refusedBy(checks, refusal)) })
    const { values, status } = outcome.state
    const [name, email] = [textOf(values[signsIn.by]), textOf(values[signsIn.mail])]
    const reason = isRevert ? endsAfter[status] : endsBy[verb]
    // Also when it was so already: an earlier try may have been cut off between the two.
    if (reason) await endSignIns(type, outcome.id, reason, actor.type === 'user' ? Number(actor.id) : undefined)
    const old = textOf(before[signsIn.mail])
    if ((isEdit || isRevert) && old !== '' && old !== email) await tellNewAddress(type, outcome.id, old)
    if (password !== undefined) {
      const person = { type, id: outcome.id, status, name, email }
      const position = await setPassword({ person, password, method: 'staff', actor, isQuiet: verb === 'create' })
      return { ...outcome, position, version: outcome.version + 1, isRevertible: false }
    }
    return outcome
  }
}
