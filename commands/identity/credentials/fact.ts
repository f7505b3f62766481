import { randomUUID } from 'node:crypto'
import type { Actor, DecidedEvent } from '../../../domain/event.ts'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import type { Resource } from '../../../domain/resource.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { user } from '../../../domain/resources/user.ts'
import type { CredentialFact } from '../../../domain/sign-in.ts'
import { loadRecord } from '../../record.ts'
import { isMoved, retryOnConflict } from '../../retry.ts'
import type { SignInDependencies } from '../sign-in/dependencies.ts'

/** The declaration of a population. */
export const resourceOf = (type: PersonType): Resource => (type === 'user' ? user : employee)

/** Writes what happened to the credentials of a person into their own stream; answers its position. */
export const appendFact = async (
  { log, now }: Pick<SignInDependencies, 'log' | 'now'>,
  { type, id }: PersonActor,
  fact: CredentialFact,
  actor: Actor,
  data: DecidedEvent['data'] = {},
): Promise<bigint> => {
  const commandId = randomUUID()
  const event = { type: `${type === 'user' ? 'User' : 'Employee'}${fact}`, data }
  return retryOnConflict(isMoved, async () => {
    const { head } = await loadRecord(log, resourceOf(type), id)
    const about = { commandId, now: now().toISOString(), actor, correlationId: commandId }
    return (await log.append(head, [event], about)).position
  })
}
