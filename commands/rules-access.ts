import { streamOf } from '../domain/event.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../domain/rejected.ts'
import type { RecordState } from '../domain/resource.ts'
import { administratorRole, role } from '../domain/resources/role.ts'
import { user } from '../domain/resources/user.ts'
import type { Guard } from '../event-store/port.ts'
import type { Change, Rule, RuleReader, Rules } from './rule.ts'

// Whoever holds these can let others in again (spec/decisions P9).
const administering = ['u-user', 'u-role']
const lastOne = 'Somebody has to be left who may edit users and roles.'
const tooMuch = 'You cannot give permissions that you do not hold.'

const isLacking = ({ perms }: Change, wanted: readonly string[]) =>
  perms !== null && wanted.some((permission) => !perms.includes(permission))

const isOwn = ({ perms, actor, after }: Change) => perms !== null && actor.type === 'user' && actor.id === after.id

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

/** What a role lets its holders do, whether they are active or not. */
export const permissionsOfRole =
  (everything: readonly string[]) =>
  ({ id, values }: RecordState): readonly string[] =>
    id === administratorRole ? everything : textsOf(values.perms)

/** Nobody gives what they lack, changes their own role or touches who holds more; one administrator is left (spec/decisions P1, P9). */
export const accessRules = (everything: readonly string[]): Rules => {
  const permissionsIn = permissionsOfRole(everything)

  const permissionsOf = async (values: RecordState['values'], reader: RuleReader): Promise<readonly string[]> =>
    typeof values.role === 'number' ? permissionsIn(await reader.record(role.name, values.role)) : []

  const administers = (state: RecordState): boolean =>
    state.status === 'active' && administering.every((permission) => permissionsIn(state).includes(permission))

  const hasAdministeringRole = async ({ status, values }: RecordState, reader: RuleReader): Promise<boolean> =>
    status === 'active' && typeof values.role === 'number' && administers(await reader.record(role.name, values.role))

  /** The guard of changes that may take an administrator away; `remains` tells, once it is read. @throws Rejected when none is left */
  const guardOfLast = async (
    { resource, after }: Change,
    reader: RuleReader,
    remains: () => Promise<boolean>,
  ): Promise<Guard[]> => {
    const guard = await reader.guard('administrators')
    if (await remains()) return [guard]
    const changed = streamOf(resource.name, after.id)
    for (const roleId of await reader.active(role.name, {})) {
      if (streamOf(role.name, roleId) === changed || !administers(await reader.record(role.name, roleId))) continue
      const people = await reader.active(user.name, { role: String(roleId) })
      if (people.some((id) => streamOf(user.name, id) !== changed)) return [guard]
    }
    throw new Rejected(lastOne)
  }

  const ofRole: Rule = async (change, reader) => {
    const { verb, before, after, actor, perms } = change
    if (after.id === administratorRole && verb !== 'create' && perms !== null)
      throw new Rejected('The built-in role cannot be changed.')
    const isBack = before.status !== 'active' && after.status === 'active'
    const known = isBack ? [] : permissionsIn(before)
    const given = permissionsIn(after).filter((permission) => !known.includes(permission))
    if (isLacking(change, given)) rejectFields([fieldProblem('perms', 'beyond', tooMuch)])
    if (perms !== null && actor.type === 'user' && before.status !== 'none') {
      const own = await reader.record(user.name, Number(actor.id))
      if (own.values.role === after.id) throw new Rejected('You cannot change your own role.')
    }
    return administers(before) && !administers(after) ? guardOfLast(change, reader, async () => false) : []
  }

  const ofUser: Rule = async (change, reader) => {
    const { before, after } = change
    const isReassigned = before.values.role !== after.values.role
    if (isOwn(change) && isReassigned) throw new Rejected('You cannot change your own role.')
    if (isOwn(change) && before.status === 'active' && after.status !== 'active')
      throw new Rejected('You cannot deactivate or delete yourself.')
    if (isReassigned && isLacking(change, await permissionsOf(after.values, reader)))
      rejectFields([fieldProblem('role', 'beyond', tooMuch)])
    if (!isOwn(change) && before.status !== 'none' && isLacking(change, await permissionsOf(before.values, reader)))
      throw new Rejected(accessDenied, 'forbidden')
    if (!isReassigned && before.status === after.status) return []
    if (!(await hasAdministeringRole(before, reader))) return []
    return guardOfLast(change, reader, () => hasAdministeringRole(after, reader))
  }

  return { [role.name]: ofRole, [user.name]: ofUser }
}
