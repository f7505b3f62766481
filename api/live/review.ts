import { resources } from '../../domain/catalog.ts'
import type { Audience } from '../../domain/permission.ts'
import { remark, review } from '../../domain/resources/review.ts'
import { reviewedKinds } from '../../domain/review/entry.ts'

// That something of them changed, never what: who may read which of them is looked at once they are read.
const reviewers: Audience = { anyOf: [...reviewedKinds(resources).map(({ area }) => `r-${area}`), 'r-audit'] }

/** Who is told of reviews, and of what is said of them. */
export const reviewsAreSeenBy: Readonly<Record<string, Audience>> = {
  [review.name]: reviewers,
  [remark.name]: reviewers,
}
