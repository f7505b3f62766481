import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isMadeInDatabase } from '../../api/response-cache/made.ts'
import { countsIn, countsSchema } from '../../api/wire/adapters/ends.ts'
import { hasShape } from '../../api/wire/adapters/reshape.ts'
import { recordSchema, toRecord } from '../../api/wire/record.ts'
import { emails, link } from '../../domain/fields/address.ts'
import { money } from '../../domain/fields/decimal.ts'
import { choice, css, flag, html, integer, longText, text } from '../../domain/fields/field.ts'
import { attachment, picture, reference } from '../../domain/fields/reference.ts'
import { secret } from '../../domain/fields/secret.ts'
import { date, moment } from '../../domain/fields/time.ts'
import { resources } from '../../domain/catalog.ts'
import { defineResource, type Resource } from '../../domain/resource.ts'
import { alone } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { consumerMigrations } from '../../projections/consumers/consumer.ts'
import { wordsMigrations } from '../../projections/texts/consumer.ts'
import { answerNames, listAnswer, recordAnswer } from '../../projections/answers/answers.ts'
import { findRecord } from '../../projections/find.ts'
import { listRecords } from '../../projections/list.ts'
import type { Reader } from '../../projections/reader.ts'
import { createSchema, readSchema, useReadSchema } from '../../projections/schema.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'
import { listCases } from '../support/lists/list-cases.ts'
import { fillTable } from '../support/lists/filled.ts'

const everything = defineResource({
  name: 'everything',
  label: 'Thing',
  plural: 'things',
  area: 'post',
  recordLabel: ['name'],
  slug: 'name',
  live: 'at',
  fields: {
    name: text({ label: 'Name' }),
    notes: longText({ label: 'Notes' }),
    body: html({ label: 'Text' }),
    styles: css({ label: 'CSS' }),
    kind: choice({ label: 'Kind', options: ['goods', 'works'] }),
    number: integer({ label: 'Number' }),
    price: money({ label: 'Price' }),
    isOpen: flag({ label: 'Open' }),
    day: date({ label: 'Day' }),
    at: moment({ label: 'At' }),
    url: link({ label: 'Link' }),
    addresses: emails({ label: 'Addresses' }),
    password: secret({ label: 'Password' }),
    image: picture({ label: 'Picture' }),
    paper: attachment({ label: 'Paper' }),
    category: reference({ label: 'Category', to: 'category' }),
  },
  list: {
    columns: ['id', 'name', 'number', 'price', 'isOpen', 'day', 'at', 'url', 'password', 'paper', 'category'],
    search: ['name'],
    sort: '-id',
  },
  events: {
    create: 'ThingCreated',
    edit: 'ThingEdited',
    activate: 'ThingActivated',
    deactivate: 'ThingDeactivated',
    delete: 'ThingDeleted',
    restore: 'ThingRestored',
    revert: 'ThingReverted',
  },
})

const all: readonly Resource[] = [...resources, everything]
const known = new Map(all.map((resource) => [resource.name, resource]))
const answered = all.filter(
  (resource) => answerNames(resource, known) !== null && !hasShape(resource) && resource.inbox === undefined,
)
const schema = readSchema(all)

// What is hard to write as JSON or as an address, and values at the ends of their kinds.
const oddities = [
  `update everything set name = E'"Quoted" \\\\ line\\nbreak \\u0001 \u{1f600} é', price = 12.50, at = '2026-11-24T09:00:00.120Z', day = '2026-02-28',
    password = 'sealed', addresses = '["a@example.org", "b\\"@example.org"]', image = 1, paper = 2, category = 1 where id = 1`,
  "update everything set image = 3, paper = 4, category = 2, price = null, at = '2030-12-31T23:59:59.999Z' where id = 2",
  'update everything set category = 999, image = null where id = 3',
  `update file set name = 'Ä b%&"+(1)''~.png', key = 'k1', status = 'active' where id = 1`,
  `update file set name = 'plain-name_1.pdf', key = 'k2', status = 'inactive' where id = 2`,
  "update file set name = 'gone.png', key = 'k3', status = 'deleted' where id = 3",
  `update file set name = '\u{1f600}.pdf', key = 'k4', status = 'active' where id = 4`,
  "update category set status = 'inactive' where id = 2",
  'update "user" set label = \'Ada "A." Byron\' where id = 7',
]

/** What leaves the server by the schema, made of a row. */
const asSchemaSays = (resource: Resource, row: Record<string, unknown>) =>
  z.object({ ...recordSchema(resource).shape, ...countsSchema({ resources: all }, resource) }).parse({
    ...toRecord(resource, row),
    ...countsIn({ resources: all }, resource)(row),
  })

describe('answers that the database makes', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [...consumerMigrations, ...wordsMigrations])
    await database.pool.query('create extension if not exists pg_trgm')
    await useReadSchema(database.pool, all)
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      for (const resource of all) await fillTable(client, resource, 60)
      for (const statement of oddities) expect((await client.query(statement)).rowCount, statement).toBe(1)
    })
  }, 60_000)
  afterAll(() => database.drop())

  it('are those of most resources', () => {
    expect(answered.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['post', 'category', 'title', 'everything']),
    )
    expect(answerNames(everything, known)?.whole.length).toBeGreaterThan(Object.keys(everything.fields).length)
  })

  it.each(answered.map((resource) => [resource.name, resource] as const))(
    'of %s hold in lists what the schema lets out of a row, and nothing else',
    async (_name, resource) => {
      for (const [what, options] of listCases(resource)) {
        const made = await listAnswer(database.pool, resource, options, known)
        const read = await listRecords(database.pool, resource, options, known)
        const rows = read.rows.map((row) => asSchemaSays(resource, row))
        expect(JSON.parse(`[${made.objects}]`), what).toEqual(rows)
        expect(made.total, what).toBe(read.total)
        const keys = rows.map((row) => Object.keys(row).filter((key) => Reflect.get(row, key) !== undefined))
        for (const row of JSON.parse(`[${made.objects}]`))
          expect(Object.keys(row).toSorted()).toEqual(keys[0]?.toSorted())
      }
    },
  )

  it.each(answered.map((resource) => [resource.name, resource] as const))(
    'of one of %s hold the same',
    async (_name, resource) => {
      let found = 0
      for (let id = 1; id <= 40; id += 1) {
        const row = await findRecord(database.pool, resource, String(id), 'staff', known)
        const made = await recordAnswer(database.pool, resource, String(id), 'staff', known)
        expect(made === null).toBe(row === null)
        if (!row || !made) continue
        found += 1
        expect(made.version).toBe(row.version)
        expect(JSON.parse(made.object)).toEqual(recordSchema(resource).parse(toRecord(resource, row)))
      }
      expect(found).toBeGreaterThan(30)
    },
  )

  it('are found by slug, and empty beyond the last page', async () => {
    const { rows } = await database.pool.query('select slug from everything where id = 1')
    const made = await recordAnswer(database.pool, everything, rows[0].slug, 'staff', known)
    expect(JSON.parse(made?.object ?? 'null')).toMatchObject({
      id: 1,
      name: '"Quoted" \\ line\nbreak \u0001 \u{1f600} é',
      price: 12.5,
      password_set: true,
      image_url: `/files/k1/${encodeURIComponent('Ä b%&"+(1)\'~.png')}`,
    })
    const options = { page: 50, perPage: 20, keyword: '', status: '', filters: {}, scope: 'staff' as const }
    expect(await listAnswer(database.pool, everything, options, known)).toEqual({ objects: '', total: 59 })
  })

  it('are found by one statement for all that are asked for at once', async () => {
    const statements: string[] = []
    const counted: Reader = {
      query: (statement, values) => {
        statements.push(typeof statement === 'string' ? statement : statement.text)
        return database.pool.query(statement, values)
      },
    }
    const { rows } = await database.pool.query<{ slug: string }>(
      'select slug from everything where id in (1, 2, 3) order by id',
    )
    const slugs = [...rows.map(({ slug }) => slug), 'nobody-has-this', rows[0]?.slug ?? '']
    const answers = await Promise.all(slugs.map((slug) => recordAnswer(counted, everything, slug, 'staff', known)))
    const ids = answers.map((answer) => answer && JSON.parse(answer.object).id)
    expect(ids).toEqual([1, 2, 3, null, 1])
    expect(statements).toHaveLength(1)
  })

  it('say moments in UTC, whatever zone the server keeps', () =>
    alone(database.pool, async (client) => {
      const inUtc = await recordAnswer(client, everything, '1', 'staff', known)
      await client.query("set timezone = 'America/New_York'")
      expect(await recordAnswer(client, everything, '1', 'staff', known)).toEqual(inUtc)
      expect(JSON.parse(inUtc?.object ?? 'null')).toMatchObject({ at: '2026-11-24T09:00:00.120Z' })
    }))

  it('are refused at the start where they hold a name that the schema of the answer does not let out', () => {
    const services = { resources: all, records: { answerNames: (resource: Resource) => answerNames(resource, known) } }
    const whole = recordSchema(everything)
    expect(isMadeInDatabase(services, everything, { list: whole, whole })).toBe(true)
    const narrow = z.object(Object.fromEntries(Object.entries(whole.shape).filter(([name]) => name !== 'password_set')))
    expect(() => isMadeInDatabase(services, everything, { list: whole, whole: narrow })).toThrow('password_set')
  })
})
