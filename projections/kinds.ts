import type { Field, FieldKind } from '../domain/fields/field.ts'
import type { Resource } from '../domain/resource.ts'
import { shownSql } from './scope.ts'
import { fileLinkOf, quote } from './sql.ts'

/** A record as a statement answers it, or as the API reads it. */
export type RecordRow = Record<string, unknown>

/** What a field of a row needs from another table: a join, columns as SQL by name, and how those become wire values. */
export type Join = { sql: string; columns: Readonly<Record<string, string>>; read(result: RecordRow): RecordRow }

type ReadKind = {
  column: string
  /** Kept out of the row's page and out of lists. */
  isLong?: boolean
  /** Never leaves the server: only whether it is set is told. */
  isHidden?: boolean
  /** How its value becomes what the API answers; as it is when nothing is said. */
  read?(value: unknown): unknown
  join?(name: string, field: Field, target: Resource, alias: string, isPortal: boolean): Join
}

/** What is no longer offered stays where it was, and says so (E12). */
const markOf = (status: unknown) => (status === 'active' ? {} : { isInactive: true })

/** Employees read no name of what they are not shown. */
const alsoShown = (target: Resource, alias: string, isPortal: boolean): string =>
  (isPortal ? shownSql(target, alias) : []).map((condition) => ` and ${condition}`).join('')

const referenceJoin: ReadKind['join'] = (name, _field, target, alias, isPortal) => ({
  sql: `left join ${quote(target.name)} ${alias} on ${alias}.id = t.${quote(name)}${alsoShown(target, alias, isPortal)}`,
  columns: {
    [`${alias}_id`]: `${alias}.id`,
    [`${alias}_name`]: `${alias}.label`,
    [`${alias}_slug`]: `${alias}.slug`,
    [`${alias}_status`]: `${alias}.status`,
  },
  read: (result) => ({
    [name]:
      result[`${alias}_id`] === null
        ? null
        : {
            id: result[`${alias}_id`],
            name: result[`${alias}_name`],
            slug: result[`${alias}_slug`],
            ...markOf(result[`${alias}_status`]),
          },
  }),
})

/** Of files that have an address: in the portal those that employees can open (docs/decisions/files/0045). */
const shownFiles = (status: string, isPortal: boolean): string =>
  isPortal ? `${status} = 'active'` : `${status} <> 'deleted'`

/** A file keeps its id; where it can be fetched stands beside it as `<field>_url`. */
const fileJoin: ReadKind['join'] = (name, _field, target, alias, isPortal) => ({
  sql: `left join ${quote(target.name)} ${alias} on ${alias}.id = t.${quote(name)} and ${shownFiles(`${alias}.status`, isPortal)}`,
  columns: { [`${alias}_key`]: `${alias}.key`, [`${alias}_name`]: `${alias}.name` },
  read: (result) => ({ [`${name}_url`]: fileLinkOf(result[`${alias}_key`], result[`${alias}_name`]) }),
})

/** Many references as a list of {id, name, slug}, in their own order. */
const referencesJoin: ReadKind['join'] = (name, _field, target, alias, isPortal) => ({
  sql: `left join lateral (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.label, 'slug', r.slug, 'status', r.status) order by given.n), '[]') as all_of
    from jsonb_array_elements_text(t.${quote(name)}) with ordinality given (id, n) join ${quote(target.name)} r on r.id = given.id::integer${alsoShown(target, 'r', isPortal)}) ${alias} on true`,
  columns: { [`${alias}_all`]: `${alias}.all_of` },
  read: (result) => {
    const all = result[`${alias}_all`]
    return { [name]: Array.isArray(all) ? all.map(({ status, ...one }) => ({ ...one, ...markOf(status) })) : [] }
  },
})

const asNumber = (value: unknown) => (typeof value === 'string' ? Number(value) : (value ?? null))
const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : (value ?? null))

export const readKinds: Readonly<Record<FieldKind, ReadKind>> = {
  text: { column: 'text' },
  longText: { column: 'text' },
  html: { column: 'text', isLong: true },
  css: { column: 'text', isLong: true },
  email: { column: 'text' },
  link: { column: 'text' },
  choice: { column: 'text' },
  state: { column: 'text' },
  date: { column: 'text' },
  flag: { column: 'boolean' },
  integer: { column: 'integer' },
  decimal: { column: 'numeric', read: asNumber },
  moment: { column: 'timestamptz', read: iso },
  secret: { column: 'text', isHidden: true },
  picture: { column: 'integer', join: fileJoin },
  file: { column: 'integer', join: fileJoin },
  reference: { column: 'integer', join: referenceJoin },
  references: { column: 'jsonb', join: referencesJoin },
  emails: { column: 'jsonb' },
  permissions: { column: 'jsonb' },
  object: { column: 'jsonb' },
  list: { column: 'jsonb' },
  tree: { column: 'jsonb' },
}

/** The column that holds a unique field folded (`comparableName`), as people are looked up. */
export const foldedColumn = (field: string): string => `${field}_folded`
