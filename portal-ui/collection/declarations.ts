import { resources } from '../../domain/catalog.ts'
import type { Resource } from '../../domain/resource.ts'

// The build puts here what the screens show of the declarations that have a title, without their schemas (vite.catalog.ts).

/** The whole declaration, loaded when one of its screens is opened; null when there is none. */
export const declarationOf = async (name: string): Promise<Resource | null> =>
  resources.find((resource) => resource.name === name) ?? null
