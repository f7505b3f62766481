import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument, replace } from 'react-router-dom'
import { loadMe } from '../ui-shared/session/session.ts'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { listSearch, readListAddress } from './list-address.ts'
import type { PageOf, PageQuery } from './index-page.tsx'
import { postsQuery } from './queries.ts'

// Loaders run beside the gate, so nothing is asked for when the answer can only be 401. They never throw: a screen shows
// its own failure with Retry.

/** The profile here is an employee's; users have theirs in the back office (spec/2 §2.6). */
export const profileLoader = (client: QueryClient) => async () =>
  (await loadMe(client))?.type === 'user' ? redirectDocument('/dashboard/profile') : null

type Load = (args: LoaderFunctionArgs) => Promise<Response | null>

/** Data of a screen that shows one answer. */
export const queryLoader =
  <One, Key extends readonly unknown[]>(
    client: QueryClient,
    queryOf: (args: LoaderFunctionArgs) => FetchQueryOptions<One, Error, One, Key>,
  ): Load =>
  async (args) => {
    if (!startedSignedOut()) await client.prefetchQuery(queryOf(args))
    return null
  }

/** Data of the landing beside what the gate asks for: the latest posts. */
export const landingLoader = (client: QueryClient): Load =>
  queryLoader(client, () => postsQuery({ page: 1, category: '' }))

/** Data of a list, and of what stands beside it; an address past the last page leads to the last (spec/decisions X7). */
export const indexLoader =
  <Row>(
    client: QueryClient,
    path: string,
    queryOf: PageQuery<Row>,
    beside: () => Promise<unknown>[] = () => [],
  ): Load =>
  async ({ request }) => {
    if (startedSignedOut()) return null
    const address = readListAddress(new URL(request.url).searchParams)
    const query = queryOf(address)
    await Promise.all([client.prefetchQuery(query), ...beside()])
    const last = client.getQueryData<PageOf<Row>>(query.queryKey)?.meta.total_page
    if (last === undefined || address.page <= last) return null
    return replace(path + listSearch({ ...address, page: last }))
  }

type Addressed = { slug: string }

/** Data of a record by its slug; a former slug or an id leads to the address of today (spec/decisions D2). `then` loads what depends on it. */
export const detailLoader =
  <One extends Addressed>(
    client: QueryClient,
    at: string,
    queryOf: (slug: string) => FetchQueryOptions<One, Error, One, string[]>,
    then: (record: One) => Promise<unknown> | undefined = () => undefined,
  ): Load =>
  async ({ params: { slug = '' } }) => {
    if (startedSignedOut()) return null
    await client.prefetchQuery(queryOf(slug))
    const record = client.getQueryData<One>(queryOf(slug).queryKey)
    if (!record) return null
    await then(record)
    if (record.slug === slug) return null
    client.setQueryData(queryOf(record.slug).queryKey, record)
    return replace(at + encodeURIComponent(record.slug))
  }
