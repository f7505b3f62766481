import type { Actor } from '../../../domain/event.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { type Person, personKey, type Queryable, type SignInDependencies } from '../sign-in/dependencies.ts'
import { invitationHours, invitationMail, mailTo } from '../sign-in/mails.ts'
import { tooMany } from '../sign-in/throttle.ts'
import { appendFact } from './fact.ts'
import { changeLink, makeResetToken, suffixOf } from './reset.ts'

/** Mails with a link by which somebody new sets their own password. */
export const invitations = (
  dependencies: Pick<SignInDependencies, 'pool' | 'log' | 'now' | 'queueMail' | 'publicUrl' | 'throttle'>,
) => {
  const { pool, queueMail, publicUrl, throttle } = dependencies

  /** Queues the mail and makes its link, in one transaction with what the caller does. */
  const invite = async (person: Omit<Person, 'status'>, client: Queryable): Promise<void> => {
    const { type, name } = person
    const token = await makeResetToken(client, person, invitationHours)
    const again = `${publicUrl()}/auth/forgot-password${suffixOf(type)}`
    await queueMail(client, invitationMail(mailTo(person), name, changeLink(publicUrl(), type, token), again))
  }

  /** The same again, asked for by somebody. @throws Rejected rule for somebody inactive, throttled */
  const inviteAgain = async (person: Person, actor: Actor): Promise<bigint> => {
    if (person.status !== 'active') throw new Rejected('Only somebody active can be invited.')
    await inTransaction(pool, async (client) => {
      const seconds = await throttle.take('reset-mail', personKey(person), client)
      if (seconds > 0) throw tooMany(seconds)
      await invite(person, client)
    })
    return appendFact(dependencies, person, 'Invited', actor)
  }

  return { invite, inviteAgain }
}
