import { resources } from '../domain/catalog.ts'
import type { Resource } from '../domain/resource.ts'
import { type ResourceEntry, entriesOf } from './resource-entry.ts'

// The build puts the entries themselves here, and a chunk for each declaration (vite.catalog.ts).

/** What every screen knows of every resource. */
export const entries: readonly ResourceEntry[] = entriesOf(resources)

/** The whole declaration, loaded when a screen of the resource is opened; null when there is none. */
export const declarationOf = async (name: string): Promise<Resource | null> =>
  resources.find((resource) => resource.name === name) ?? null
