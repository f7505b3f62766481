import type { Audience } from '../../domain/permission.ts'
import { receipt } from '../../domain/resources/receipt.ts'
import { reviewsAreSeenBy } from './review.ts'

/** Who reads who has read a post: it tells what people have done, so it takes who may look at posts and at people. */
export const postReaders: Audience = { anyOf: ['r-post'], besides: 'r-employee' }

/** By resource: what has no area of permissions is told to whoever reads the screen on which it is seen. */
export const seenBeside: Readonly<Record<string, Audience>> = { [receipt.name]: postReaders, ...reviewsAreSeenBy }
