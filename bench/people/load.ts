import type { Values } from '../../domain/fields/values.ts'
import { departement } from '../../domain/resources/departement.ts'
import { division } from '../../domain/resources/division.ts'
import { employee } from '../../domain/resources/employee.ts'
import { title } from '../../domain/resources/title.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import { append, inParallel, initialOf, type Range, sequence } from '../load.ts'

/** The id of the first employee that is loaded. */
export const firstEmployee = 10_001

type Some = Partial<Values<typeof employee.fields>>

const given =
  'Alex Bima Chloe Dewi Elif Farid Grace Hana Ivan Jana Kofi Lena Mira Nils Oskar Putu Rosa Sofia Tomas Wayan'.split(
    ' ',
  )
const family =
  'Adams Becker Costa Diaz Evans Fischer Garcia Haas Ito Jansen Kaya Lopez Meyer Novak Okafor Peters Quinn Rossi Sato Weber'.split(
    ' ',
  )

/** How many lead nobody above them stands over one: trees of eight below each, six levels deep at 100,000. */
const below = 8
/** Every so many-th has no superior, as whoever was imported without one. */
const unled = 20
const [titles, divisions, departments] = [12, 40, 300]
/** Above the ids of the demo company. */
const firstOfOthers = 1_000

const pick = (next: () => number, names: readonly string[]): string => names[Math.floor(next() * names.length)] ?? ''

const employeeEvent = (first: number, index: number) => {
  const [id, next] = [first + index, sequence(first + index)]
  const fullname = `${pick(next, given)} ${pick(next, family)} ${id}`
  const own: Some = {
    employee_number: String(id),
    fullname,
    display_name: fullname,
    email: `employee${id}@example.org`,
    phone_number: `+62 812 ${id}`,
    title: firstOfOthers + Math.min(titles - 1, Math.floor(Math.log(index + 1) / Math.log(below)) * 2),
    division: firstOfOthers + (index % divisions),
    departement: firstOfOthers + (index % departments),
    empSuper: index === 0 || index % unled === 1 ? [] : [first + Math.floor((index - 1) / below)],
  }
  return { type: employee.events.create, data: { ...initialOf(employee), ...own } }
}

const organise = async (log: Log, resource: Resource, count: number, valuesOf: (index: number) => object) => {
  await inParallel(count, async (index) => {
    const event = { type: resource.events.create, data: { ...initialOf(resource), ...valuesOf(index) } }
    const stream = `${resource.name}-${firstOfOthers + index}`
    await append(log, { stream, expected: 'none', lastHash: '' }, event, index)
  })
}

/**
 * Appends `count` employees with ids from `first` on, with titles, divisions and departments, and reporting lines in which each leads eight.
 * They claim no addresses: commands do that. Answers events per second.
 */
export const loadEmployees = async (log: Log, { first, count }: Range): Promise<number> => {
  await organise(log, title, titles, (index) => ({
    title_name: `Level ${index + 1}`,
    order_number: index + 10,
    description: 'A level',
  }))
  await organise(log, division, divisions, (index) => ({ name: `Division ${index + 1}` }))
  await organise(log, departement, departments, (index) => ({ name: `Department ${index + 1}` }))
  return inParallel(count, (index) =>
    append(
      log,
      { stream: `employee-${first + index}`, expected: 'none', lastHash: '' },
      employeeEvent(first, index),
      index,
    ),
  )
}
