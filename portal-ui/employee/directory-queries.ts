import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { directoryGroupSchema, personDetailSchema } from '../../domain/people/colleague.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

/** The three tabs of the directory, each a call of the API (docs/specification/portal.md#directory). */
export const tabs = ['title', 'division', 'department'] as const
export type DirectoryAddress = { by: (typeof tabs)[number]; keyword: string }

/** What the address of the directory says; the executives come first. */
export const readDirectoryAddress = (query: URLSearchParams): DirectoryAddress => ({
  by: tabs.find((one) => one === query.get('by')) ?? 'title',
  keyword: query.get('keyword') ?? '',
})

const shared = { retryOnMount: false, staleTime: 30_000 }

/** The query of a tab of the directory. */
export const directoryQuery = ({ by, keyword }: DirectoryAddress) =>
  queryOptions({
    ...shared,
    queryKey: ['employee', 'by', by, keyword],
    queryFn: async ({ signal }) =>
      (await api.get(`/employee/by_${by}`, { query: { keyword }, as: oneOf(z.array(directoryGroupSchema)), signal }))
        .data,
  })

/** A colleague by id, with who is above and below. */
export const personQuery = (id: string) =>
  queryOptions({
    ...shared,
    queryKey: ['employee', 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/employee/${encodeURIComponent(id)}/with_co`, {
        as: oneOf(personDetailSchema),
        signal,
      })
      return { ...data, name: data.fullname }
    },
  })
