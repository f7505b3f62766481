import { randomBytes } from 'node:crypto'
import type { PersonActor, PersonType } from '../../domain/person.ts'
import { departement } from '../../domain/resources/departement.ts'
import { division } from '../../domain/resources/division.ts'
import { employee } from '../../domain/resources/employee.ts'
import { title } from '../../domain/resources/title.ts'
import { user } from '../../domain/resources/user.ts'
import { colleagues } from './colleagues.ts'
import { addressOf, departments, divisions, employees, roles, titles, users } from './company.ts'
import type { Make } from './making.ts'

type Person = PersonActor & { name: string; email: string }
type Account = { type: PersonType; userName?: string; email: string; password: string; role?: string }
export type SetPassword = (person: Person, password: string) => Promise<void>

// Letters and digits of a random password that can be read aloud.
const newPassword = () => `${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}7a`

const roleNameOf = (key: string) =>
  key === 'administrator' ? 'Administrator' : (roles.find((one) => one.key === key)?.name ?? '')

/** The demo company's staff. Answers who may sign in and how. */
export const seedUsers = async (
  make: Make,
  roleIds: ReadonlyMap<string, number>,
  setPassword: SetPassword,
): Promise<Account[]> => {
  const accounts: Account[] = []
  for (const { role: key, ...sent } of users) {
    const [password, email, userName] = [newPassword(), addressOf(sent.userName), sent.userName]
    const id = await make(user, { ...sent, email, role: key ? roleIds.get(key) : null })
    await setPassword({ type: 'user', id, name: userName, email }, password)
    accounts.push({ type: 'user', userName, email, password, ...(key ? { role: roleNameOf(key) } : {}) })
  }
  return accounts
}

type Unit = { name: string; description: string; order_number: number }

const seedUnits = async (make: (unit: Unit) => Promise<number>, units: readonly Omit<Unit, 'order_number'>[]) => {
  const ids = new Map<string, number>()
  for (const [index, unit] of units.entries()) ids.set(unit.name, await make({ ...unit, order_number: index + 1 }))
  return ids
}

/** Somebody of the demo company, with the ids of where they stand. */
export type Employed = { id: number; fullname: string; title: number; division: number; departement: number }

/**
 * The demo company's titles, divisions and departments, and its employees with their reporting line. Answers who may sign in,
 * and everybody by display name.
 */
export const seedEmployees = async (
  make: Make,
  setPassword: SetPassword,
): Promise<{ accounts: Account[]; employed: ReadonlyMap<string, Employed> }> => {
  const titleIds = await seedUnits(({ name, ...unit }) => make(title, { ...unit, title_name: name }), titles)
  const divisionIds = await seedUnits((unit) => make(division, unit), divisions)
  const departmentIds = await seedUnits((unit) => make(departement, unit), departments)
  const employed = new Map<string, Employed>()
  const employ = async ({ place, leader, ...sent }: (typeof employees | typeof colleagues)[number]) => {
    const [titleId = 0, divisionId = 0, departementId = 0] = [
      titleIds.get(place[0]),
      divisionIds.get(place[1]),
      departmentIds.get(place[2]),
    ]
    const held = { title: titleId, division: divisionId, departement: departementId }
    const empSuper = leader === null ? [] : [employed.get(leader)?.id]
    const email = 'email' in sent ? sent.email : addressOf(sent.display_name)
    const id = await make(employee, { ...sent, ...held, empSuper, email })
    employed.set(sent.display_name, { id, fullname: sent.fullname, ...held })
    return { id, email }
  }
  const accounts: Account[] = []
  for (const one of employees) {
    const { id, email } = await employ(one)
    const password = newPassword()
    await setPassword({ type: 'employee', id, name: email, email }, password)
    accounts.push({ type: 'employee', email, password })
  }
  for (const one of colleagues) await employ(one)
  return { accounts, employed }
}
