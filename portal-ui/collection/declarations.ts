import { resources } from '../../domain/catalog.ts'
import type { Resource } from '../../domain/resource.ts'

// The build puts a chunk for each declaration with a title here (vite.catalog.ts).

/** The whole declaration, loaded when one of its screens is opened; null when there is none. */
export const declarationOf = async (name: string): Promise<Resource | null> =>
  resources.find((resource) => resource.name === name) ?? null
