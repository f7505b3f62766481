import type pg from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import type { LogEvent } from '../../event-store/log.ts'
import { concernedBy, foldBatch, keysToLoad, type Rows } from '../fold/fold.ts'
import type { Moment } from '../past/reader-at.ts'
import { momentSettings } from '../past/position.ts'
import { momentSchema } from '../past/views.ts'
import type { Row } from '../projection.ts'
import type { Reader } from '../reader.ts'
import { columnsSql, columnValues } from '../running/binary-encoding.ts'
import { load, projectionsOf } from '../running/read-model-writer.ts'
import type { ReadSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import type { Table } from '../table.ts'

/** The read models with rows in front of them that nobody wrote: what a connection of its own reads. */
export type Planned = {
  reader: Reader
  /** Folds events over what is there by then. */
  add(events: readonly LogEvent[]): Promise<void>
  /** Gives the connection back; whoever reads later is told to try again. */
  close(): Promise<void>
}

const own = (table: string): string => `pg_temp.${quote(`planned_${table}`)}`

// A temporary view is found before the table of the same name, so that every statement of the read side runs on it unchanged. Without a condition
// within the union, so that both are read by their indexes.
const frontOf = (schema: string, { name, key, columns }: Table): string[] => {
  const read = columns.map(([column]) => quote(column)).join(', ')
  const there = `${quote(momentSchema(schema))}.${quote(name)}`
  return [
    `create temporary table ${own(name)} (like ${quote(schema)}.${quote(name)})`,
    `create temporary view ${quote(name)} as select ${read} from (
      select ${read}, false as is_planned from ${there} union all select ${read}, true from ${own(name)}) both_kinds
      where is_planned or ${quote(key)} <> all (array(select ${quote(key)} from ${own(name)}))`,
  ]
}

const writeSql = (schema: string, table: Table): string => {
  const key = quote(table.key)
  // What no event said of a long text is what stands there.
  const values = table.columns.map(([name]) =>
    table.long.includes(name) ? `coalesce(given.${quote(name)}, kept.${quote(name)})` : `given.${quote(name)}`,
  )
  const names = table.columns.map(([name]) => quote(name)).join(', ')
  return `insert into ${own(table.name)} select ${values.join(', ')} from (${columnsSql(table, 1)}) given (${names})
    left join ${quote(schema)}.${quote(table.name)} kept on kept.${key} = given.${key}`
}

const start = (schema: string): string[] => [
  `create temporary table planned_totals as select resource, active, inactive, deleted from ${quote(momentSchema(schema))}.list_total
    union all select resource, active, inactive, deleted from ${quote(schema)}.list_total kept
      where not exists (select from ${quote(momentSchema(schema))}.list_total one where one.resource = kept.resource)`,
  `create temporary view list_total as select resource, ${['active', 'inactive', 'deleted']
    .map((name) => `sum(${name})::integer as ${name}`)
    .join(', ')} from planned_totals group by resource`,
  `create temporary view dead_letter as select * from ${quote(schema)}.dead_letter`,
]

/** Puts rows that events would lead to in front of the read models as they are at a moment. @param pool connections that find tables by `momentPath` */
export const openPlanned = async (pool: pg.Pool, schema: ReadSchema, { position, at }: Moment): Promise<Planned> => {
  const client = await pool.connect()
  // The trail tells of what has happened.
  const projections = projectionsOf(schema).filter(({ table }) => table !== 'activity')
  const rows: Rows = new Map()
  const inFront = new Set<string>()
  let isClosed = false
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Rejected('What will be then is not ready yet. Please try again in a moment.', 'unavailable')
    const next = turn.then(work, work)
    turn = next
    return next
  }

  const put = async (table: Table, changed: ReadonlyMap<string, Row>) => {
    if (!inFront.has(table.name)) for (const text of frontOf(schema.name, table)) await client.query(text)
    inFront.add(table.name)
    await client.query(`delete from ${own(table.name)} where ${quote(table.key)}::text = any ($1)`, [
      [...changed.keys()],
    ])
    await client.query(writeSql(schema.name, table), columnValues(table, [...changed.values()]))
  }

  const add = async (events: readonly LogEvent[]) => {
    const concerned = concernedBy(projections, events)
    const keys = keysToLoad(concerned)
    const known = await load(client, schema, keys)
    for (const [table, wanted] of keys)
      for (const key of wanted) {
        const row = rows.get(table)?.get(key)
        if (row) known.set(table, (known.get(table) ?? new Map<string, Row>()).set(key, row))
      }
    const folded = foldBatch(concerned, known)
    for (const [name, changed] of folded.rows) {
      const table = schema.tables.find((one) => one.name === name)
      if (!table || changed.size === 0) continue
      rows.set(name, new Map([...(rows.get(name) ?? []), ...changed]))
      await put(table, changed)
    }
    // One row more for a list that has none: they are summed up where they are read.
    for (const [list, { active, inactive, deleted }] of folded.totals)
      await client.query('insert into pg_temp.planned_totals values ($1, $2, $3, $4)', [
        list,
        active,
        inactive,
        deleted,
      ])
  }

  const close = async () => {
    if (isClosed) return
    await inTurn(async () => client.release(true))
    isClosed = true
  }

  const settings = [
    [momentSettings.position, String(position)],
    [momentSettings.clock, at],
  ]
  try {
    for (const [name, value] of settings) await client.query('select set_config($1, $2, false)', [name, value])
    for (const text of start(schema.name)) await client.query(text)
  } catch (error) {
    client.release(true)
    throw error
  }
  const reader: Reader = {
    // Without its name: a statement that is kept would go on reading what its names meant when it was first planned.
    query: (statement, values) =>
      inTurn(() =>
        typeof statement === 'string'
          ? client.query(statement, values)
          : client.query({ text: statement.text, values: statement.values ?? values ?? [] }),
      ),
  }
  return { reader, add: (events) => inTurn(() => add(events)), close }
}
