import * as z from 'zod/mini'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../../ui-shared/overlay/alert.tsx'
import { kindOf, nameOf, userSchema } from '../users.ts'

const maxLines = 8
const usersSchema = z.object({ records: z.array(userSchema) })

/** Shows why something was refused; some refusals name the records that stand in the way. */
export const showRefusal = (error: unknown): void => {
  const users = error instanceof ApiError ? (usersSchema.safeParse(error.data).data?.records ?? []) : []
  if (!(error instanceof ApiError) || users.length === 0) return showError(error)
  const lines = users.slice(0, maxLines).map((user) => `${kindOf(user)}: ${nameOf(user)}`)
  const rest = users.length - maxLines
  showAlert(t('ERROR'), [say(error.message), ...lines, ...(rest > 0 ? [t('and {count} more', { count: rest })] : [])])
}
