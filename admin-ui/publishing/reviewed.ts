import { mayPublish } from '../../domain/review/may-publish.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Me } from '../../ui-shared/session/me.ts'
import type { Row } from '../list/row.ts'

/** True where the public is shown a record, or will be at a moment. */
export const isShown = ({ publishing }: Pick<Resource, 'publishing'>, row: Row): boolean =>
  !row.deletedAt || Boolean(row[publishing?.at ?? ''])

/** True for whoever may write and not publish: a review is asked for in the place of what the public would see. */
export const isReviewed = ({ publishing, area }: Pick<Resource, 'publishing' | 'area'>, me: Me | null): boolean =>
  publishing !== undefined && !mayPublish(me?.perms ?? [], area)
