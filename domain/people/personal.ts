import type { Field } from '../fields/field.ts'

/** The permissions of which one opens the records of an area to be looked at; what has none is looked at by auditors alone. */
export const lookersAt = ({ area }: { area: string | null }): string[] => [
  ...(area === null ? [] : [`r-${area}`]),
  'r-audit',
]

/** How somebody sees the records of a resource: whole, without what is personal in them, or not at all. */
export type Sight = 'whole' | 'masked' | 'none'

/** What permissions show of a resource: its readers see all of it, auditors what is personal only with a permission of its own. */
export const sightOf = ({ area }: { area: string | null }, perms: readonly string[]): Sight => {
  if (area !== null && perms.includes(`r-${area}`)) return 'whole'
  if (!perms.includes('r-audit')) return 'none'
  return perms.includes('r-audit_personal') ? 'whole' : 'masked'
}

/** True when records in Trash are shown to them (X11). */
export const seesTrash = ({ area }: { area: string | null }, perms: readonly string[]): boolean =>
  perms.includes(`d-${area}`) || perms.includes('r-audit')

type Owned = { area: string | null; owner?: string | undefined }

/** True when a record belongs to a person and is told of to auditors alone beside its own record. @param values of the record */
export const hidesOwned = (
  resource: Owned,
  values: Readonly<Record<string, unknown>>,
  perms: readonly string[],
): boolean => {
  if (resource.owner === undefined || !values[resource.owner]) return false
  return !(perms.includes('r-audit') && (perms.includes('r-audit_personal') || sightOf(resource, perms) === 'masked'))
}

type Declared = { fields: Readonly<Record<string, Field>>; recordLabel: readonly string[] }

/** True when what a record is called tells of a person. */
export const isNamedPersonally = ({ fields, recordLabel }: Declared): boolean =>
  recordLabel.some((name) => fields[name]?.isPersonal)

/** True when lists of it are searched by what is personal: a keyword would tell of it, letter by letter. */
export const isSoughtPersonally = (resource: Declared & { list: { search: readonly string[] } }): boolean =>
  resource.list.search.some(
    (name) => resource.fields[name]?.isPersonal || (name === 'label' && isNamedPersonally(resource)),
  )
