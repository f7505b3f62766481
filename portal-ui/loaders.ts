import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument, replace } from 'react-router-dom'
import { appOf } from '../ui-shared/session/apps.ts'
import { loadMe } from '../ui-shared/session/session.ts'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { collectionQuery, collectionRecordQuery, declarationQuery } from './collection/collection-queries.ts'
import { isCollection } from './collection/collections.ts'
import { documentsQuery } from './document/document-queries.ts'
import { directoryQuery, personQuery, readDirectoryAddress } from './employee/directory-queries.ts'
import { fetchPicture } from './fetch-picture.ts'
import { listSearch, readListAddress } from './list-address.ts'
import type { PageOf, PageQuery } from './index-page.tsx'
import { unknownAddress } from './gate.ts'
import { mineQuery, sentQuery, sentResourceOf } from './mine/mine-queries.ts'
import { galleriesQuery, jobsQuery, pageQuery } from './page/page-queries.ts'
import { loadView } from './page/views.ts'
import { categoriesQuery, postQuery, postsQuery } from './queries.ts'
import { itemsQuery } from './send/stationery-queries.ts'

// Loaders run beside the gate, so nothing is asked for when the answer can only be 401. They never throw: a screen shows
// its own failure with Retry.

type Load = (args: LoaderFunctionArgs) => Promise<Response | null>

/** Data of a screen that shows one answer. */
const queryLoader =
  <One, Key extends readonly unknown[]>(
    client: QueryClient,
    queryOf: (args: LoaderFunctionArgs) => FetchQueryOptions<One, Error, One, Key>,
  ): Load =>
  async (args) => {
    if (!startedSignedOut()) await client.prefetchQuery(queryOf(args))
    return null
  }

/** Data of a list, and of what stands beside it; an address past the last page leads to the last (X7). `then` gets the rows. */
const indexLoader =
  <Row>(
    client: QueryClient,
    path: string,
    queryOf: PageQuery<Row>,
    beside: () => Promise<unknown>[] = () => [],
    then: (rows: readonly Row[]) => void = () => undefined,
  ): Load =>
  async ({ request }) => {
    if (startedSignedOut()) return null
    const address = readListAddress(new URL(request.url).searchParams)
    const query = queryOf(address)
    await Promise.all([client.prefetchQuery(query), ...beside()])
    const found = client.getQueryData<PageOf<Row>>(query.queryKey)
    if (found) then(found.data)
    const last = found?.meta.total_page
    if (last === undefined || address.page <= last) return null
    return replace(path + listSearch({ ...address, page: last }))
  }

type Addressed = { slug: string }

/** Data of a record by its slug; a former slug or an id leads to the address of today (D2). `then` loads what depends on it. */
const detailLoader =
  <One extends Addressed>(
    client: QueryClient,
    at: string,
    queryOf: (slug: string) => FetchQueryOptions<One, Error, One, string[]>,
    then: (record: One) => unknown = () => undefined,
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

/** The profile here is an employee's; users have theirs in the back office (docs/specification/portal.md#addresses). */
const profileLoader =
  (client: QueryClient): Load =>
  async () =>
    (await loadMe(client))?.type === 'user' ? redirectDocument('/dashboard/profile') : null

/** A page that stands at the root may have the address of the other app. */
const pageLoader = (client: QueryClient): Load => {
  const load = detailLoader(client, '/', pageQuery, ({ type, images }) => {
    fetchPicture(images[0]?.thumbnail_url)
    return loadView(type)
  })
  return async (args) => {
    const { pathname, search } = new URL(args.request.url)
    return appOf(pathname) === 'admin' ? redirectDocument(pathname + search) : load(args)
  }
}

const collectionLoader = async (client: QueryClient, name: string, args: LoaderFunctionArgs) => {
  await client.prefetchQuery(declarationQuery(name))
  const { key } = args.params
  if (key === undefined) return indexLoader(client, `/${name}`, collectionQuery(name))(args)
  return detailLoader(client, `/${name}/`, collectionRecordQuery(name))({ ...args, params: { slug: key } })
}

/** Data of what has no address of its own here: a collection or one of its records, else a page. */
const otherLoader = (client: QueryClient): Load => {
  const [page, unknown] = [pageLoader(client), unknownAddress(client)]
  return async (args) => {
    const { slug = '', key } = args.params
    if (isCollection(slug)) return collectionLoader(client, slug, args)
    return key === undefined ? page(args) : unknown(args)
  }
}

/** All that somebody has sent, or one of it. */
const sentLoader = (client: QueryClient): Load => {
  const [list, unknown] = [indexLoader(client, '/profile/requests', mineQuery), unknownAddress(client)]
  return async (args) => {
    const { kind, id } = args.params
    const resource = sentResourceOf(kind)
    if (kind === undefined) return list(args)
    if (!resource || id === undefined) return unknown(args)
    return queryLoader(client, () => sentQuery(resource, id))(args)
  }
}

const loadersOf = (client: QueryClient): Readonly<Record<string, Load>> => ({
  '/post': indexLoader(client, '/post', postsQuery, () => [client.prefetchQuery(categoriesQuery)]),
  '/post/:slug': detailLoader(client, '/post/', postQuery, ({ thumbnail_url }) => fetchPicture(thumbnail_url)),
  '/gallery': indexLoader(client, '/gallery', galleriesQuery, undefined, ([first]) =>
    fetchPicture(first?.thumbnail_url),
  ),
  '/jobs': indexLoader(client, '/jobs', jobsQuery),
  '/document': indexLoader(client, '/document', documentsQuery),
  '/employee': queryLoader(client, ({ request }) =>
    directoryQuery(readDirectoryAddress(new URL(request.url).searchParams)),
  ),
  '/employee/:id': queryLoader(client, ({ params }) => personQuery(params.id ?? '')),
  '/request': queryLoader(client, () => itemsQuery),
  '/profile/requests/:kind?/:id?': sentLoader(client),
  '/profile': profileLoader(client),
  '/:slug/:key?': otherLoader(client),
})

/** Loads the data of the screen whose pattern a request fits. */
export const load = async (client: QueryClient, args: LoaderFunctionArgs): Promise<Response | null> =>
  (await loadersOf(client)[args.pattern]?.(args)) ?? null
