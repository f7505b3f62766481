import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { Json } from '../../domain/event.ts'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { fetchHistory } from '../edit/history/use-history.ts'

const versionSchema = z.object({
  version: z.number(),
  status: z.string(),
  slug: z.nullable(z.string()),
  values: z.looseObject({}),
  /** Of each secret the version that set it last. */
  secrets: z.looseObject({}),
  files: z.array(z.object({ id: z.number(), name: z.string(), link: z.string() })),
})

/** A record as it was at one of its versions. */
export type Version = z.infer<typeof versionSchema>

/** Asks for a version. It stays as it was, so it is asked for once. */
export const versionQuery = ({ name }: Resource, id: number, version: number) =>
  queryOptions({
    queryKey: [name, 'version', id, version],
    queryFn: async ({ signal }) =>
      (await api.get(`/${name}/${id}/history/${version}`, { as: oneOf(versionSchema), signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: version > 0,
  })

/** A version as it was; nothing for the time before the first. */
export const useVersion = (resource: Resource, id: number, version: number) =>
  useQuery(versionQuery(resource, id, version))

const perPage = 50

/** All versions, the newest first, so many at a time; `last` is the newest. Nothing is asked before the id is known. */
export const useVersions = ({ name }: Resource, id: number | null) => {
  // Each part begins below a version; the first at the newest.
  const [starts, setStarts] = useState<readonly number[]>([0])
  const parts = useQueries({
    queries: starts.map((before) => ({
      queryKey: [name, 'history', id, 'part', before],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchHistory(name, id ?? 0, { limit: perPage, ...(before > 0 ? { before } : {}) }, signal),
      enabled: id !== null,
    })),
  })
  const entries = parts.flatMap(({ data }) => data?.data ?? [])
  const oldest = entries.at(-1)?.version ?? 1
  const isWhole = parts.every(({ data }) => data !== undefined)
  return {
    entries: entries.length > 0 || isWhole ? entries : null,
    last: parts[0]?.data?.meta.versions ?? 0,
    error: parts.find(({ error }) => error)?.error ?? null,
    refetch: () => void Promise.all(parts.map((part) => part.refetch())),
    more: isWhole && oldest > 1 ? () => setStarts([...starts, oldest]) : null,
  }
}

const isAlike = (one: unknown, other: unknown): boolean =>
  // What came over the wire is JSON.
  canonicalJson((one ?? null) as Json) === canonicalJson((other ?? null) as Json)

/** The names of what differs between two versions: fields in their order, then the address and the status; secrets among them. */
export const differing = (resource: Resource, from: Version | null, to: Version): string[] => [
  ...Object.keys(resource.fields).filter(
    (name) =>
      resource.fields[name]?.isInternal !== true &&
      (Object.hasOwn(to.secrets, name)
        ? from?.secrets[name] !== to.secrets[name]
        : !isAlike(from?.values[name] ?? resource.fields[name]?.initial, to.values[name])),
  ),
  ...(from && from.slug !== to.slug ? ['slug'] : []),
  ...(from && from.status !== to.status ? ['status'] : []),
]

/** What people call a part of a record. */
export const labelOfPart = ({ fields }: Resource, name: string): string =>
  fields[name]?.label ?? (name === 'slug' ? 'Address' : 'Status')

const statusWords: Readonly<Record<string, string>> = { active: 'Active', inactive: 'Inactive', deleted: 'In Trash' }

/** What the address or the status of a record says; of fields their kinds say it. */
export const partWords = (name: string, value: unknown): string =>
  name === 'status' ? t(statusWords[textOf(value)] ?? 'Inactive') : textOf(value)
