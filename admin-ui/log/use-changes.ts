import { useQueries } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Fields } from '../../domain/fields/values.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { NameOf } from '../diff/value-lines.ts'
import type { ActivityEntry, EntryChange } from './activity.ts'
import { changeSchema } from './activity.ts'
import { declarationOfKind } from './kinds.ts'

// As many as one call takes.
const askedAtOnce = 100

const toldSchema = z.object({
  data: z.array(z.object({ id: z.string(), action: z.string(), changes: z.nullable(z.array(changeSchema)) })),
  names: z.catchall(z.object({}), z.string()),
})

/** What entries of a page changed, with the names of what they point at. */
export type Changes = {
  of: (entry: ActivityEntry) => readonly EntryChange[]
  fieldOf: (entry: ActivityEntry, change: EntryChange) => Field | undefined
  nameOf: NameOf
}

const pieces = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / askedAtOnce) }, (_, piece) =>
    ids.slice(piece * askedAtOnce, (piece + 1) * askedAtOnce),
  )

const inputOf = (declared: Resource, action: string): Fields => declared.verbs[action]?.input ?? {}

/** What the entries of a page changed; those that are not there yet changed nothing so far. New records say all of it when they are opened. */
export const usePageChanges = (entries: readonly ActivityEntry[]): Changes => {
  const told = entries.filter(
    ({ id, actionType }) => /^\d+$/.test(id) && !['Create', 'Login', 'Logout'].includes(actionType ?? ''),
  )
  const asked = useQueries({
    queries: pieces(told.map(({ id }) => id)).map((ids) => ({
      queryKey: ['activity', 'changes', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.get('/utility/activity_log/changes', { query: { ids: ids.join(',') }, as: toldSchema, signal }),
      // What happened stays as it was.
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const names = [...new Set(told.flatMap(({ modelAffected }) => modelAffected || []))]
  const declared = useQueries({
    queries: names.map((name) => ({
      queryKey: ['declaration', name],
      queryFn: () => declarationOfKind(name),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const byId = new Map(asked.flatMap(({ data }) => data?.data ?? []).map((one) => [one.id, one]))
  const known: Readonly<Record<string, string>> = Object.assign({}, ...asked.map(({ data }) => data?.names ?? {}))
  const resourceOf = (name: string | null) => declared[names.indexOf(name ?? '')]?.data ?? null
  return {
    of: ({ id }) => byId.get(id)?.changes ?? [],
    fieldOf: ({ id, modelAffected }, { field }) => {
      const resource = resourceOf(modelAffected)
      return resource?.fields[field] ?? (resource ? inputOf(resource, byId.get(id)?.action ?? '')[field] : undefined)
    },
    nameOf: (resource, id) => known[`${resource}-${id}`] ?? `#${id}`,
  }
}
