import { post } from '../../../domain/resources/post.ts'
import type { Resource } from '../../../domain/resource.ts'
import { pastName } from '../../../projections/past/tables.ts'
import { recountSql } from '../../../projections/past/totals.ts'
import { recordTable } from '../../../projections/tables.ts'
import type { Queryable } from '../../../projections/schema.ts'
import { quote } from '../../../projections/sql.ts'
import { fillTable } from './filled.ts'

/** Which rows, and which of the positions of the log are theirs: every so many-th, from one on. */
type Filled = { resource?: Resource; every?: number; from?: number }

/**
 * Fills the table of posts, or of another resource, every second of which was changed at some time after it was made, some into Trash or out of
 * it, every fifth of those without other keywords; some were made out of the order of their ids. Answers the last position.
 */
export const fillWithPast = async (
  client: Queryable,
  schema: string,
  count: number,
  { resource = post, every = 1, from = 0 }: Filled = {},
): Promise<number> => {
  await fillTable(client, resource, count)
  const table = recordTable(resource)
  const name = quote(table.name)
  // Texts lie beside their rows, as those of posts do.
  for (const long of table.long) await client.query(`update ${name} set ${quote(long)} = repeat(md5(id::text), 80)`)
  const columns = table.columns.map(([column]) => quote(column)).filter((column) => column !== '"position"')
  await client.query('select setseed(0.5)')
  await client.query('drop table if exists life')
  await client.query(`create temporary table life as
    select id, max(position) filter (where not is_edit) as made, max(position) filter (where is_edit) as edited from (
      select id, is_edit, ${every} * row_number() over (order by at, id) + ${from} as position from (
        select id, false as is_edit, id + 30 * random() as at from generate_series(1, ${count}) id
        union all select id, true, id + 31 + random() * (${count} - id) from generate_series(2, ${count}, 2) id
      ) said
    ) ordered group by id`)
  await client.query(`insert into ${quote(pastName(table.name))} (${columns.join(', ')}, "position", until, ends_keyword)
    select ${columns.map((column) => `t.${column}`).join(', ')}, life.made, life.edited, t.id % 5 <> 0
    from ${name} t join life using (id) where life.edited is not null order by life.edited`)
  await client.query(`update ${name} t set position = coalesce(life.edited, life.made),
    version = case when life.edited is null then 1 else 2 end, changed_at = now(),
    label = label || case when life.edited is null then '' else ' edited' end,
    status = case when life.edited is null then status when t.id % 14 = 0 then 'deleted' when t.id % 6 = 0 then 'active' else status end,
    keyword = keyword || case when life.edited is null or t.id % 5 = 0 then '' else ' edited' end
    from life where life.id = t.id`)
  await client.query(`vacuum full ${name}`)
  for (const text of recountSql(schema, resource)) await client.query(text)
  await client.query(`update list_total set (active, inactive, deleted) =
    (select active, inactive, deleted from list_total_past where resource = '${table.name}' order by position desc limit 1) where resource = '${table.name}'`)
  return (await client.query<{ last: number }>(`select max(position)::int as last from ${name}`)).rows[0]?.last ?? 0
}
