import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'

const named = z.nullable(z.object({ id: z.number(), name: z.string() }))
const cardSchema = z.object({
  id: z.number(),
  fullname: z.string(),
  display_name: z.string(),
  thumbnail: z.nullable(z.string()),
  title: z.nullable(z.object({ id: z.number(), title_name: z.string() })),
  division: named,
  departement: named,
})
const groupSchema = z.object({ id: z.number(), name: z.string(), employee: z.array(cardSchema) })
const personSchema = z.extend(cardSchema, {
  email: z.string(),
  office_phone: z.string(),
  linkedln: z.string(),
  facebook: z.string(),
  instagram: z.string(),
  superOrdinateDetails: z.array(cardSchema),
  subOrdinateDetails: z.array(cardSchema),
})

export type PersonCard = z.infer<typeof cardSchema>
export type Person = z.infer<typeof personSchema>

/** The three tabs of the directory, each a call of the API (spec/2 §2.6). */
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
      (await api.get(`/employee/by_${by}`, { query: { keyword }, as: oneOf(z.array(groupSchema)), signal })).data,
  })

/** A colleague by id, with who is above and below. */
export const personQuery = (id: string) =>
  queryOptions({
    ...shared,
    queryKey: ['employee', 'one', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/employee/${encodeURIComponent(id)}/with_co`, { as: oneOf(personSchema), signal })
      return { ...data, name: data.fullname }
    },
  })
