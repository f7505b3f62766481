import type { Queryable } from '../../../projections/schema.ts'
import { readKinds } from '../../../projections/kinds.ts'
import { quote } from '../../../projections/sql.ts'
import { builtInOf } from '../../../domain/fields/built-in.ts'
import { isDated } from '../../../domain/publishing.ts'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'

/** The title of the row with an id: eight hex digits tell it from all others. */
export const titleSql = "'Title ' || md5(id::text)"

const base: Readonly<Record<string, string>> = {
  id: 'id',
  status: "case when id % 20 = 0 then 'inactive' when id % 33 = 0 then 'deleted' else 'active' end",
  restores_to: "'active'",
  version: '1',
  slug: "'slug-' || md5(id::text)",
  slugs: "array['old-' || id, 'slug-' || md5(id::text)]",
  label: titleSql,
  created_at: "'2026-01-01'::timestamptz + id * interval '1 minute'",
  changed_at: 'now()',
  created_by_type: "'user'",
  created_by_id: "'7'",
  changed_by_type: "'user'",
  changed_by_id: "'7'",
  keyword: "'title ' || md5(id::text)",
}

const words = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

const byColumn: Readonly<Record<string, string>> = {
  text: "''",
  boolean: 'id % 3 = 0',
  timestamptz: 'null',
  jsonb: "'[]'::jsonb",
  integer: 'id % 50 + 1',
  decimal: '(id % 50)::numeric + 0.25',
}

const valueOf = (resource: Resource, name: string, field: Field): string => {
  const options = [...(field.options ?? []), ...builtInOf(field)]
  if (options.length > 0) return `(array[${words(options)}])[id % ${options.length} + 1]`
  if (resource.recordLabel.includes(name)) return titleSql
  // Every seventh belongs to a person.
  if (name === resource.owner) return "case when id % 7 = 3 then 'employee-' || id else '' end"
  if (field.kind === 'object') return "'{}'::jsonb"
  if (field.kind === 'html') return 'repeat(md5(id::text), 40)'
  return name === resource.order ? 'id' : (byColumn[readKinds[field.kind].column] ?? 'null')
}

/** Puts so many rows of a resource into its read table, with their totals: as many kinds of them as there are. */
export const fillTable = async (client: Queryable, resource: Resource, rows: number): Promise<void> => {
  const { name, slug, fields, owner } = resource
  const named = Object.entries(base).filter(([column]) => slug !== undefined || !column.startsWith('slug'))
  const values = Object.entries(fields).map(([field, of]) => [field, valueOf(resource, field, of)] as const)
  const dated: [string, string][] = isDated(resource) ? [['published_at', base.created_at ?? 'null']] : []
  const all = [...named, ...dated, ...values]
  await client.query(
    `insert into ${quote(name)} (${all.map(([column]) => quote(column)).join(', ')})
     select ${all.map(([, value]) => value).join(', ')} from generate_series(1, ${rows}) id`,
  )
  await client.query(`insert into list_total
    select '${name}', count(*) filter (where status = 'active'), count(*) filter (where status = 'inactive'),
      count(*) filter (where status = 'deleted') from ${quote(name)}${owner === undefined ? '' : ` where ${quote(owner)} = ''`}`)
}
