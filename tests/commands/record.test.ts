import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadRecord } from '../../commands/record.ts'
import { category } from '../../domain/resources/category.ts'
import { user } from '../../domain/resources/user.ts'
import { fold } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import { tableOfSnapshots } from '../../event-store/snapshots.ts'
import { openLog } from '../../event-store/log.ts'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { personalKeys } from '../../platform/personal-keys.ts'
import { masterKey, openCommands } from '../support/commands.ts'
import { sampleOf } from '../support/samples.ts'

let room: Awaited<ReturnType<typeof openCommands>>
let eventsRead = 0
beforeAll(async () => {
  room = await openCommands()
  const { read, readLatest } = room.store
  room.store.read = async (...given) => {
    const events = await read(...given)
    eventsRead += events.length
    return events
  }
  room.store.readLatest = async (...given) => {
    const latest = (await readLatest?.(...given)) ?? { snapshot: null, events: [] }
    eventsRead += latest.events.length
    return latest
  }
})
afterAll(() => room.close())

/** How many events were read meanwhile. */
const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
  eventsRead = 0
  await work()
  return eventsRead
}

const create = async (resource: Resource, more = {}) =>
  (await room.run({ resource, verb: 'create', sent: { ...sampleOf(resource), ...more } })).id

const createUser = (userName: string, more = {}) =>
  create(user, { userName, email: `${userName}@example.org`, role: null, ...more })

/** Gives a record a past of this many more events, each of which changes its name. */
const age = async (resource: Resource, field: string, id: number, count: number) => {
  for (let done = 0; done < count; ) {
    const { head } = await room.log.read(`${resource.name}-${id}`)
    const some = Math.min(500, count - done)
    const events = Array.from({ length: some }, (_, index) => ({
      type: resource.events.edit ?? '',
      data: { [field]: `Name ${done + index}` },
    }))
    const commandId = randomUUID()
    const actor = { type: 'user', id: 7 } as const
    await room.log.append(head, events, { commandId, correlationId: commandId, actor, now: '2026-11-02T09:00:00.000Z' })
    done += some
  }
}

const edit = (resource: Resource, id: number, sent: Record<string, unknown>, more = {}) =>
  room.run({ resource, verb: 'edit', id, sent, isFirstTry: true, ...more })

const wholeOf = async (resource: Resource, id: number) =>
  fold(resource, id, (await room.log.read(`${resource.name}-${id}`)).events)

describe('a record with thousands of events', () => {
  it('costs its commands about as much as one with ten, and is the same as all of its events tell', async () => {
    const [young, old] = [await createUser('young'), await createUser('old')]
    await age(user, 'firstName', young, 9)
    await age(user, 'firstName', old, 4_200)
    await edit(user, old, { bio: 'the first command after a long time reads them all' })
    const editing = (id: number) => async () => {
      for (let turn = 0; turn < 50; turn += 1) await edit(user, id, { bio: `${id} ${turn}` })
    }
    const [few, many] = [await readsOf(editing(young)), await readsOf(editing(old))]
    expect(few).toBeGreaterThan(50)
    expect(many / few).toBeLessThan(1.2)
    expect((await loadRecord(room.log, user, old)).state).toEqual(await wholeOf(user, old))
    expect((await wholeOf(user, old)).version).toBe(4_252)
  })

  it('tells whoever saw a recent version what changed since, and whoever is far behind every field', async () => {
    const id = await create(category)
    await age(category, 'name', id, 1_000)
    await edit(category, id, { name: 'Snapshot' })
    const staleAt = (ifVersion: number) => () =>
      expect(edit(category, id, { name: 'Late' }, { ifVersion })).rejects.toMatchObject({
        kind: 'stale',
        data: { version: 1_002, changed: { name: 'Snapshot' } },
      })
    for (const version of [1_001, 990, 900, 1]) expect(await readsOf(staleAt(version))).toBeLessThan(150)
  })

  it('lets what points at it be written without reading it all', async () => {
    const id = await create(category)
    await age(category, 'name', id, 500)
    await edit(category, id, { name: 'Of many posts' })
    const sent = { name: 'A post', excerpt: 'Some', content: '<p>Some</p>', category: id }
    const { post } = Object.fromEntries(resources.map((resource) => [resource.name, resource]))
    if (!post) throw new Error('there are posts')
    expect(await readsOf(() => room.run({ resource: post, verb: 'create', sent, isFirstTry: true }))).toBeLessThan(25)
  })
})

it('a command that was tried before finds what it wrote, however long ago that was', async () => {
  const id = await create(category)
  const commandId = randomUUID()
  const first = await edit(category, id, { name: 'Once' }, { commandId })
  await age(category, 'name', id, 100)
  await edit(category, id, { name: 'Snapshot' })
  const again = await edit(category, id, { name: 'Once' }, { commandId, isFirstTry: false })
  expect(again.position).toBe(first.position)
  expect(again.state.values.name).toBe('Snapshot')
})

it('a try that others were faster than finds what a later run of its command wrote', async () => {
  const id = await create(category)
  const commandId = randomUUID()
  const { append } = room.store
  room.store.append = async (...given) => {
    room.store.append = append
    await edit(category, id, { name: 'Faster' })
    await edit(category, id, { name: 'Twice' }, { commandId })
    await age(category, 'name', id, 100)
    await loadRecord(room.log, category, id)
    return append(...given)
  }
  const late = await edit(category, id, { name: 'Twice' }, { commandId })
  expect(late.state.version).toBe(103)
  expect((await wholeOf(category, id)).version).toBe(103)
})

it('snapshots of other declarations, and of events that the log does not hold, are not believed', async () => {
  const id = await create(category)
  await age(category, 'name', id, 60)
  await edit(category, id, { name: 'Right' })
  const wrong = (column: string, value: string) =>
    room.pool.query(
      `update log.snapshot set state = replace(state, 'Name 59', 'Wrong'), ${column} = $2 where stream = $1`,
      [`category-${id}`, value],
    )
  await wrong('shape', 'another')
  expect((await loadRecord(room.log, category, id)).state).toEqual(await wholeOf(category, id))
  await wrong('hash', 'of another log')
  expect((await loadRecord(room.log, category, id)).state).toEqual(await wholeOf(category, id))
})

it('what is personal lies sealed in a snapshot and goes with the key of the person', async () => {
  const id = await createUser('canary', { lastName: 'Canarylast' })
  await age(user, 'firstName', id, 30)
  await edit(user, id, { bio: 'Canarybio' })
  await age(user, 'firstName', id, 30)
  await edit(user, id, { bio: 'Canarybio again' })
  const kept = async () =>
    (
      await room.pool.query<{ text: string }>('select s::text as text from log.snapshot s where stream = $1', [
        `user-${id}`,
      ])
    ).rows
  expect(await kept()).toHaveLength(1)
  expect(JSON.stringify(await kept())).not.toMatch(/Canary|Name \d/)
  await room.pool.query('update keys.subject set wrapped = null, destroyed_at = now() where subject = $1', [
    `user-${id}`,
  ])
  // As another process sees it, which remembers no keys.
  const keys = personalKeys(room.pool, masterKey)
  const snapshots = tableOfSnapshots(room.pool, keys, 'test')
  const log = openLog({ store: room.store, keys, types: eventTypesOf(resources), snapshots })
  const { state } = await loadRecord(log, user, id)
  expect(state.values).toMatchObject({ firstName: '[erased]', lastName: '[erased]', email: '[erased]' })
  expect(JSON.stringify(await kept())).not.toMatch(/Canary|Name \d/)
})
