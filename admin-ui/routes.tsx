import { type LoaderFunctionArgs, Outlet, type RouteObject, type ShouldRevalidateFunctionArgs } from 'react-router-dom'
import { toSignIn } from '../ui-shared/auth/after-sign-in.ts'
import { authRoutes, registrationRoute, sharedRoutes } from '../ui-shared/auth/routes.tsx'
import { BrokenPart, BrokenScreen } from '../ui-shared/broken-screen.tsx'
import { RouteProgress } from '../ui-shared/route-progress.tsx'
import type { rareScreens } from './rare-screens.ts'
import { inboxPaths, singletonPaths } from './fixed-paths.ts'
import { NotHere } from './shell/not-here.tsx'

const Root = () => (
  <>
    <RouteProgress />
    <Outlet />
  </>
)

// Loaded beside the code of the screen; which record or page is shown changes nothing in it.
const ofResource = {
  loader: async ({ params }: LoaderFunctionArgs) => (await import('./screens.ts')).loadScreens(params.resource),
  shouldRevalidate: ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
    currentParams.resource !== nextParams.resource,
}

// The code of the form comes beside its declaration.
const loadForm = async (name: string | undefined, args: LoaderFunctionArgs) => {
  const [{ loadScreens }, { openForm }] = await Promise.all([import('./screens.ts'), import('./edit/open-form.ts')])
  return openForm(await loadScreens(name), args)
}

const rare = (name: keyof typeof rareScreens, more = '', at: string = name): RouteObject => ({
  path: at + more,
  lazy: async () => (await import('./rare-screens.ts')).rareScreens[name](),
})

// Screens that are not lists or forms of a resource, one line each; the others follow from the catalogue.
const screens: RouteObject[] = [
  { index: true, lazy: () => import('./dashboard/dashboard-page.tsx') },
  rare('activity_trail'),
  rare('audit', '/:screen/:kind?/:key?'),
  rare('calendar', '/:entry?'),
  rare('checkpoints'),
  rare('jobs'),
  rare('org_chart'),
  rare('evidence'),
  rare('debug_log'),
  rare('mail'),
  rare('operations'),
  rare('post', '/:key/readers'),
  rare('opens', '/:key/opens', 'post'),
  rare('profile'),
  rare('reviews', '/:entry?'),
  rare(':resource', '/bulk'),
  // One route for the list and for what is opened in it: the list stays as it is beside it.
  ...inboxPaths.map((path) => ({
    path: `${path}/:key?`,
    loader: async () => (await import('./screens.ts')).loadScreens(path),
    shouldRevalidate: () => false,
    lazy: () => import('./inbox/inbox-route.tsx'),
  })),
  ...singletonPaths.map((path) => ({
    path,
    loader: async (args: LoaderFunctionArgs) => loadForm(path, args),
    shouldRevalidate: () => false,
    lazy: () => import('./edit/singleton-route.tsx'),
  })),
  {
    path: ':resource',
    ...ofResource,
    loader: async (args) => (await import('./list/list-loader.ts')).loadList(args),
    lazy: () => import('./list/list-route.tsx'),
  },
  { path: ':resource/spreadsheets', ...ofResource, lazy: () => import('./sheets/sheets-route.tsx') },
  // One route for a new record and what it is once it was saved: the form stays as it is. Below a record stands its history.
  {
    path: ':resource/:key/:parent?',
    ...ofResource,
    loader: async (args) => loadForm(args.params.resource, args),
    lazy: () => import('./edit/record-route.tsx'),
  },
  { path: '*', Component: NotHere },
]

/** Every address of the back office (docs/specification/screens.md#addresses). */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: BrokenScreen,
    HydrateFallback: () => null,
    children: [
      { path: '/auth', loader: toSignIn },
      ...authRoutes('user'),
      registrationRoute,
      ...sharedRoutes,
      {
        path: '/dashboard',
        lazy: () => import('./shell/shell-route.tsx'),
        // A screen that breaks leaves the menu standing.
        children: [{ ErrorBoundary: BrokenPart, children: screens }],
      },
      { path: '*', Component: NotHere },
    ],
  },
]
