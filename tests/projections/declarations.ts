import { consumerMigrations } from '../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../projections/texts/consumer.ts'
import { noSecrets } from '../support/no-secrets.ts'
import { randomUUID } from 'node:crypto'
import { textOf } from '../../domain/json.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyOf } from '../../api/wire/history.ts'
import { recordSchema, toRecord } from '../../api/wire/record.ts'
import type { Command } from '../../commands/command.ts'
import { dispatcher } from '../../commands/dispatch.ts'
import { ids, raiseSequences } from '../../commands/ids.ts'
import { commandMigrations } from '../../commands/migrations.ts'
import { resources as today } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { streamOf } from '../../domain/event.ts'
import type { Fields } from '../../domain/fields/values.ts'
import type { Resource } from '../../domain/resource.ts'
import { openLog } from '../../event-store/log.ts'
import { eventStoreMigrations } from '../../event-store/postgres/migrations.ts'
import type { EventStore } from '../../event-store/port.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { openPool } from '../../platform/database/pool.ts'
import { silentLog } from '../../platform/logger.ts'
import { personalKeyMigrations, personalKeys } from '../../platform/personal-keys.ts'
import { findRecord } from '../../projections/find.ts'
import { listRecords } from '../../projections/list.ts'
import { openProjector } from '../../projections/running/projector.ts'
import { rebuild } from '../../projections/running/rebuild.ts'
import { proofOf } from '../support/proof.ts'
import { verify } from '../../projections/running/verify.ts'
import { changes, sample, severalValues } from '../support/log/changes.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { sampleInput, sampleOf } from '../support/samples.ts'

const masterKey = Buffer.alloc(32, 7)
const before: readonly Resource[] = [...today.filter(({ events }) => events.deactivate !== undefined), sample]
// In this order the ids that references name are there.
const first = ['category', 'file', 'role', 'user', 'title', 'division', 'departement', 'employee']
const written = [...first, ...before.map(({ name }) => name).filter((name) => !first.includes(name))]

/** A store of events on a database, and what ends its server. */
export type Adapter = { open(database: TestDatabase): Promise<{ store: EventStore; stop(): void }> }
// Keys are remembered for a while: whoever must not know a destroyed one is opened anew.
const logOf = ({ pool }: Pick<TestDatabase, 'pool'>, store: EventStore, resources: readonly Resource[]) =>
  openLog({ store, keys: personalKeys(pool, masterKey), types: eventTypesOf(resources) })

/** A process of a program with these declarations, on what others have written. */
const openProgram = async (database: TestDatabase, store: EventStore, resources: readonly Resource[]) => {
  const pool = openPool(database.url, silentLog)
  await raiseSequences(database.pool, resources, async () => 0)
  const log = logOf({ pool }, store, resources)
  const projector = await openProjector({ pool, log, resources, logger: silentLog, lead: true })
  const dispatch = dispatcher({
    log,
    ids: ids(database.pool),
    claimKey: masterKey,
    now: () => new Date(),
    resources,
    usesOf: async () => ({ count: 0, plural: 'posts' }),
    activeIds: async () => [],
    clean: async (_fields, values) => ({ values, removed: [] }),
    secrets: noSecrets,
  })
  const run = async (command: Pick<Command, 'resource' | 'verb'> & Partial<Command>) => {
    const outcome = await dispatch({ actor: { type: 'user', id: 1 }, perms: null, commandId: randomUUID(), ...command })
    if (outcome.position !== null) expect(await projector.waitFor(outcome.position, 15_000)).toBe(true)
    return outcome
  }
  const close = async () => {
    await projector.stop()
    await pool.end()
  }
  return { pool, log, projector, run, known: new Map(resources.map((one) => [one.name, one])), close }
}

type Program = Awaited<ReturnType<typeof openProgram>>

const uniqueValues = (resource: Resource, round: string) =>
  Object.fromEntries(
    resource.unique.map((name) => {
      const takes = (text: string) => resource.fields[name]?.input.safeParse(text).success === true
      return [name, [round, `${round}@example.org`].find(takes) ?? String(round.length)]
    }),
  )

/** A first record has no other of its kind to point at, and what belongs to a person is in no list. */
const pointless = (resource: Resource) =>
  Object.fromEntries([
    ...Object.entries(resource.fields).flatMap(([name, { references }]) =>
      references === resource.name ? [[name, null]] : [],
    ),
    ...(resource.owner === undefined ? [] : [[resource.owner, '']]),
  ])

/** Samples of what is sent, and of what the server says itself. */
const parted = (fields: Fields, samples: Record<string, unknown>) => {
  const of = (isSupplied: boolean) =>
    Object.fromEntries(Object.entries(samples).filter(([name]) => (fields[name]?.isSupplied ?? false) === isSupplied))
  return { sent: of(false), supplied: of(true) }
}

/** One record of each resource that was edited, put away and brought back, and one in Trash. Answers the ids of the first. */
const fill = async ({ run }: Program) => {
  const firsts = new Map<string, number>()
  for (const name of written) {
    const resource = before.find((one) => one.name === name)
    if (!resource) throw new Error(`there is no ${name}`)
    for (const round of ['first', 'second']) {
      const several = resource === sample ? severalValues : {}
      const samples = { ...sampleOf(resource), ...pointless(resource), ...several, ...uniqueValues(resource, round) }
      const { id } = await run({ resource, verb: 'create', ...parted(resource.fields, samples) })
      const texts = textsOf(resource).slice(0, 1)
      if (round === 'first') firsts.set(name, id)
      await run({
        resource,
        verb: 'edit',
        id,
        sent: Object.fromEntries(texts.map((text) => [text, `Edited ${round}`])),
      })
      for (const [verb, own] of Object.entries(resource.verbs))
        await run({ resource, verb, id, ...parted(own.input ?? {}, sampleInput(own)) })
      for (const verb of ['deactivate', 'activate', 'delete']) await run({ resource, verb, id })
      if (round === 'first') await run({ resource, verb: 'restore', id })
    }
  }
  return firsts
}

const textsOf = (resource: Resource): string[] =>
  Object.entries(resource.fields).flatMap(([name, { kind }]) =>
    kind === 'text' && !resource.unique.includes(name) && name !== 'owner' ? [name] : [],
  )

const longEnough = (resource: Resource, name: string) => (resource.fields[name]?.max ?? 255) > 20

const opens = async ({ pool, known }: Program, resource: Resource, id: number) => {
  const found = await findRecord(pool, resource, String(id), 'staff', known)
  const answer = recordSchema(resource).parse(toRecord(resource, found ?? {}))
  expect(answer).toMatchObject({ id, deletedAt: null })
  const options = { page: 1, perPage: 10, keyword: '', status: '', filters: {} }
  const { rows, total } = await listRecords(pool, resource, { ...options, scope: 'staff' }, known)
  expect([rows.length, total, rows.at(-1)?.id]).toEqual([1, 1, id])
  expect(await listRecords(pool, resource, { ...options, scope: 'trash' }, known)).toMatchObject({ total: 1 })
  return found ?? {}
}

const idOf = (one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : one)

/** The whole record as its form sends it: with everything that nobody has touched. */
const asForm = (resource: Resource, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]): [string, unknown][] => {
      if (field.isDerived || field.kind === 'picture') return []
      const value = row[name]
      // None is stored, and that is said: an empty one stands for one that is (C2).
      if (field.kind === 'secret') return [[name, null]]
      if (field.kind === 'references' && Array.isArray(value)) return [[name, value.map(idOf)]]
      return [[name, field.kind === 'reference' ? (idOf(value) ?? '') : (value ?? '')]]
    }),
  )

/** Tests that a log which programs with other declarations have written, in this store, is read by those that follow. */
export const declarationsChange = (name: string, adapter: Adapter) =>
  describe(`declarations change over a log: ${name}`, () => {
    let database: TestDatabase
    let opened: Awaited<ReturnType<Adapter['open']>>
    let firsts: ReadonlyMap<string, number>
    beforeAll(async () => {
      database = await testDatabase()
      await migrate(database.pool, [
        ...eventStoreMigrations,
        ...personalKeyMigrations,
        ...commandMigrations,
        ...consumerMigrations,
        ...wordsMigrations,
      ])
      opened = await adapter.open(database)
      const program = await openProgram(database, opened.store, before)
      firsts = await fill(program)
      // The second sample is erased.
      const erase = "update keys.subject set wrapped = null, destroyed_at = now() where subject = 'sample-2'"
      expect((await database.pool.query(erase)).rowCount).toBe(1)
      await rebuild({
        pool: program.pool,
        log: logOf(database, opened.store, before),
        resources: before,
        logger: silentLog,
      })
      await program.close()
    }, 120_000)
    afterAll(async () => {
      await opened.store.close()
      opened.stop()
      await database.drop()
    })

    it('the history shows what is not declared any more under its old name', async () => {
      const removal = changes.find(({ name }) => name === 'a field removed')
      const resources = before.map((resource) => removal?.of(resource) ?? resource)
      const log = logOf(database, opened.store, resources)
      const employee = resources.find(({ name }) => name === 'employee')
      if (!employee) throw new Error('there are employees')
      const id = firsts.get('employee') ?? 0
      const { events } = await log.read(streamOf('employee', id))
      const entries = historyOf(employee, id, events)
      expect(Object.keys(employee.fields)).not.toContain('phone_number')
      expect(entries.at(-1)?.changes).toContainEqual({
        field: 'phone_number',
        label: 'phone_number',
        from: null,
        to: 'Some phone',
      })
    })

    it.each([{ name: 'nothing', of: (resource: Resource) => resource }, ...changes])(
      '$name: nothing is dead-lettered, all opens, is listed and saved, and verify is green',
      async ({ of }) => {
        const resources = before.map((resource) => of(resource) ?? resource)
        const program = await openProgram(database, opened.store, resources)
        await program.projector.ready
        expect(await program.projector.status()).toMatchObject({ halted: null, deadLetteredStreams: 0 })
        for (const resource of resources) {
          const id = firsts.get(resource.name) ?? 0
          const row = await opens(program, resource, id)
          const { editableIn, stateField } = resource
          if (editableIn && !editableIn.includes(textOf(row[stateField ?? '']))) continue
          // What is no text in other programs on the same log is left as it is.
          const texts = textsOf(before.find(({ name }) => name === resource.name) ?? resource)
          const [text] = textsOf(resource).filter((name) => texts.includes(name) && longEnough(resource, name))
          const sent = {
            ...asForm(resource, row),
            ...(text === undefined ? {} : { [text]: `Saved ${randomUUID()}`.slice(0, 20) }),
          }
          const { position } = await program.run({ resource, verb: 'edit', id, sent })
          expect(position === null).toBe(text === undefined)
          if (text !== undefined) expect(await opens(program, resource, id)).toMatchObject({ [text]: sent[text] })
        }
        const { problems } = await verify({
          pool: program.pool,
          log: program.log,
          resources,
          proof: await proofOf(program.pool, program.log.store),
        })
        expect(problems).toEqual([])
        await program.close()
      },
      60_000,
    )
  })
