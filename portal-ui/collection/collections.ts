import { resources } from '../../domain/catalog.ts'

// The build puts the names themselves here (vite.catalog.ts).
const collections: readonly string[] = resources.flatMap(({ name, portal }) => (portal?.title ? [name] : []))

/** Whether list and pages of a resource in the portal follow from its declaration (`portal.title`). */
export const isCollection = (name: string): boolean => collections.includes(name)
