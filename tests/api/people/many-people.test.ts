import { afterAll, beforeAll, expect, it } from 'vitest'
import { append, inParallel, initialOf } from '../../../bench/load.ts'
import type { JsonObject } from '../../../domain/event.ts'
import { division } from '../../../domain/resources/division.ts'
import { employee } from '../../../domain/resources/employee.ts'
import type { Resource } from '../../../domain/resource.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let staff: Client
let me: Client

const [boss, wide, gone, left] = [20_000, 20_001, 20_002, 20_003]
const large = 1_000
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const make = async (resource: Resource, all: readonly (JsonObject & { id: number })[]) => {
  const { log, projector } = atrium.services
  await inParallel(all.length, async (index) => {
    const { id = 0, ...values } = all[index] ?? {}
    const event = { type: resource.events.create, data: { ...initialOf(resource), ...values } }
    await append(log, { stream: `${resource.name}-${id}`, expected: 'none', lastHash: '' }, event, index)
  })
  await projector.waitFor(await log.store.head(), 15_000)
}

// 60 below one who leads, 60 whom nobody leads, all of them in one division of 60; and one whose superior is inactive.
beforeAll(async () => {
  atrium = await openTestAtrium()
  await make(
    division,
    range(60).map((index) => ({ id: large + index, name: `Division ${index}`, order_number: index, description: '' })),
  )
  const person = (id: number, values: JsonObject) => ({
    id,
    fullname: `Person ${id} Long`,
    display_name: `P ${id}`,
    ...values,
  })
  await make(employee, [
    person(boss, {}),
    person(wide, { empSuper: [boss] }),
    person(gone, {}),
    person(left, { empSuper: [gone], division: large + 1 }),
    ...range(60).map((index) => person(21_000 + index, { empSuper: [wide], division: large })),
    ...range(60).map((index) => person(22_000 + index, { division: large })),
    ...range(25).map((index) => person(24_000 + index, { empSuper: [21_000] })),
    ...range(58).map((index) => person(23_000 + index, { empSuper: [boss, wide], division: large + 2 + index })),
  ])
  staff = await atrium.asUser('all')
  expect((await staff.call('POST', `/api/employee/${gone}/deactivate`)).status).toBe(200)
  me = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

type Person = { id: number; far: number; reports: number; superiors: number[] }
const chartOf = async (query: string, by = staff): Promise<{ data: Person[]; meta: { has_more: boolean } }> => {
  const { status, body } = await by.call('GET', `/api/employee/chart?${query}`)
  expect(status, query).toBe(200)
  return body
}
const idsOf = (all: readonly { id: number }[]) => all.map(({ id }) => id)

it('draws the first below somebody, and answers all of them page by page', async () => {
  const { data } = await chartOf(`id=${wide}`)
  expect(data.find(({ id }) => id === boss)).toMatchObject({ far: -1 })
  expect(data.find(({ id }) => id === wide)).toMatchObject({ far: 0, reports: 118 })
  expect(data.filter(({ superiors }) => superiors.includes(wide))).toHaveLength(50)
  for (const day of ['', '&at=2026-01-01']) {
    const pages = await Promise.all([1, 2, 3].map((page) => chartOf(`above=${wide}&page=${page}${day}`)))
    expect(pages.map(({ data: shown, meta }) => [shown.length, meta.has_more])).toEqual([
      [50, true],
      [50, true],
      [18, false],
    ])
    const everybody = idsOf(pages.flatMap(({ data: shown }) => shown))
    expect(new Set(everybody).size).toBe(118)
    expect(everybody.slice(0, 2)).toEqual([21_000, 21_001])
  }
  const both = await staff.call('GET', `/api/employee/chart?id=${boss}&above=${wide}`)
  expect([both.status, both.body.errors?.[0]?.property]).toEqual([400, 'above'])
})

const everyTop = async (by: Client): Promise<number[]> => {
  const all: number[] = []
  for (let page = 1, hasMore = true; hasMore; page += 1) {
    const { data, meta } = await chartOf(`page=${page}`, by)
    const known = new Set(idsOf(data))
    all.push(...idsOf(data.filter(({ superiors }) => !superiors.some((id) => known.has(id)))))
    hasMore = meta.has_more
    expect(page).toBeLessThan(4)
  }
  expect(new Set(all).size).toBe(all.length)
  return all
}

it('begins with whom nobody that is shown leads', async () => {
  const below = range(60).map((index) => 22_000 + index)
  const forStaff = await everyTop(staff)
  expect(forStaff).toEqual(expect.arrayContaining([boss, gone, ...below]))
  expect([wide, left].filter((id) => forStaff.includes(id))).toEqual([])
  const forColleagues = await everyTop(me)
  expect(forColleagues).toEqual(expect.arrayContaining([boss, left, ...below]))
  expect([wide, gone].filter((id) => forColleagues.includes(id))).toEqual([])
})

type Group = { id: number; name: string; employee: { id: number }[]; has_more: boolean }
const groups = async (query: string): Promise<{ data: Group[]; meta: { has_more: boolean } }> => {
  const { status, body } = await me.call('GET', `/api/employee/by_division?${query}`)
  expect(status, query).toBe(200)
  return body
}

it('shows of large groups the first, and the others by the group', async () => {
  const [first, second] = [await groups(''), await groups('page=2')]
  expect([first.data.length, first.meta.has_more]).toEqual([50, true])
  expect(second.meta.has_more).toBe(false)
  const found = [...first.data, ...second.data].filter(({ name }) => name.startsWith('Division '))
  expect(found.map(({ name }) => name)).toEqual(range(60).map((index) => `Division ${index}`))
  expect([found[0]?.employee.length, found[0]?.has_more]).toEqual([10, true])
  expect(found.slice(1).every((group) => group.employee.length === 1 && !group.has_more)).toBe(true)
  const pages = [await groups(`group=${large}`), await groups(`group=${large}&page=2`)].map(({ data }) => data[0])
  expect(pages.map((group) => [group?.employee.length, group?.has_more])).toEqual([
    [60, true],
    [60, false],
  ])
  expect(new Set(pages.flatMap((group) => idsOf(group?.employee ?? []))).size).toBe(120)
})

it('says that there are more with such a name than are shown', async () => {
  const few = await groups('keyword=210%20person')
  expect([few.meta.has_more, few.data.flatMap((group) => group.employee).length]).toEqual([false, 60])
  const many = await groups('keyword=person')
  expect([many.meta.has_more, many.data.flatMap((group) => group.employee).length]).toEqual([true, 200])
})
