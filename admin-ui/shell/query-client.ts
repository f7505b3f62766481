import { createQueryClient } from '../../ui-shared/query.ts'

/** What the back office has read: one cache, for its screens and for loaders that ask before a screen is drawn. */
export const client = createQueryClient()
