import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import type { JsonObject } from '../../domain/event.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { evolve } from '../../domain/evolve.ts'
import { revertible } from '../../domain/revert/event.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import { partsBetween, planOf } from '../../domain/revert/plan.ts'
import { sample } from '../support/log/changes.ts'
import { anyDeeds, lifeOf, lived, type Life } from '../support/log/lives.ts'
import { partner } from '../support/partner.ts'
import { tender } from '../support/tender.ts'
import { takesAll } from '../support/walk.ts'

const all: readonly Resource[] = [...resources, tender, partner, sample]
const types = eventTypesOf(all)
const actor = { type: 'user', id: 7 } as const

/** What a revert brings back of a record. */
const seen = (resource: Resource, state: RecordState) => ({
  status: state.status === 'none' ? 'deleted' : state.status,
  slug: state.status === 'none' ? undefined : state.slugs.at(-1),
  ...(state.status === 'deleted' ? { restoresTo: state.restoresTo } : {}),
  createdAt: state.createdAt,
  values: Object.fromEntries(Object.keys(revertible(resource)).map((name) => [name, state.values[name]])),
})

const apply = (resource: Resource, state: RecordState, version: number, data: JsonObject): RecordState => {
  const type = resource.events.revert ?? ''
  const event = { type, data: { version, ...data } }
  expect(types[type]?.schema.safeParse(event.data).error?.issues, JSON.stringify(event.data)).toBeUndefined()
  return evolve(resource, state, { ...event, stream: `${resource.name}-42`, revision: state.version, at: 'now', actor })
}

// All of it: other lives in each run, until every verb was taken back.
const mostRounds = 20
const runs = takesAll ? { numRuns: 60, endOnFailure: true } : { numRuns: 4, seed: 20, endOnFailure: true }
const last = ({ states }: Life): RecordState => {
  const state = states.at(-1)
  if (!state) throw new Error('nobody lived')
  return state
}

it('every resource of the catalogue can be reverted', () => {
  expect(all.length).toBeGreaterThan(17)
  expect(all.filter(({ events }) => events.revert === undefined)).toEqual([])
})

describe.each(all.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  it('what differs between two versions makes one of the other, for any two', () => {
    const pairs = new Set<string>()
    fc.assert(
      fc.property(anyDeeds(8), fc.boolean(), (deeds, isDraft) => {
        const { states } = lifeOf(resource, deeds, isDraft)
        for (const from of states.slice(1))
          for (const to of states.slice(1)) {
            const data = partsBetween(resource, from, to)
            expect(seen(resource, apply(resource, from, to.version, data))).toEqual(seen(resource, to))
            if (Object.keys(data).length > 0) pairs.add(`${from.version} ${to.version}`)
          }
      }),
      runs,
    )
    expect(pairs.size).toBeGreaterThan(0)
  })

  it('what a command did is taken back, and that is taken back', () => {
    const taken = new Set<string>()
    const left = () => Object.keys(resource.verbs).filter((verb) => !taken.has(verb))
    let rounds = 0
    do {
      fc.assert(
        fc.property(anyDeeds(8), fc.boolean(), (deeds, isDraft) => {
          const whole = lifeOf(resource, deeds, isDraft)
          for (const [index, verb] of whole.verbs.entries()) {
            const cut = (end: number): Life => ({
              states: whole.states.slice(0, end + 1),
              events: whole.events.slice(0, end),
              verbs: whole.verbs.slice(0, end),
            })
            const [before, done] = [cut(index), cut(index + 1)]
            const isFirst = index === 0
            const plan = planOf(resource, last(done), done.events, { version: index })
            const back = lived(resource, done, { verb: 'revert', back: { version: index, data: plan.data } })
            // The one record is there from then on.
            if (isFirst && (resource.isSingleton || resource.events.delete === undefined)) {
              expect(back).toBe(done)
              continue
            }
            const [was, is] = [last(before), last(back)].map((state) => seen(resource, state))
            if (isFirst) expect(is?.status).toBe('deleted')
            else expect(is).toEqual(was)
            const again = planOf(resource, last(back), back.events, { version: index + 1 })
            const redone = lived(resource, back, { verb: 'revert', back: { version: index + 1, data: again.data } })
            expect(seen(resource, last(redone))).toEqual(seen(resource, last(done)))
            taken.add(verb)
          }
        }),
        runs,
      )
      rounds += 1
    } while (takesAll && left().length > 0 && rounds < mostRounds)
    expect(taken.size).toBeGreaterThan(0)
    if (takesAll) expect(left()).toEqual([])
  })

  it('without one change in the middle: what it touched alone is as before it, all else stays', () => {
    fc.assert(
      fc.property(anyDeeds(8), fc.nat(), (deeds, some) => {
        const { states, events } = lifeOf(resource, deeds)
        const now = states.at(-1)
        if (!now || now.version < 2) return
        const version = (some % (now.version - 1)) + 2
        const [before, after] = [states[version - 1], states[version]]
        if (!before || !after) return
        const { data, contested } = planOf(resource, now, events, { without: [version] })
        const touched = partsBetween(resource, after, before)
        const isOfIt = (name: string) => Object.hasOwn(touched, name)
        expect([...Object.keys(data), ...contested.map(({ name }) => name)].filter((name) => !isOfIt(name))).toEqual([])
        const since = states
          .slice(version + 1)
          .map((state, index) => partsBetween(resource, states[version + index] ?? now, state))
        for (const name of Object.keys(touched)) {
          if (name === 'created_at' || name === 'restores_to') continue
          const isFollowed = since.some((changes) => Object.hasOwn(changes, name))
          if (!isFollowed) expect(data[name], name).toEqual(touched[name])
        }
        for (const { name, before: was, base, now: is } of contested) {
          expect([was, is], name).toEqual([
            touched[name],
            name === 'slug' ? now.slugs.at(-1) : name === 'status' ? now.status : now.values[name],
          ])
          expect(base).not.toEqual(is)
        }
      }),
      { ...runs, numRuns: 10 },
    )
  })
})

it('points that were added in the middle are taken away, and what was added since stays', () => {
  const employee = all.find(({ name }) => name === 'employee')
  if (!employee) throw new Error('there are employees')
  const add = (change: number) => ({ verb: 'adjust_point', values: { change, reason: '' } })
  const born = lifeOf(employee, [])
  const after = [add(5), add(7)].reduce((life, command) => lived(employee, life, command), born)
  const was = Number(last(born).values.point)
  expect(last(after).values.point).toBe(was + 12)
  const middle = last(born).version + 1
  const { data, contested } = planOf(employee, last(after), after.events, { without: [middle] })
  expect([data, contested]).toEqual([{ point: was + 7 }, []])
})
