import { resources } from '../../domain/catalog.ts'
import type { Resource } from '../../domain/resource.ts'

// The build puts the names themselves here, and a chunk for each of these declarations (vite.catalog.ts).

/** The resources whose list and pages in the portal follow from their declaration (`portal.title`), by name. */
export const collections: readonly string[] = resources.flatMap(({ name, portal }) => (portal?.title ? [name] : []))

/** Their whole declaration, loaded when one of the screens is opened; null when there is none. */
export const declarationOf = async (name: string): Promise<Resource | null> =>
  resources.find((resource) => resource.name === name) ?? null
