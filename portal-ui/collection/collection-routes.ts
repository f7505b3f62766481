import type { LoaderFunction, RouteObject } from 'react-router-dom'
import { collections } from './collections.ts'

// The build leaves this empty where no declaration has a title for the portal (vite.catalog.ts).

/** The addresses of every collection: its list, and a page for each record. */
export const collectionRoutes = (loader: LoaderFunction): RouteObject[] =>
  collections.map((name) => ({
    path: `/${name}/:slug?`,
    loader,
    lazy: async () => (await import('../loaders.ts')).loadCollection(),
  }))
