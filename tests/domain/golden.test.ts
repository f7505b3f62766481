import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import type { EventTypes, JsonObject, PastEvent } from '../../domain/event.ts'
import { fold } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import { readData } from '../../event-store/upcast.ts'
import { changes } from '../support/log/changes.ts'
import { past } from '../support/log/given.ts'

const folder = join(import.meta.dirname, 'golden')
const types = eventTypesOf(resources)
// <resource>/<type>.<version>.json holds the first shape of a version, <type>.<version>.<what is new>.json each later one.
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .toSorted()
const golden = (file: string): JsonObject => JSON.parse(readFileSync(join(folder, file), 'utf8'))
const partsOf = (file: string) => {
  const [type = '', version = ''] = basename(file).split('.')
  return { type, version: Number(version) }
}
const known = Object.entries(types)

it.each(known)(
  'has golden files for each version of %s, and one of its shape of today',
  (type, { past: steps, schema }) => {
    const own = files.filter((file) => partsOf(file).type === type)
    const versions = new Set(own.map((file) => partsOf(file).version))
    expect([...versions].toSorted()).toEqual([0, ...steps.keys()].map((_, index) => index + 1))
    const today = own.filter((file) => partsOf(file).version === steps.length + 1)
    expect(
      today.filter((file) => schema.safeParse(golden(file)).success),
      'add a file beside the old ones',
    ).not.toEqual([])
  },
)

it('has none for types that there are not', () => {
  expect(files.filter((file) => !Object.hasOwn(types, partsOf(file).type))).toEqual([])
  expect(files.length).toBeGreaterThan(40)
})

/** The stream of a record as its golden files tell it: all that ever landed of each event, in the order of a life. */
const goldenStream = (resource: Resource, today: EventTypes): PastEvent[] => {
  const { create, edit, deactivate, activate, delete: remove, restore, revert } = resource.events
  const own = Object.values(resource.verbs).map((verb) => verb.on)
  const order = [create, edit, ...own, deactivate, activate, remove, restore, revert].filter(
    (type) => type !== undefined,
  )
  const events = order.flatMap((type) =>
    files
      .filter((file) => partsOf(file).type === type)
      .map((file) => ({ type, data: readData(today, type, partsOf(file).version, golden(file)) })),
  )
  return past(resource, events, 1)
}

const changed = changes.flatMap(({ name, of }) =>
  resources.flatMap((resource) => {
    const after = of(resource)
    return after ? [[name, resource.name, after] as const] : []
  }),
)

it.each([...resources.map((resource) => ['nothing changed', resource.name, resource] as const), ...changed])(
  '%s: the golden stream of a %s is read and folded',
  (_change, _name, resource) => {
    const events = goldenStream(resource, eventTypesOf([resource]))
    const state = fold(resource, 1, events)
    expect(state).toMatchObject({ status: 'active', version: events.length })
    expect(Object.keys(state.values).toSorted()).toEqual(Object.keys(resource.fields).toSorted())
    for (const [name, field] of Object.entries(resource.fields))
      expect(field.stored.safeParse(state.values[name]).success, name).toBe(true)
  },
)

it('changed a field of every resource in every way that there is', () => {
  expect(changes.length).toBeGreaterThanOrEqual(9)
  expect(changed.length).toBeGreaterThan(changes.length * 3)
})
