import { resources } from '../domain/catalog.ts'
import { inboxPathsOf, singletonPathsOf } from './resource-entry.ts'

// The build puts the addresses themselves here (vite.catalog.ts): they are known before anybody is signed in.

/** The addresses below /dashboard of the lists in which staff read what came in. */
export const inboxPaths: readonly string[] = inboxPathsOf(resources)

/** The addresses below /dashboard of what there is one of. */
export const singletonPaths: readonly string[] = singletonPathsOf(resources)
