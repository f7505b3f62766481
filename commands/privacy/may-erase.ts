import { randomUUID } from 'node:crypto'
import type { PersonActor } from '../../domain/person.ts'
import { noSuchRecord, Rejected } from '../../domain/rejected.ts'
import { type RecordState, type Resource, valuesOf } from '../../domain/resource.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import type { Log } from '../../event-store/log.ts'
import type { Dispatch } from '../command.ts'
import { loadRecord } from '../record.ts'
import { personIsErased } from '../refusal.ts'
import { permissionsOfRole } from '../rules/access.ts'

type Parts = {
  log: Log
  dispatch: Dispatch
  resources: readonly Resource[]
  everything: readonly string[]
  isErased(person: PersonActor): Promise<boolean>
}

/** Whether somebody may erase a person: not themselves, not who holds more than they do, not the last administrator (P9). */
export const mayErase = ({ log, dispatch, resources, everything, isErased }: Parts) => {
  const permissionsOf = async (state: RecordState): Promise<readonly string[]> => {
    const held = valuesOf(user, state).role
    return held === null ? [] : permissionsOfRole(everything)((await loadRecord(log, role, held)).state)
  }

  return async (person: PersonActor, by: { actor: PersonActor; perms: readonly string[] }): Promise<RecordState> => {
    const resource = resources.find(({ name }) => name === person.type)
    const state = resource && (await loadRecord(log, resource, person.id)).state
    if (!state || state.status === 'none') throw noSuchRecord(resource ?? user)
    if (await isErased(person)) throw personIsErased()
    if (person.type === by.actor.type && person.id === by.actor.id)
      throw new Rejected('You cannot erase yourself. Somebody else has to do it.')
    const held = person.type === user.name ? await permissionsOf(state) : []
    if (held.some((permission) => !by.perms.includes(permission)))
      throw new Rejected('You cannot erase somebody who may do more than you.', 'forbidden')
    const { actor } = by
    const verb = 'deactivate'
    const commandId = randomUUID()
    if (state.status === 'active')
      await dispatch({ resource, verb, id: person.id, sent: {}, actor, perms: null, commandId, isDryRun: true })
    return state
  }
}
