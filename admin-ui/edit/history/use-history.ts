import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { api } from '../../../ui-shared/api/client.ts'
import type { Query } from '../../../ui-shared/api/typed.ts'
import { statusOf } from '../../../ui-shared/api/error.ts'

/** One change of a record. */
export const entrySchema = z.object({
  version: z.number(),
  at: z.string(),
  actor: z.optional(z.nullable(z.looseObject({ type: z.string(), name: z.optional(z.nullable(z.string())) }))),
  action: z.string(),
  /** What a revert went back to, or the versions that it left out. */
  back: z.optional(z.object({ version: z.number(), without: z.optional(z.array(z.number())) })),
  /** Who proposed it, where somebody else published it. */
  proposer: z.optional(z.object({ name: z.string() })),
  changes: z._default(
    z.array(z.object({ field: z.string(), from: z.optional(z.unknown()), to: z.optional(z.unknown()) })),
    [],
  ),
})
export type Entry = z.infer<typeof entrySchema>

const pageSchema = z.object({ data: z.array(entrySchema), meta: z.object({ versions: z.number() }) })

/** Entries of a history, the newest first, by what is asked of it. */
export const fetchHistory = (resource: string, id: number, query: Query, signal: AbortSignal) =>
  api.get(`/${resource}/${id}/history`, { query, as: pageSchema, signal })

// More than a glance takes; all of them have a screen of their own.
const most = 50

/** Where that is asked for; a page that knows its record begins with it (vite.pages.ts). */
export const historyAddress = (resource: string, id: number): string => `/api/${resource}/${id}/history?limit=${most}`

/** What happened to a record lately, newest first. */
export const historyQuery = (resource: string, id: number) =>
  queryOptions({
    queryKey: [resource, 'history', id],
    queryFn: async ({ signal }) => (await fetchHistory(resource, id, { limit: most }, signal)).data,
  })

/** The same, for a screen. */
export const useHistory = (resource: string, id: number) => useQuery(historyQuery(resource, id))

/** True once a record that is shown was deleted: its history says so, or is gone with it for whoever may not read Trash. */
export const useIsGone = (resource: string, id: number | null): boolean => {
  const { data: entries = [], error } = useQuery({ ...historyQuery(resource, id ?? 0), enabled: id !== null })
  return statusOf(error) === 404 || entries[0]?.action === 'delete'
}

/** The field that a change is about: of the record, or of what its verb asked for. */
export const changedField = (resource: Resource, { action }: Entry, name: string): Field | undefined =>
  resource.fields[name] ?? resource.verbs[action]?.input?.[name]

const textKinds: ReadonlySet<FieldKind> = new Set(['text', 'longText', 'html', 'css', 'link', 'email'])
// What they point at is looked up when it is asked for; here it would be numbers.
const withParts: ReadonlySet<FieldKind> = new Set(['object', 'list', 'tree', 'reference', 'references', 'permissions'])
/** True for a field whose changes are shown word by word. */
export const isText = ({ kind }: Field): boolean => textKinds.has(kind)

/** True for a field whose changes are shown in lines, in a dialog. */
export const hasParts = ({ kind }: Field): boolean => withParts.has(kind)

/** True for a field whose changes a dialog can show. */
export const isTold = (field: Field): boolean => isText(field) || hasParts(field)
