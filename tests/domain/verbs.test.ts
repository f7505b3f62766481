import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Resource } from '../../domain/resource.ts'
import { isShown } from '../../domain/fields/composite.ts'
import type { DecidedEvent } from '../../domain/event.ts'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { readInput } from '../../domain/read-input.ts'
import { Rejected } from '../../domain/rejected.ts'
import { evolve, initialState } from '../../domain/evolve.ts'
import { eventOf, past, when } from '../support/log/given.ts'
import { sampleInput, sampleOf, wayTo } from '../support/samples.ts'
import { tender } from '../support/tender.ts'

it('looks at every resource of the catalogue', () => {
  const known = ['post', 'category', 'file', 'user', 'role', 'employee', 'configuration']
  expect(resources.map((resource) => resource.name)).toEqual(expect.arrayContaining(known))
})

it('gives every event type one owner', () => {
  const names = resources.flatMap((resource) => Object.keys(resource.verbOf))
  expect(new Set(names).size).toBe(names.length)
})

// A resource with one record is made and edited, nothing else.
const all: readonly Resource[] = [...resources, tender]
const listed = all.filter(({ events }) => events.deactivate !== undefined)

describe.each(listed.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const values = sampleOf(resource)
  const slug = resource.slug ? { slug: 'some-name' } : {}
  const created = when(resource, [], { verb: 'create', values, ...slug }).events
  const names = {
    deactivate: eventOf(resource, 'deactivate'),
    delete: eventOf(resource, 'delete'),
    edit: eventOf(resource, 'edit'),
  }

  it('accepts a sample of every field', () => {
    const isSupplied = ([name]: [string, unknown]) => resource.fields[name]?.isSupplied === true
    const [given, said] = [true, false].map((by) =>
      Object.fromEntries(Object.entries(values).filter((entry) => isSupplied(entry) === by)),
    )
    expect(readInput(resource, 'create', said ?? {}, given)).toEqual(values)
  })

  it('refuses what is required and missing, field by field', () => {
    const required = Object.entries(resource.fields)
      .filter(([, field]) => field.isRequired && !resource.isSingleton && isShown(field, resource.initialValues))
      .filter(([, { input, initial }]) => !input.safeParse(initial).success)
      .map(([name]) => name)
    let refused: string[] = []
    try {
      readInput(resource, 'create', {})
    } catch (error) {
      refused = error instanceof Rejected ? error.problems.map((problem) => problem.property) : []
    }
    expect(refused.sort()).toEqual(required.sort())
  })

  it('refuses a field that it does not have', () => {
    expect(() => readInput(resource, 'edit', { isAdministrator: true })).toThrow(Rejected)
  })

  it('is active once created, at version 1 or later', () => {
    const { state } = when(resource, [], { verb: 'create', values, ...slug })
    expect(state).toMatchObject({ status: 'active', values })
    expect(state.version).toBeGreaterThanOrEqual(1)
  })

  it('is created once only', () => {
    expect(() => when(resource, created, { verb: 'create', values })).toThrow('exists already')
  })

  // The one record of a singleton is made by its first edit.
  const later = ['activate', 'deactivate', 'delete', ...(resource.isSingleton ? [] : ['edit'])]
  it.each(later)('does not %s what never was', (verb) => {
    expect(() => when(resource, [], { verb, values: {} })).toThrow('does not exist')
  })

  /** A record that one of its verbs may be done to. */
  const readyFor = (verb: string) =>
    wayTo(resource, verb).reduce((happened, step) => [...happened, ...done(happened, step)], created)
  const done = (happened: readonly DecidedEvent[], verb: string) => {
    const own = resource.verbs[verb]
    return when(resource, happened, { verb, ...(own ? { values: sampleInput(own) } : {}) }).events
  }

  // What a verb asks for may add up.
  const plain = Object.entries(resource.verbs).flatMap(([verb, { input }]) => (input ? [] : [verb]))
  it.each(['deactivate', 'delete', 'activate', ...plain])(
    'says %s twice and changes nothing the second time',
    (verb) => {
      const ready = readyFor(verb)
      const first = when(resource, ready, { verb }).events
      expect(when(resource, [...ready, ...first], { verb }).events).toEqual([])
    },
  )

  it('comes back from Trash as it was before', () => {
    const inactive = [...created, { type: names.deactivate, data: {} }, { type: names.delete, data: {} }]
    expect(when(resource, inactive, { verb: 'restore' }).state.status).toBe('inactive')
    expect(when(resource, [...created, { type: names.delete, data: {} }], { verb: 'restore' }).state.status).toBe(
      'active',
    )
  })

  it('cannot be edited while in Trash', () => {
    expect(() => when(resource, [...created, { type: names.delete, data: {} }], { verb: 'edit', values })).toThrow(
      'does not exist',
    )
  })

  it('carries only what changed in an edit, and nothing when nothing did', () => {
    const [field] = Object.keys(values).filter(
      (name) => !resource.fields[name]?.sets && typeof values[name] === 'string',
    )
    // Whose key seals the event, it says itself.
    const owned = resource.owner === undefined ? {} : { [resource.owner]: values[resource.owner] ?? '' }
    const changed = { ...values, [field ?? '']: 'Another' }
    expect(when(resource, created, { verb: 'edit', values: changed }).events).toEqual([
      { type: names.edit, data: { [field ?? '']: 'Another', ...owned } },
    ])
    expect(when(resource, created, { verb: 'edit', values }).events).toEqual([])
  })

  it('decides only events that its schemas accept', () => {
    const types = eventTypesOf([...resources, tender])
    const standard = ['deactivate', 'activate', 'delete', 'restore'].reduce(
      (happened, verb) => [...happened, ...done(happened, verb)],
      created,
    )
    const own = Object.keys(resource.verbs).map((verb) => done(readyFor(verb), verb))
    // Only what leads nowhere, such as taking back what nobody did, may change nothing.
    const leading = Object.values(resource.verbs).map(({ to }) => to !== undefined)
    expect(own.filter((events, index) => leading[index] === true && events.length === 0)).toEqual([])
    const happened = [...standard, ...own.flat()]
    expect(happened.length).toBeGreaterThanOrEqual(5)
    for (const event of happened) expect(types[event.type]?.schema.safeParse(event.data).success, event.type).toBe(true)
  })

  it('takes nothing into its values that is not its own: events of others, fields it does not declare', () => {
    const [first = ''] = Object.keys(values)
    const before = when(resource, created, { verb: 'activate' }).state
    const others = [
      { type: 'SomethingElse', data: { method: 'reset', [first]: 'not mine' } },
      { type: names.edit, data: { method: 'reset' } },
    ]
    for (const event of past(resource, [...created, ...others]).slice(-2)) {
      const after = evolve(resource, before, event)
      expect(after.values).toEqual(before.values)
      expect(after.version).toBe(event.revision + 1)
    }
  })

  it('folds any event of any shape without throwing', () => {
    const type = fc.constantFrom(...Object.keys(eventTypesOf(resources)), 'Unheard')
    const event = fc.record({
      type,
      data: fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))),
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        const state = past(resource, events).reduce(
          (known, one) => evolve(resource, known, one),
          initialState(resource, 42),
        )
        return state.version === events.length
      }),
    )
  })
})

it('everybody who can sign in, and everything that grants, authorises', () => {
  const grants = resources.filter(({ fields }) => Object.values(fields).some(({ kind }) => kind === 'permissions'))
  const signsIn = resources.filter(({ name }) => ['user', 'employee'].includes(name))
  expect([...signsIn, ...grants].map(({ name }) => name).toSorted()).toEqual(
    resources
      .filter(({ authorises }) => authorises)
      .map(({ name }) => name)
      .toSorted(),
  )
})
