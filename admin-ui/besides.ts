import { resources } from '../domain/catalog.ts'
import type { Resource } from '../domain/resource.ts'
import { type BesideEntry, besidesOf } from './resource-entry.ts'

// The build puts the entries themselves here, as in resources.ts (vite.catalog.ts).

/** The kinds of records that are in no menu: comments, reviews, receipts. */
export const besides: readonly BesideEntry[] = besidesOf(resources)

/** The whole declaration of one of these, loaded when it is shown; null when there is none. */
export const besideDeclarationOf = async (name: string): Promise<Resource | null> =>
  resources.find((resource) => resource.name === name) ?? null
