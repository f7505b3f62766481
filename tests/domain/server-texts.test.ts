import { expect, it } from 'vitest'
import { englishTexts } from '../../domain/texts/en.ts'
import { serverTexts } from '../support/texts/server-texts.ts'

const { texts, composed } = serverTexts(['domain', 'platform', 'event-store', 'commands', 'projections', 'api', 'app'])

it('every message that the server can send is in the catalogue', () => {
  expect(texts.length).toBeGreaterThan(200)
  expect(texts.filter(({ id }) => !englishTexts.has(id))).toEqual([])
})

it('every message has a value for each of its places', () => {
  const placesOf = (id: string) => [...id.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const isWhole = (id: string, values: readonly string[]) => placesOf(id).every((name) => values.includes(name ?? ''))
  expect(texts.filter(({ values }) => values !== null).length).toBeGreaterThan(100)
  // The name of what was sent comes from the answer itself (api/body/fields.ts).
  expect(texts.filter(({ id, values }) => values && !isWhole(id, [...values, 'name']))).toEqual([])
})

it('no message is put together from parts', () => {
  expect(composed).toEqual([])
})
