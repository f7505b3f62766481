import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument, replace } from 'react-router-dom'
import { loadMe } from '../ui-shared/session/session.ts'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { listSearch, readListAddress } from './list-address.ts'
import { categoriesQuery, featuredQuery, postQuery, postsQuery } from './queries.ts'

// Loaders run beside the gate, so nothing is asked for when the answer can only be 401. They never throw: a screen shows
// its own failure with Retry.

/** The profile here is an employee's; users have theirs in the back office (spec/2 §2.6). */
export const profileLoader = (client: QueryClient) => async () =>
  (await loadMe(client))?.type === 'user' ? redirectDocument('/dashboard/profile') : null

/** Data of the landing: the featured message and the latest posts. */
export const landingLoader = (client: QueryClient) => async () => {
  if (startedSignedOut()) return null
  await Promise.all([client.prefetchQuery(featuredQuery), client.prefetchQuery(postsQuery({ page: 1, category: '' }))])
  return null
}

/** Data of the post list; an address past the last page leads to the last (spec/decisions X7). */
export const postListLoader =
  (client: QueryClient) =>
  async ({ request }: LoaderFunctionArgs) => {
    if (startedSignedOut()) return null
    const address = readListAddress(new URL(request.url).searchParams)
    const query = postsQuery(address)
    await Promise.all([client.prefetchQuery(query), client.prefetchQuery(categoriesQuery)])
    const last = client.getQueryData(query.queryKey)?.meta.total_page
    if (last === undefined || address.page <= last) return null
    return replace(`/post${listSearch({ ...address, page: last })}`)
  }

/** Data of a post; a former slug or an id leads to the address of today (spec/decisions D2). */
export const postLoader =
  (client: QueryClient) =>
  async ({ params }: LoaderFunctionArgs) => {
    const { slug = '' } = params
    if (startedSignedOut()) return null
    await client.prefetchQuery(postQuery(slug))
    const post = client.getQueryData(postQuery(slug).queryKey)
    if (!post || post.slug === slug) return null
    client.setQueryData(postQuery(post.slug).queryKey, post)
    return replace(`/post/${encodeURIComponent(post.slug)}`)
  }
