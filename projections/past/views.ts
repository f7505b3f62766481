import { quote } from '../sql.ts'
import type { Table } from '../table.ts'
import { momentSettings, position } from './position.ts'
import { hasPast, pastName } from './tables.ts'
import { totalsTable, totalsThen } from './totals.ts'

/** The schema beside a read schema in which the names of its tables mean what they held at a position. */
export const momentSchema = (readSchema: string): string => `${readSchema}_at`

/** Where whoever reads as of a moment finds tables: never those of now by their plain names, so that what has no view is refused. */
export const momentPath = (readSchema: string): string[] => [momentSchema(readSchema), 'public']

const forEver = '9223372036854775807::bigint'

// Without conditions within the union, so that the planner reads both tables by their indexes and in their order.
const rowsAt = (schema: string, table: Table): string => {
  const columns = table.columns.map(([name]) => quote(name)).join(', ')
  const written = `${quote(schema)}.${quote(table.name)}`
  // What is found by a GIN index is found so alone: the addition keeps it from being joined with the index of all positions before.
  const isFound = table.indexes.some((index) => index.startsWith('using gin') && index.includes('jsonb'))
  if (!hasPast(table))
    return `select ${columns} from ${written} where "position"${isFound ? ' + 0' : ''} <= ${position}`
  const past = `${quote(schema)}.${quote(pastName(table.name))}`
  // Where no row ended later, as at the end of the log, those of the past are left out at once.
  const newest = `(select ended.until from ${past} ended order by ended.until desc limit 1)`
  return `select ${columns} from (select ${columns}, ${forEver} as until, ${forEver} as newest from ${written}
    union all select ${columns}, until, ${newest} from ${past}) both_kinds
    where "position" <= ${position} and until > ${position} and newest > ${position}`
}

/** What the table itself is called where its name means what it held. */
export const nowName = (table: string): string => `${table}_now`

/** The clock of the read side: in a read schema it goes, at a moment it stands. */
const clockSql = (schema: string, expression: string): string =>
  `create or replace function ${quote(schema)}.read_clock() returns timestamptz language sql volatile as $$ select ${expression} $$`

/** What makes the clock of a read schema. */
export const clockOf = (schema: string): string => clockSql(schema, 'clock_timestamp()')

/** What makes the views of a read schema, in a schema that is there: every statement of the read side runs on them unchanged. */
export const viewsOf = (schema: string, tables: readonly Table[]): string[] => {
  const moment = momentSchema(schema)
  const names = tables.map(({ name }) => name)
  const pastNames = [...names.map(pastName).filter((name) => names.includes(name)), totalsTable.name]
  const viewed = tables.filter(({ name }) => !pastNames.includes(name))
  const of = (table: string) => `${quote(moment)}.${quote(table)}`
  const listed = viewed.filter(hasStatus)
  return [
    ...viewed.map((table) => `create view ${of(table.name)} as ${rowsAt(schema, table)}`),
    ...pastNames.map((name) => `create view ${of(name)} as select * from ${quote(schema)}.${quote(name)}`),
    ...listed.map(({ name }) => `create view ${of(nowName(name))} as select * from ${quote(schema)}.${quote(name)}`),
    // Where the read models stand now: whoever reads then asks whether they are written by the same.
    `create view ${of('checkpoint')} as select * from ${quote(schema)}.checkpoint`,
    `create view ${of('list_total')} as ${totalsThen(
      schema,
      listed.map(({ name }) => name),
    )}`,
    clockSql(moment, `current_setting('${momentSettings.clock}')::timestamptz`),
  ]
}

const hasStatus = ({ columns }: Table): boolean => columns.some(([name]) => name === 'status')
