import type { Resource } from '../../domain/resource.ts'
import { flagOf, type Row } from '../list/row.ts'

/** True for a record that was never published. */
export const isDraft = ({ publishing }: Pick<Resource, 'publishing'>, row: Row): boolean =>
  publishing !== undefined && Boolean(row.deletedAt) && flagOf(row, publishing.draft)
