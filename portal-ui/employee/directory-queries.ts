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

const answer = z.object({ data: z.array(directoryGroupSchema), meta: z.object({ has_more: z.boolean() }) })

/** Groups with their first people; `has_more`: there are others. */
export type Directory = z.infer<typeof answer>

type Asked = DirectoryAddress & { group?: number; page?: number }

/** A page of a tab: of its groups, or of the people of one. @throws ApiError */
export const askDirectory = ({ by, ...query }: Asked, signal?: AbortSignal): Promise<Directory> =>
  api.get(`/employee/by_${by}`, { query, as: answer, ...(signal ? { signal } : {}) })

/** The query of a page of a tab. */
export const directoryQuery = (asked: Asked) =>
  queryOptions({
    ...shared,
    queryKey: ['employee', 'by', asked.by, asked.keyword, asked.group, asked.page],
    queryFn: ({ signal }) => askDirectory(asked, signal),
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
