import { afterAll, beforeAll, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { filterNames, isSpan, listedField } from '../../domain/filters.ts'
import type { Resource } from '../../domain/resource.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let boss: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  boss = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

// What every list refuses.
const always = [
  ...['0', '-1', 'abc', '1e9', '1.5', '1000001', '99999999999'].map((page) => ['page', page]),
  ...['0', '-1', 'abc', '101', '1e1'].map((size) => ['per_page', size]),
  ['status', 'gone'],
  ['sort', 'nothing'],
  ['ids', 'abc'],
  ['ids', '1,2'],
  ['as_of', 'yesterday'],
  ['fields', 'nothing'],
  ['nonsense', '1'],
] as const

const byKind: Readonly<Record<string, readonly string[]>> = {
  integer: ['abc', '1.5', '1e9', '12345678901'],
  decimal: ['abc', '1e9', '1,5'],
  date: ['abc', '2026-13-01', '2026-02-30', '01.02.2026'],
  moment: ['abc', '2026-13-01', '2026-02-30T10:00Z', '2026-01-01T25:00Z'],
  flag: ['abc', '1', 'TRUE'],
  reference: ['99999999999'],
  references: ['99999999999'],
}

const slugged = new Set(resources.filter(({ slug }) => slug !== undefined).map(({ name }) => name))

const wrongValues = (resource: Resource, name: string): readonly string[] => {
  if (name === 'created_by') return ['abc', '7', 'employee-7', 'user-x']
  const own = listedField(resource, name)
  const field = own && !isSpan(own) ? own : listedField(resource, name.replace(/_(from|until)$/, ''))
  const wrong = byKind[field?.kind ?? ''] ?? []
  const isOfNumbers = field?.references !== undefined && !slugged.has(field.references)
  return isOfNumbers ? [...wrong, 'abc'] : wrong
}

const listed = resources.filter(({ routes, isSingleton }) => routes !== 'own' && !isSingleton)
const cases = listed.map((resource) => ({
  name: resource.name,
  wrong: [
    ...always,
    ...filterNames(resource).flatMap((name) => wrongValues(resource, name).map((value) => [name, value] as const)),
  ],
}))

const statusOf = async (name: string, parameter: string, value: string): Promise<number> =>
  (await boss.call('GET', `/api/${name}?${parameter}=${encodeURIComponent(value)}`)).status

it('looks at filters of every kind', () => {
  const kinds = listed.flatMap((resource) =>
    filterNames(resource).map((name) => wrongValues(resource, name).length > 0),
  )
  expect(kinds.filter(Boolean).length).toBeGreaterThan(15)
})

it.each(cases)('a list of $name refuses what no parameter of it can be', async ({ name, wrong }) => {
  const answers: unknown[] = []
  for (const [parameter, value] of wrong) answers.push([parameter, value, await statusOf(name, parameter, value)])
  expect(answers).toEqual(wrong.map(([parameter, value]) => [parameter, value, 400]))
})

it('takes an empty filter as none, and a slug, an id and a word that nothing has as filters', async () => {
  for (const query of ['created_at_from=', 'category=', 'category=no-such', 'category=7', 'created_by=user-7'])
    expect([query, (await boss.call('GET', `/api/post?${query}`)).status]).toEqual([query, 200])
})
