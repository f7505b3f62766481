import { isSame } from '../../domain/json.ts'
import { mayPublish } from '../../domain/review/may-publish.ts'
import { isToBeShown } from '../../domain/publishing.ts'
import { needsReview, Rejected } from '../../domain/rejected.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Change } from './rule.ts'

/** True when the public is shown something else after a change, or will be by a moment that is set. */
const changesWhatIsShown = (resource: Resource, before: RecordState, after: RecordState): boolean => {
  const [was, is] = [isToBeShown(resource, before), isToBeShown(resource, after)]
  if (!was && !is) return false
  return was !== is || before.slugs.at(-1) !== after.slugs.at(-1) || !isSame(before.values, after.values)
}

/**
 * Where it takes a second pair of eyes, whoever may write and not publish changes nothing that the public is shown: whichever verb, form, job
 * or revert it comes by (docs/decisions/content/0200). @throws Rejected forbidden
 */
export const checkMayPublish = ({ resource, before, after, perms }: Omit<Change, 'actor' | 'verb'>): void => {
  if (resource.publishing === undefined || mayPublish(perms, resource.area)) return
  if (changesWhatIsShown(resource, before, after))
    throw new Rejected(needsReview, 'forbidden', { data: { review: true } })
}
