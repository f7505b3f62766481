import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router-dom'
import { landingLoader, postListLoader, postLoader, profileLoader } from './loaders.ts'

/** The screens of the portal, a line each; a screen's data is asked for while its code is on the way. */
export const screens = (client: QueryClient): RouteObject[] => [
  {
    path: '/',
    loader: landingLoader(client),
    lazy: async () => ({ Component: (await import('./landing/landing.tsx')).Landing }),
  },
  {
    path: '/post',
    loader: postListLoader(client),
    lazy: async () => ({ Component: (await import('./post/post-list.tsx')).PostList }),
  },
  {
    path: '/post/:slug',
    loader: postLoader(client),
    lazy: async () => ({ Component: (await import('./post/post-detail.tsx')).PostDetail }),
  },
  {
    path: '/profile',
    loader: profileLoader(client),
    lazy: async () => ({ Component: (await import('./profile/profile.tsx')).Profile }),
  },
]

/** The entries of the menu, in their order: words and address. */
export const menu: readonly { label: string; to: string }[] = [
  { label: 'Home', to: '/' },
  { label: 'News', to: '/post' },
]
