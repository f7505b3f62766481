import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { pageOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import type { ListAddress } from '../list-address.ts'

const found = z.object({ name: z.string(), link: z.string(), extension: z.string() })

/** A page of the documents that a keyword finds; none without one (W12). */
export const documentsQuery = ({ keyword, page }: Pick<ListAddress, 'keyword' | 'page'>) =>
  queryOptions({
    retryOnMount: false,
    staleTime: 30_000,
    queryKey: ['document', keyword, page],
    queryFn: ({ signal }) =>
      api.get('/file', { query: { keyword, page, per_page: 20, view: 'portal' }, as: pageOf(found), signal }),
  })
