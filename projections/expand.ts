import type { Json } from '../domain/event.ts'
import type { Field } from '../domain/fields/field.ts'
import { fieldsWithin, isFile, leavesOf, mapLeaves, pointsAt } from '../domain/fields/walk.ts'
import { isJsonObject } from '../domain/json.ts'
import type { Resource } from '../domain/resource.ts'
import type { RecordRow } from './kinds.ts'
import { shownSql } from './scope.ts'
import { fileLink, quote } from './sql.ts'
import type { Reader } from './reader.ts'

type Resources = ReadonlyMap<string, Resource>
type Named = { id: number; name: string; slug: string | null; key: string | null; status: string }

const isComposite = ({ kind }: Field) => kind === 'object' || kind === 'list' || kind === 'tree'

// Fields follow from declarations, which never change: every read asks for them.
const known = new WeakMap<Resource, [string, Field][]>()

const pointing = (resource: Resource): [string, Field][] => {
  const found = known.get(resource) ?? pointingOf(resource)
  known.set(resource, found)
  return found
}

const pointingOf = (resource: Resource): [string, Field][] =>
  Object.entries(resource.fields).filter(
    ([, field]) => isComposite(field) && fieldsWithin(field).some(({ references }) => references !== undefined),
  )

const loadNamed = async (
  pool: Reader,
  resources: Resources,
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
  isPortal: boolean,
) => {
  const selects = [...wanted].flatMap(([name]) => {
    const target = resources.get(name)
    const key = target?.fields.key ? 'r.key' : 'null'
    const shown = target && isPortal ? shownSql(target, 'r').map((condition) => ` and ${condition}`) : []
    return `select '${name}' as resource, r.id, r.label as name, r.slug, r.status, ${key} as key from ${quote(name)} r
      where r.status <> 'deleted' and r.id = any($${[...wanted.keys()].indexOf(name) + 1}::integer[])${shown.join('')}`
  })
  const { rows } = await pool.query<Named & { resource: string }>(
    selects.join(' union all '),
    [...wanted.values()].map((ids) => [...ids]),
  )
  return new Map(rows.map((row) => [`${row.resource}-${row.id}`, row]))
}

/** A composite value as the API answers it: files keep their id and have `<part>_url` beside it, references become {id, name, slug}. */
const answer = (
  name: string,
  field: Field,
  value: Json,
  known: ReadonlyMap<string, Named>,
  isPortal: boolean,
): Json => {
  const shown = mapLeaves(name, field, value, (leaf) => {
    const at = pointsAt(leaf)
    if (!at) return leaf.value
    const named = at.ids.flatMap((id) => known.get(`${at.to}-${id}`) ?? [])
    if (isFile(leaf.field)) {
      const [file] = named
      const isShown = file !== undefined && (file.status === 'active' || !isPortal)
      return { id: leaf.value, url: isShown && file.key ? fileLink(file.key, file.name) : null }
    }
    const found = named.map(({ id, name: label, slug, status }) => {
      return { id, name: label, slug, ...(status === 'active' ? {} : { isInactive: true }) }
    })
    return leaf.field.kind === 'references' ? found : (found[0] ?? null)
  })
  return besideFiles(field, shown)
}

/** Moves the address of each file beside its id. */
const besideFiles = (field: Field, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item) => besideFiles(field, item))
  if (typeof value !== 'object' || value === null) return value
  const parts = field.fields ?? field.of?.fields ?? {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, Json][] => {
      const known = parts[name]
      if (known && isFile(known) && isJsonObject(part))
        return [
          [name, part.id ?? null],
          [`${name}_url`, part.url ?? null],
        ]
      if (name === 'children') return [[name, besideFiles(field, part)]]
      return [[name, known && isComposite(known) ? besideFiles(known, part) : part]]
    }),
  )
}

// What a JSON column holds was written from JSON values.
const asJson = (value: unknown) => (value ?? null) as Json

/** Names what composite values of rows point at: one more statement, and none for resources without such fields. In the portal no file is named that employees cannot open. */
export const expand = async (
  pool: Reader,
  resources: Resources,
  resource: Resource,
  rows: readonly RecordRow[],
  isPortal = false,
): Promise<readonly RecordRow[]> => {
  const fields = pointing(resource)
  if (fields.length === 0) return rows
  const wanted = new Map<string, Set<number>>()
  for (const row of rows)
    for (const [name, field] of fields)
      for (const leaf of row[name] === undefined ? [] : leavesOf(name, field, asJson(row[name]))) {
        const at = pointsAt(leaf)
        if (at && resources.has(at.to)) wanted.set(at.to, new Set([...(wanted.get(at.to) ?? []), ...at.ids]))
      }
  const named = wanted.size === 0 ? new Map<string, Named>() : await loadNamed(pool, resources, wanted, isPortal)
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      fields.flatMap(([name, field]) =>
        row[name] === undefined ? [] : [[name, answer(name, field, asJson(row[name]), named, isPortal)]],
      ),
    ),
  }))
}
