import type { QueryClient } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirectDocument, type RouteObject } from 'react-router-dom'
import { appOf } from '../ui-shared/session/apps.ts'
import { documentsQuery } from './document/document-queries.ts'
import { directoryQuery, personQuery, readDirectoryAddress } from './employee/directory-queries.ts'
import { detailLoader, indexLoader, landingLoader, profileLoader, queryLoader } from './loaders.ts'
import { galleriesQuery, jobsQuery, pageQuery } from './page/page-queries.ts'
import { loadView } from './page/views.ts'
import { categoriesQuery, postQuery, postsQuery } from './queries.ts'

/** A page that stands at the root may have the address of the other app. */
const pageLoader = (client: QueryClient) => {
  const load = detailLoader(client, '/', pageQuery, ({ type }) => loadView(type))
  return async (args: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(args.request.url)
    return appOf(pathname) === 'admin' ? redirectDocument(pathname + search) : load(args)
  }
}

/** The screens of the portal, a line each; a screen's data is asked for while its code is on the way. */
export const screens = (client: QueryClient): RouteObject[] => [
  {
    path: '/',
    loader: landingLoader(client),
    lazy: async () => ({ Component: (await import('./landing/landing.tsx')).Landing }),
  },
  {
    path: '/post',
    loader: indexLoader(client, '/post', postsQuery, () => [client.prefetchQuery(categoriesQuery)]),
    lazy: async () => ({ Component: (await import('./post/post-list.tsx')).PostList }),
  },
  {
    path: '/post/:slug',
    loader: detailLoader(client, '/post/', postQuery),
    lazy: async () => ({ Component: (await import('./post/post-detail.tsx')).PostDetail }),
  },
  {
    path: '/gallery',
    loader: indexLoader(client, '/gallery', galleriesQuery),
    lazy: async () => ({ Component: (await import('./page/gallery-list.tsx')).GalleryList }),
  },
  {
    path: '/jobs',
    loader: indexLoader(client, '/jobs', jobsQuery),
    lazy: async () => ({ Component: (await import('./page/job-list.tsx')).JobList }),
  },
  {
    path: '/document',
    loader: indexLoader(client, '/document', documentsQuery),
    lazy: async () => ({ Component: (await import('./document/document-list.tsx')).DocumentList }),
  },
  {
    path: '/employee',
    loader: queryLoader(client, ({ request }) =>
      directoryQuery(readDirectoryAddress(new URL(request.url).searchParams)),
    ),
    lazy: async () => ({ Component: (await import('./employee/directory.tsx')).Directory }),
  },
  {
    path: '/employee/:id',
    loader: queryLoader(client, ({ params }) => personQuery(params.id ?? '')),
    lazy: async () => ({ Component: (await import('./employee/person.tsx')).PersonPage }),
  },
  {
    path: '/profile',
    loader: profileLoader(client),
    lazy: async () => ({ Component: (await import('./profile/profile.tsx')).Profile }),
  },
  {
    path: '/:slug',
    loader: pageLoader(client),
    lazy: async () => ({ Component: (await import('./page/page-screen.tsx')).PageScreen }),
  },
]
