import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunction, RouteObject } from 'react-router-dom'
import { startedSignedOut } from '../ui-shared/session/signed-in-hint.ts'
import { postsQuery } from './queries.ts'

/** Data of the landing beside what the gate asks for: the latest posts. */
const landingLoader = (client: QueryClient) => async () => {
  if (!startedSignedOut()) await client.prefetchQuery(postsQuery({ page: 1, category: '' }))
  return null
}

/** The screens of the portal, a line each; a screen's data is asked for while its code is on the way. */
export const screens = (client: QueryClient): RouteObject[] => {
  // Nobody waits at the landing for what the other screens ask.
  const loader: LoaderFunction = async (args) => (await import('./loaders.ts')).load(client, args)
  return [
    {
      path: '/',
      loader: landingLoader(client),
      lazy: async () => ({ Component: (await import('./landing/landing.tsx')).Landing }),
    },
    {
      path: '/post',
      loader,
      lazy: async () => ({ Component: (await import('./post/post-list.tsx')).PostList }),
    },
    {
      path: '/post/:slug',
      loader,
      lazy: async () => ({ Component: (await import('./post/post-detail.tsx')).PostDetail }),
    },
    {
      path: '/gallery',
      loader,
      lazy: async () => ({ Component: (await import('./page/gallery-list.tsx')).GalleryList }),
    },
    {
      path: '/jobs',
      loader,
      lazy: async () => ({ Component: (await import('./page/job-list.tsx')).JobList }),
    },
    {
      path: '/document',
      loader,
      lazy: async () => ({ Component: (await import('./document/document-list.tsx')).DocumentList }),
    },
    {
      path: '/employee',
      loader,
      lazy: async () => ({ Component: (await import('./employee/directory.tsx')).Directory }),
    },
    {
      path: '/employee/:id',
      loader,
      lazy: async () => ({ Component: (await import('./employee/person.tsx')).PersonPage }),
    },
    {
      path: '/request',
      loader,
      lazy: async () => ({ Component: (await import('./send/stationery-form.tsx')).StationeryForm }),
    },
    {
      path: '/profile/requests',
      loader,
      lazy: async () => ({ Component: (await import('./mine/my-requests.tsx')).MyRequests }),
    },
    {
      path: '/profile',
      loader,
      lazy: async () => ({ Component: (await import('./profile/profile.tsx')).Profile }),
    },
    {
      path: '/:slug',
      loader,
      lazy: async () => ({ Component: (await import('./page/page-screen.tsx')).PageScreen }),
    },
  ]
}
