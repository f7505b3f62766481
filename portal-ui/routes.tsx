import type { QueryClient } from '@tanstack/react-query'
import { type Location, Outlet, type RouteObject, ScrollRestoration } from 'react-router-dom'
import { authRoutes, sharedRoutes } from '../ui-shared/auth/routes.tsx'
import { BrokenScreen } from '../ui-shared/broken-screen.tsx'
import { RouteProgress } from '../ui-shared/route-progress.tsx'
import { PleaseWait } from '../ui-shared/states.tsx'
import { gate, unknownAddress } from './gate.ts'
import { screens } from './screens.ts'

// The first page after each load has one and the same key: what was scrolled there says nothing of another address.
const placeOf = ({ key, pathname }: Location): string => (key === 'default' ? pathname : key)

const Root = () => (
  <>
    <RouteProgress />
    <Outlet />
    <ScrollRestoration getKey={placeOf} />
  </>
)

/** Everything that the portal answers: sign-in, sign-out and errors for anybody, the screens behind the gate. */
export const portalRoutes = (client: QueryClient): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: BrokenScreen,
    HydrateFallback: PleaseWait,
    children: [
      ...authRoutes('employee'),
      ...sharedRoutes,
      { path: '/unsubscribe/:token', lazy: () => import('./digest/unsubscribe.tsx') },
      { path: '/preview/:token', lazy: () => import('./preview/preview-screen.tsx') },
      {
        loader: gate(client),
        // The gate stands before each step, not only before the first.
        shouldRevalidate: () => true,
        lazy: () => import('./shell/shell.tsx'),
        children: [...screens(client), { path: '*', loader: unknownAddress(client), element: null }],
      },
    ],
  },
]
