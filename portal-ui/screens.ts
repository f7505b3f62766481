import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction, RouteObject } from 'react-router-dom'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { fetchPicture } from './fetch-picture.ts'
import { portalQuery } from './portal-data.ts'
import { postsQuery } from './queries.ts'

const fetchFirstPictures = async (client: QueryClient) => {
  await client.prefetchQuery(portalQuery)
  const { featured, banners = [] } = client.getQueryData(portalQuery.queryKey) ?? {}
  fetchPicture(featured?.thumbnail_url)
  fetchPicture(banners[0]?.thumbnail_url)
}

/** Data of the landing: what every page stands on, as the gate asks for it, the latest posts, and the first pictures. */
const landingLoader = (client: QueryClient) => async () => {
  if (startedSignedOut()) return null
  void fetchFirstPictures(client)
  await client.prefetchQuery(postsQuery({ page: 1, category: '' }))
  return null
}

/** The screens of the portal, a line each; a screen's data is asked for while its code is on the way. */
export const screens = (client: QueryClient): RouteObject[] => {
  // Nobody waits at the landing for what the other screens ask.
  const loader: LoaderFunction = async (args) => (await import('./loaders.ts')).load(client, args)
  return [
    { path: '/', loader: landingLoader(client), lazy: () => import('./landing/landing.tsx') },
    { path: '/post', loader, lazy: () => import('./post/post-list.tsx') },
    { path: '/post/:slug', loader, lazy: () => import('./post/post-detail.tsx') },
    { path: '/gallery', loader, lazy: () => import('./page/gallery-list.tsx') },
    { path: '/jobs', loader, lazy: () => import('./page/job-list.tsx') },
    { path: '/document', loader, lazy: () => import('./document/document-list.tsx') },
    { path: '/employee', loader, lazy: () => import('./employee/directory.tsx') },
    { path: '/employee/:id', loader, lazy: () => import('./employee/person.tsx') },
    { path: '/employee/:id/org_chart', lazy: () => import('./employee/chart.tsx') },
    { path: '/request', loader, lazy: () => import('./send/stationery-form.tsx') },
    { path: '/profile/requests/:kind?/:id?', loader, lazy: () => import('./mine/my-requests.tsx') },
    { path: '/profile', loader, lazy: () => import('./profile/profile.tsx') },
    { path: '/:slug/:key?', loader, lazy: () => import('./other-screen.tsx') },
  ]
}
