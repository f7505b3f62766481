import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { oneOf, pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { ListAddress } from '../list-address.ts'
import { partsOf, textOf } from './text-of.ts'

// A record without an address of its own is addressed by its id.
const recordSchema = z.pipe(
  z.looseObject({ id: z.number(), created_at: z.string() }),
  z.transform((row) => ({ ...row, name: textOf(row.name) || null, slug: textOf(row.slug) || String(row.id) })),
)
export type CollectionRecord = z.infer<typeof recordSchema>

const shared = { retryOnMount: false, staleTime: 30_000 }
const perPage = 10

/** The declaration of a resource, once its screen is opened. */
export const declarationQuery = (name: string) =>
  queryOptions({
    queryKey: ['declaration', name],
    queryFn: async () => (await import('./declarations.ts')).declarationOf(name),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A page of what employees are shown of a resource. */
export const collectionQuery =
  (name: string) =>
  ({ page }: Pick<ListAddress, 'page'>) =>
    queryOptions({
      ...shared,
      queryKey: [name, 'list', page],
      queryFn: ({ signal }) =>
        api.get(`/${name}`, { query: { page, per_page: perPage, view: 'portal' }, as: pageOf(recordSchema), signal }),
    })

/** One of its records, by slug or id. */
export const collectionRecordQuery = (name: string) => (key: string) =>
  queryOptions({
    ...shared,
    queryKey: [name, 'one', key],
    queryFn: async ({ signal }) =>
      (
        await api.get(`/${name}/${encodeURIComponent(key)}`, {
          query: { view: 'portal' },
          as: oneOf(recordSchema),
          signal,
        })
      ).data,
  })

/** What a record is called. */
export const nameOf = ({ recordLabel }: Resource, record: CollectionRecord): string =>
  recordLabel.map((name) => textOf(partsOf(record)[name])).join(' ')
