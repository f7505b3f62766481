import { streamOf } from '../../domain/event.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import type { RecordState } from '../../domain/resource.ts'
import { administratorRole, role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import type { Guard } from '../../event-store/port.ts'
import { type Change, type Rule, ruleOf, type RuleReader, type Rules } from './rule.ts'

// Whoever holds these can let others in again (P9).
const administering = ['u-user', 'u-role']
const lastOne = 'Somebody has to be left who may edit users and roles.'
const tooMuch = 'You cannot give permissions that you do not hold.'
const tooLittle = 'You cannot take permissions away that you do not hold.'

const isLacking = ({ perms }: Pick<Change, 'perms'>, wanted: readonly string[]) =>
  perms !== null && wanted.some((permission) => !perms.includes(permission))

const isOwn = ({ perms, actor, after }: Pick<Change, 'perms' | 'actor'> & { after: { id: number } }) =>
  perms !== null && actor.type === 'user' && actor.id === after.id

type RoleState = RecordState<typeof role.fields>
type UserState = RecordState<typeof user.fields>

/** What a role lets its holders do, whether they are active or not. */
export const permissionsOfRole =
  (everything: readonly string[]) =>
  ({ id, values }: Pick<RoleState, 'id' | 'values'>): readonly string[] =>
    id === administratorRole ? everything : values.perms

/** Nobody gives what they lack, changes their own role or touches who holds more; one administrator is left (P1, P9). */
export const accessRules = (everything: readonly string[]): Rules => {
  const permissionsIn = permissionsOfRole(everything)

  // Whether anybody has the role just now, or it is active, makes no difference: it may be given back at any moment.
  const takenBetween = (before: RoleState, after: RoleState): readonly string[] => {
    const isPutAway = before.status !== after.status && after.status !== 'active'
    const kept = isPutAway ? [] : permissionsIn(after)
    return before.status === 'none' ? [] : permissionsIn(before).filter((permission) => !kept.includes(permission))
  }

  const permissionsOf = async (values: UserState['values'], reader: RuleReader): Promise<readonly string[]> =>
    values.role === null ? [] : permissionsIn(await reader.record(role, values.role))

  const administers = (state: RoleState): boolean =>
    state.status === 'active' && administering.every((permission) => permissionsIn(state).includes(permission))

  const hasAdministeringRole = async ({ status, values }: UserState, reader: RuleReader): Promise<boolean> =>
    status === 'active' && values.role !== null && administers(await reader.record(role, values.role))

  /** The guard of changes that may take an administrator away; `remains` tells, once it is read. @throws Rejected when none is left */
  const guardOfLast = async (
    { resource, after }: Pick<Change, 'resource'> & { after: { id: number } },
    reader: RuleReader,
    remains: () => Promise<boolean>,
  ): Promise<Guard[]> => {
    const guard = await reader.guard('administrators')
    if (await remains()) return [guard]
    const changed = streamOf(resource.name, after.id)
    for (const roleId of await reader.active(role, {})) {
      if (streamOf(role.name, roleId) === changed || !administers(await reader.record(role, roleId))) continue
      const people = await reader.active(user, { role: String(roleId) })
      if (people.some((id) => streamOf(user.name, id) !== changed)) return [guard]
    }
    throw new Rejected(lastOne)
  }

  const ofRole: Rule<typeof role.fields> = async (change, reader) => {
    const { verb, before, after, actor, perms } = change
    if (after.id === administratorRole && verb !== 'create' && perms !== null)
      throw new Rejected('The built-in role cannot be changed.')
    const isBack = before.status !== 'active' && after.status === 'active'
    const known = isBack ? [] : permissionsIn(before)
    const given = permissionsIn(after).filter((permission) => !known.includes(permission))
    if (isLacking(change, given)) rejectFields([fieldProblem('perms', 'beyond', tooMuch)])
    if (isLacking(change, takenBetween(before, after))) throw new Rejected(tooLittle, 'forbidden')
    if (perms !== null && actor.type === 'user' && before.status !== 'none') {
      const own = await reader.record(user, Number(actor.id))
      if (own.values.role === after.id) throw new Rejected('You cannot change your own role.')
    }
    return administers(before) && !administers(after) ? guardOfLast(change, reader, async () => false) : []
  }

  const ofUser: Rule<typeof user.fields> = async (change, reader) => {
    const { before, after } = change
    const isReassigned = before.values.role !== after.values.role
    if (isOwn(change) && isReassigned) throw new Rejected('You cannot change your own role.')
    // The profile asks for the password and a code before it (A14).
    if (change.verb === 'revert' && isOwn(change) && before.values.email !== after.values.email)
      rejectFields([
        fieldProblem('email', 'unconfirmed', 'Confirm the new address with your password and a code first'),
      ])
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

  return { ...ruleOf(role, ofRole), ...ruleOf(user, ofUser) }
}
