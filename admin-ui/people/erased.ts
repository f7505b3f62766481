import { erasedText } from '../../domain/event.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { Lock } from '../edit/form-overrides.ts'
import { type Row, titleOf } from '../list/row.ts'

/** Whether nothing is known any more of whom a record is about. */
export const isErased = (row: Row): boolean => titleOf(row) === erasedText

/** Keeps the record of somebody who was erased as it is: the server takes no change of it. */
export const lockErased: Lock = (row) =>
  isErased(row) ? t('This person was erased. Nothing personal can be kept about them any more.') : null
