import { randomBytes } from 'node:crypto'
import type { PersonActor, PersonType } from '../../domain/person.ts'
import { departement } from '../../domain/resources/departement.ts'
import { division } from '../../domain/resources/division.ts'
import { employee } from '../../domain/resources/employee.ts'
import { title } from '../../domain/resources/title.ts'
import { user } from '../../domain/resources/user.ts'
import type { Resource } from '../../domain/resource.ts'
import { addressOf, departments, divisions, employees, roles, titles, users } from './company.ts'

type Person = PersonActor & { name: string; email: string }
type Account = { type: PersonType; userName?: string; email: string; password: string; role?: string }
export type Make = (resource: Resource, sent: Record<string, unknown>) => Promise<number>
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

const seedUnits = async (make: Make, resource: Resource, units: readonly { name: string; description: string }[]) => {
  const ids = new Map<string, number>()
  const [label = ''] = resource.recordLabel
  for (const [index, { name, description }] of units.entries())
    ids.set(name, await make(resource, { [label]: name, description, order_number: index + 1 }))
  return ids
}

/** The demo company's titles, divisions and departments, and its employees with their reporting line. */
export const seedEmployees = async (make: Make, setPassword: SetPassword): Promise<Account[]> => {
  const titleIds = await seedUnits(make, title, titles)
  const divisionIds = await seedUnits(make, division, divisions)
  const departmentIds = await seedUnits(make, departement, departments)
  const [accounts, ids]: [Account[], Map<string | null, number>] = [[], new Map()]
  for (const { place, leader, ...sent } of employees) {
    const [password, email] = [newPassword(), addressOf(sent.display_name)]
    const held = {
      title: titleIds.get(place[0]),
      division: divisionIds.get(place[1]),
      departement: departmentIds.get(place[2]),
      empSuper: leader === null ? [] : [ids.get(leader)],
    }
    const id = await make(employee, { ...sent, ...held, email })
    ids.set(sent.display_name, id)
    await setPassword({ type: 'employee', id, name: email, email }, password)
    accounts.push({ type: 'employee', email, password })
  }
  return accounts
}
