import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsSql, columnValues } from '../../projections/running/binary-encoding.ts'
import type { Row } from '../../projections/projection.ts'
import type { Table } from '../../projections/table.ts'
import { testDatabase, type TestDatabase } from '../support/database.ts'

const table: Table = {
  name: 'sample',
  key: 'id',
  columns: [
    ['id', 'integer'],
    ['position', 'bigint'],
    ['at', 'timestamptz'],
    ['is_on', 'boolean'],
    ['name', 'text'],
    ['names', 'text[]'],
    ['list', 'jsonb'],
    ['uuid', 'uuid'],
  ],
  long: [],
  settings: [],
  indexes: [],
}

const nothing: Row = { id: 1, position: null, at: null, is_on: null, name: null, names: null, list: null, uuid: null }

const rows: Row[] = [
  nothing,
  {
    id: -2_147_483_648,
    position: '9223372036854775807',
    at: '2026-11-21T20:15:00.123Z',
    is_on: false,
    name: '',
    names: [],
    list: [],
    uuid: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  },
  {
    id: 2_147_483_647,
    position: '0',
    at: '1969-07-20T20:17:40.000Z',
    is_on: true,
    name: 'Ångström 🦉 "quoted" \\ back, {brace}\n日本',
    names: ['null', '', 'a b', 'a"b', 'a\\b', '{x,y}', '🦉', 'NULL'],
    list: [{ text: 'a "b" \\ {c}', value: null, ok: true }, 7, 'x'],
    uuid: '00000000-0000-0000-0000-000000000000',
  },
]

describe('rows as columns', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  const echo = async (given: readonly Row[]) => {
    const names = table.columns.map(([name]) => name).join(', ')
    const { rows: found } = await database.pool.query<{ row: Row }>({
      text: `select to_json(x) as row from (${columnsSql(table, 1)}) as x(${names})`,
      values: columnValues(table, given),
    })
    return found.map(({ row }) => row)
  }

  it('come to the database as they are, in their order', async () => {
    const found = await echo(rows)
    expect(found).toHaveLength(rows.length)
    for (const [index, row] of found.entries()) {
      const { at, position, ...rest } = rows[index] ?? nothing
      expect(row).toMatchObject(rest)
      expect(typeof row.at === 'string' ? new Date(row.at).toISOString() : row.at).toBe(at)
      // JSON numbers lose the last digits of a position, so only its absence is compared here.
      expect(row.position === null).toBe(position === null)
    }
  })

  it('keep the last digit of a position', async () => {
    const { rows: found } = await database.pool.query<{ position: string }>({
      text: `select c1 as position from (${columnsSql(table, 1)}) as x(c0, c1)`,
      values: columnValues(table, rows),
    })
    expect(found.map((one) => one.position)).toEqual([null, '9223372036854775807', '0'])
  })

  // The whole message is compared: it is logged and kept, and a value may be about a person.
  it.each([
    ['id', 'integer', 1.5],
    ['id', 'integer', 'one'],
    ['id', 'integer', 2_147_483_648],
    ['position', 'bigint', 'far'],
    ['at', 'timestamptz', 'yesterday'],
    ['is_on', 'boolean', 'yes'],
  ])('refuse in %s what is no %s, without repeating %o', (name, type, wrong) => {
    const refused = new TypeError(`a value of sample.${name} is no ${type}`)
    expect(() => columnValues(table, [{ ...nothing, [name]: wrong }])).toThrow(refused)
  })
})
