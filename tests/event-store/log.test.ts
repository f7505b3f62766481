import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { asEventSchema, type EventTypes, type JsonObject, plainEvent, type Upcast } from '../../domain/event.ts'
import { integer, text as textField } from '../../domain/fields/field.ts'
import { storedReader } from '../../domain/fields/stored.ts'
import { isLinked } from '../../event-store/chain.ts'
import { inMemoryEventStore } from './in-memory.ts'
import { eventId, openLog } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { UnreadableEvent } from '../../event-store/upcast.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { testDatabase } from '../support/database.ts'

const schemas = [
  z.strictObject({ title: z.string() }),
  z.strictObject({ name: z.string() }),
  z.strictObject({ name: z.string(), length: z.number() }),
] as const
const steps: readonly Upcast[] = [
  ({ title = '' }) => ({ name: title }),
  ({ name = '' }) => ({ name, length: typeof name === 'string' ? name.length : 0 }),
]
const upTo = (version: 1 | 2 | 3): EventTypes => ({
  NoteWritten: {
    schema: asEventSchema(schemas[version - 1] ?? schemas[0]),
    past: steps.slice(0, version - 1),
    read: (data) => data,
    personal: {},
  },
})
const named = plainEvent({ role: z.number(), name: z.string() })
const namedSealed = { ...named, personal: { name: '[erased]' } }
const sealed: EventTypes = { PersonNamed: namedSealed, PersonRenamed: namedSealed }
const owned: EventTypes = {
  FileNamed: {
    ...plainEvent({ owner: z.string(), name: z.string() }),
    personal: { name: '[erased]' },
    owner: 'owner',
  },
}
const origin = () => {
  const commandId = randomUUID()
  const actor = { type: 'user', id: 7 } as const
  return { commandId, correlationId: commandId, actor, now: '2026-11-02T09:00:00.000Z' }
}

let database: Awaited<ReturnType<typeof testDatabase>>
const store = inMemoryEventStore()
const masterKey = randomBytes(32)
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.pool, personalKeyMigrations)
})
afterAll(() => database.drop())

/** The log as a process sees it that knows these types and remembers no keys. */
const logOf = (types: EventTypes) => openLog({ store, keys: personalKeys(database.pool, masterKey), types })
const write = async (types: EventTypes, stream: string, type: string, data: JsonObject) => {
  const log = logOf(types)
  await log.append((await log.read(stream)).head, [{ type, data }], origin())
}
const read = async (types: EventTypes, stream: string) => (await logOf(types).read(stream)).events

it('an old event is lifted step by step to what it is today, and its neighbours stay as they are', async () => {
  await write(upTo(1), 'note-1', 'NoteWritten', { title: 'Knots' })
  await write(upTo(2), 'note-1', 'NoteWritten', { name: 'Sails' })
  await write(upTo(3), 'note-1', 'NoteWritten', { name: 'Rope', length: 9 })
  const events = await read(upTo(3), 'note-1')
  expect(events.map(({ data }) => data)).toEqual([
    { name: 'Knots', length: 5 },
    { name: 'Sails', length: 5 },
    { name: 'Rope', length: 9 },
  ])
})

it('an event that is newer than the program, or of a type it does not know, cannot be read', async () => {
  await write(upTo(3), 'note-2', 'NoteWritten', { name: 'Rope', length: 9 })
  await expect(read(upTo(2), 'note-2')).rejects.toMatchObject({ cause: expect.any(UnreadableEvent) })
  await expect(read({}, 'note-2')).rejects.toMatchObject({ cause: expect.any(UnreadableEvent) })
})

it.each([[{}], [{ title: 5 }], [{ title: 'Knots', more: 1 }]])(
  '%j is not written, for it does not fit',
  async (data) => {
    await expect(write(upTo(1), 'note-3', 'NoteWritten', data)).rejects.toThrow('NoteWritten does not fit its schema')
    expect(await store.read('note-3')).toEqual([])
  },
)

it('of events that are appended together each is linked to the one before, and the next append to the last', async () => {
  const log = logOf(upTo(1))
  const notes = ['Knots', 'Sails'].map((title) => ({ type: 'NoteWritten', data: { title } }))
  await log.append((await log.read('note-5')).head, notes, origin())
  await write(upTo(1), 'note-5', 'NoteWritten', { title: 'Rope' })
  const events = await store.read('note-5')
  const links = events.map((event, index) => isLinked('note-5', index, event, events[index - 1]?.meta.chain.hash ?? ''))
  expect(links).toEqual([true, true, true])
})

it('an event that its fields of today can make nothing of is refused, not handed on', async () => {
  await write(upTo(1), 'note-4', 'NoteWritten', { title: 'Knots' })
  const text = storedReader({ title: textField({ label: 'Title' }) })
  const number = storedReader({ title: integer({ label: 'Title' }) })
  const today = plainEvent({ title: z.string() })
  expect((await read({ NoteWritten: { ...today, read: text } }, 'note-4'))[0]?.data).toEqual({ title: 'Knots' })
  const cause = expect.objectContaining({ message: 'the value of title cannot be read as integer' })
  await expect(read({ NoteWritten: { ...today, read: number } }, 'note-4')).rejects.toMatchObject({ cause })
})

it('what lies unsealed because it was not yet personal goes with the key as well, and only what is personal', async () => {
  const plain: EventTypes = { PersonNamed: named, PersonMoved: plainEvent({ role: z.number() }) }
  await write(plain, 'person-22', 'PersonNamed', { role: 3, name: 'Ada' })
  await write(plain, 'person-22', 'PersonMoved', { role: 4 })
  const today = { ...plain, ...sealed }
  expect((await read(today, 'person-22')).map(({ data }) => data)).toEqual([{ role: 3, name: 'Ada' }, { role: 4 }])
  await write(sealed, 'person-23', 'PersonNamed', { role: 1, name: 'Eve' })
  await database.pool.query("insert into keys.subject (subject, destroyed_at) values ('person-22', now())")
  expect((await read(today, 'person-22')).map(({ data }) => data)).toEqual([{ role: 3, name: '[erased]' }, { role: 4 }])
  expect((await read(plain, 'person-23')).map(({ data }) => data)).toEqual([{ role: 1, name: 'Eve' }])
  await database.pool.query("update keys.subject set wrapped = null where subject = 'person-23'")
  expect((await read(plain, 'person-23')).map(({ data }) => data)).toEqual([{ role: 1 }])
})

it('what is personal lies sealed in the log, reads as erased once its key is destroyed, and only then', async () => {
  await write(sealed, 'person-1', 'PersonNamed', { role: 3, name: 'Ada Lovelace' })
  const [recorded] = await store.read('person-1')
  expect(recorded?.data).toEqual({ role: 3 })
  expect(JSON.stringify(recorded?.personal)).not.toMatch(/Ada Lovelace|QWRhIExvdmVsYWNl/)
  expect(await read(sealed, 'person-1')).toMatchObject([{ isErased: false, data: { role: 3, name: 'Ada Lovelace' } }])
  await database.pool.query("update keys.subject set wrapped = null, destroyed_at = now() where subject = 'person-1'")
  expect(await read(sealed, 'person-1')).toMatchObject([{ isErased: true, data: { role: 3, name: '[erased]' } }])
  await expect(write(sealed, 'person-1', 'PersonNamed', { role: 4, name: 'Eve' })).rejects.toThrow('was destroyed')
  await database.pool.query("delete from keys.subject where subject = 'person-1'")
  await expect(read(sealed, 'person-1')).rejects.toMatchObject({ cause: expect.any(UnreadableEvent) })
})

it('a sealed text opens only in the event and the stream that it was sealed for', async () => {
  await write(sealed, 'person-2', 'PersonNamed', { role: 3, name: 'Ada' })
  const [original] = await store.read('person-2')
  if (!original) throw new Error('it was written')
  const opened = (change: Partial<RecordedEvent>) => logOf(sealed).open([{ ...original, ...change }])
  expect(await opened({})).toMatchObject([{ data: { name: 'Ada' } }])
  await expect(opened({ id: randomUUID() })).rejects.toThrow()
  await expect(opened({ stream: 'person-3' })).rejects.toThrow()
  await expect(opened({ type: 'PersonRenamed' })).rejects.toThrow()
})

it('the same command gives its events the same ids, which are UUIDs of version 5', () => {
  const commandId = randomUUID()
  expect(eventId(commandId, 0)).toBe(eventId(commandId, 0))
  expect(eventId(commandId, 0)).not.toBe(eventId(commandId, 1))
  // Python: uuid.uuid5(uuid.UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8'), '0')
  expect(eventId('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 0)).toBe('6af613b6-569c-5c22-9c37-2ed93f31d3af')
})

it('what belongs to a person is sealed under their key, wherever it stands, and what belongs to nobody is not', async () => {
  await write(sealed, 'person-7', 'PersonNamed', { role: 1, name: 'Ada' })
  await write(owned, 'file-1', 'FileNamed', { owner: 'person-7', name: 'ada-lovelace.jpg' })
  await write(owned, 'file-2', 'FileNamed', { owner: '', name: 'rose.jpg' })
  const [theirs] = await store.read('file-1')
  expect([theirs?.personal?.subject, theirs?.data]).toEqual(['person-7', { owner: 'person-7' }])
  expect((await store.read('file-2'))[0]).toMatchObject({ personal: null, data: { owner: '', name: 'rose.jpg' } })
  const namesOf = async () => [
    (await read(owned, 'file-1'))[0]?.data.name,
    (await read(owned, 'file-2'))[0]?.data.name,
    (await read(sealed, 'person-7'))[0]?.data.name,
  ]
  expect(await namesOf()).toEqual(['ada-lovelace.jpg', 'rose.jpg', 'Ada'])
  await database.pool.query("update keys.subject set wrapped = null where subject = 'person-7'")
  expect(await namesOf()).toEqual(['[erased]', 'rose.jpg', '[erased]'])
})
