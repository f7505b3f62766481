import { resources } from '../../domain/catalog.ts'

// The build puts the names themselves here (vite.catalog.ts).

/** The resources whose list and pages in the portal follow from their declaration (`portal.title`), by name. */
export const collections: readonly string[] = resources.flatMap(({ name, portal }) => (portal?.title ? [name] : []))
