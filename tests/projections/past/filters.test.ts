import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, resources } from '../../../domain/catalog.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { alone } from '../../../platform/database/connection.ts'
import { poolBeside } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import { type ListOptions, listRecords, listStatement } from '../../../projections/list.ts'
import { pastTable } from '../../../projections/past/tables.ts'
import { momentSettings } from '../../../projections/past/position.ts'
import { readersAt } from '../../../projections/past/reader-at.ts'
import { momentPath } from '../../../projections/past/views.ts'
import type { Reader } from '../../../projections/reader.ts'
import { createIndexes, createSchema, readSchema, useReadSchema } from '../../../projections/schema.ts'
import { recordTable } from '../../../projections/tables.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { fillWithPast } from '../../support/lists/filled-past.ts'
import { readOf } from '../../support/read-of.ts'

const asked: ListOptions = { page: 1, perPage: 100, keyword: '', status: '', filters: {}, scope: 'staff' }
const schema = readSchema(resources)
const count = 3_000
// Those of then have others above them than those of now.
const superiors = (table: string, shift: number) =>
  `update ${table} set fullname = label, "empSuper" = jsonb_build_array((id + ${shift}) % 60, 100 + id % 7)`

describe('employees as of a moment, of whom every second was changed', () => {
  let database: TestDatabase
  let at: (position: number) => Reader
  let last = 0
  let close = async () => {}

  beforeAll(async () => {
    database = await testDatabase()
    await useReadSchema(database.pool, resources)
    await alone(database.pool, async (client) => {
      await createSchema(client, schema)
      last = await fillWithPast(client, schema.name, count, { resource: employee })
      await client.query(superiors('employee', 0))
      await client.query(superiors('employee_past', 10))
      await createIndexes([client], schema)
    })
    const past = poolBeside(database.pool, silentLog, momentPath(schema.name))
    const readerAt = readersAt(past)
    at = (position) => readerAt({ position: BigInt(position), at: new Date().toISOString() })
    close = () => past.end()
  }, 60_000)
  afterAll(async () => {
    await close()
    await database.drop()
  })

  it('are filtered by who was above them then', async () => {
    for (const share of [0.02, 0.3, 0.6, 0.95, 1]) {
      const position = Math.round(last * share)
      for (const superior of [20, 103]) {
        const { rows } = await database.pool.query<{ id: number }>(
          `select id from (select id, status, "empSuper", position, 9223372036854775807 as until from employee
            union all select id, status, "empSuper", position, until from employee_past) every
          where position <= $1 and until > $1 and status <> 'deleted' and "empSuper" @> to_jsonb($2::integer) order by id desc`,
          [position, superior],
        )
        const ids = rows.map(({ id }) => id)
        const found = await listRecords(
          at(position),
          employee,
          { ...asked, filters: { empSuper: String(superior) } },
          catalog,
        )
        expect(found.rows.map(({ id }) => id)).toEqual(ids.slice(0, asked.perPage))
        expect(found.total).toBe(ids.length)
        if (share > 0.5) expect(ids.length).toBeGreaterThan(5)
      }
    }
  })

  /** How the first page by name is read. */
  const readByName = (position: number) =>
    alone(database.pool, async (client) => {
      await client.query(`set search_path = ${momentPath(schema.name).join(', ')}`)
      await client.query(
        `select set_config('${momentSettings.position}', $1, false), set_config('${momentSettings.clock}', now()::text, false)`,
        [String(position)],
      )
      const statement = listStatement(employee, { ...asked, perPage: 20, sort: 'fullname' }, catalog, true)
      return readOf(client, statement, 'force_generic_plan', 'employee_past')
    })

  it('are in the order of names at the end of the log without those of the past', async () => {
    const ofThen = pastTable(recordTable(employee)).indexes.findIndex((one) => one.startsWith('("fullname", id'))
    const [end, middle] = [await readByName(last), await readByName(Math.round(last / 2))]
    expect([end.answered, middle.answered]).toEqual([20, 20])
    expect(middle.indexes).toContain(`employee_past_${ofThen}`)
    expect(end.indexes).not.toContain(`employee_past_${ofThen}`)
  })
})
