import { quote } from '../sql.ts'
import type { Table } from '../table.ts'
import { hasPast, pastName } from './tables.ts'

/** The schema beside a read schema in which the names of its tables mean what they held at a position. */
export const momentSchema = (readSchema: string): string => `${readSchema}_at`

/** The settings of a connection that say the position, the moment by which records begin and end, and the totals of lists as JSON. */
export const momentSettings = { position: 'atrium.position', clock: 'atrium.clock', totals: 'atrium.totals' }

// Asked for once in a statement: as a mere call it would be once for each row.
const position = `(select current_setting('${momentSettings.position}')::bigint)`
const forEver = '9223372036854775807::bigint'

const kept = `json_to_recordset(current_setting('${momentSettings.totals}')::json)
  as kept (resource text, active integer, inactive integer, deleted integer, highest integer)`

// The newest first begins at the newest of then, where that is known, and not at what came later.
const highestId = ({ name }: Table): string =>
  `(select coalesce(max(highest), 2147483647) from ${kept} where resource = '${name}')`

// Without conditions within the union, so that the planner reads both tables by their indexes and in their order.
const rowsAt = (schema: string, table: Table): string => {
  const columns = table.columns.map(([name]) => quote(name)).join(', ')
  const written = `${quote(schema)}.${quote(table.name)}`
  if (!hasPast(table)) return `select ${columns} from ${written} where "position" <= ${position}`
  const past = `${quote(schema)}.${quote(pastName(table.name))}`
  return `select ${columns} from (select ${columns}, ${forEver} as until from ${written}
    union all select ${columns}, until from ${past}) both_kinds
    where "position" <= ${position} and until > ${position}${hasStatus(table) ? ` and id <= ${highestId(table)}` : ''}`
}

/** The view that counts what lists held at a position. */
export const countedTotals = 'list_counted'

/** The clock of the read side: in a read schema it goes, at a moment it stands. */
const clockSql = (schema: string, expression: string): string =>
  `create or replace function ${quote(schema)}.read_clock() returns timestamptz language sql volatile as $$ select ${expression} $$`

/** What makes the clock of a read schema. */
export const clockOf = (schema: string): string => clockSql(schema, 'clock_timestamp()')

/** What makes the views of a read schema, in a schema that is there: every statement of the read side runs on them unchanged. */
export const viewsOf = (schema: string, tables: readonly Table[]): string[] => {
  const moment = momentSchema(schema)
  const viewed = tables.filter(({ name }) => !tables.some((table) => hasPast(table) && pastName(table.name) === name))
  const of = (table: string) => `${quote(moment)}.${quote(table)}`
  const totals = viewed.filter(hasStatus).map(
    ({ name }) => `select '${name}' as resource, (count(*) filter (where status = 'active'))::integer as active,
      (count(*) filter (where status = 'inactive'))::integer as inactive,
      (count(*) filter (where status = 'deleted'))::integer as deleted, max(id) as highest from ${of(name)} having count(*) > 0`,
  )
  return [
    ...viewed.map((table) => `create view ${of(table.name)} as ${rowsAt(schema, table)}`),
    // Counting reads whole tables, so that it is done once for a moment. Of records: the trail is not read as of one.
    `create view ${of(countedTotals)} as ${totals.join(' union all ')}`,
    `create view ${of('list_total')} as select resource, active, inactive, deleted from ${kept}`,
    clockSql(moment, `current_setting('${momentSettings.clock}')::timestamptz`),
  ]
}

const hasStatus = ({ columns }: Table): boolean => columns.some(([name]) => name === 'status')
