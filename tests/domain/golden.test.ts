import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventTypesOf, resources } from '../../domain/catalog.ts'
import type { JsonObject } from '../../domain/event.ts'
import { fold } from '../../domain/resource.ts'
import { upcast } from '../../event-store/upcast.ts'
import { past } from '../support/given.ts'

const folder = join(import.meta.dirname, 'golden')
const types = eventTypesOf(resources)
const wanted = Object.entries(types).flatMap(([type, { versions }]) =>
  versions.map((_, index) => `${type}.${index + 1}.json`),
)
const golden = (name: string): JsonObject => JSON.parse(readFileSync(join(folder, name), 'utf8'))

it('has a golden file for every event type and version, and none beside them', () => {
  expect(readdirSync(folder).sort()).toEqual(wanted.sort())
  expect(wanted.length).toBeGreaterThan(40)
})

it.each(wanted)('%s is read by today’s code, for ever', (name) => {
  const [type = '', version = ''] = name.split('.')
  const data = upcast(types, type, Number(version), golden(name))
  expect(types[type]?.versions.at(-1)?.schema.safeParse(data).error?.issues ?? []).toEqual([])
})

it.each(resources.map((resource) => [resource.name, resource] as const))(
  'folds the golden stream of a %s',
  (_name, resource) => {
    const { create, edit, deactivate, activate, delete: remove, restore } = resource.events
    const own = Object.values(resource.verbs).map((verb) => verb.on)
    const names = [create, edit, ...own, deactivate, activate, remove, restore].filter((type) => type !== undefined)
    const events = names.map((type) => ({
      type,
      data: upcast(types, type, 1, golden(`${type}.1.json`)),
    }))
    const state = fold(resource, 1, past(resource, events, 1))
    expect(state).toMatchObject({ status: 'active', version: events.length })
    expect(Object.keys(state.values)).toEqual(Object.keys(resource.fields))
  },
)
