import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isObject } from '../../../domain/json.ts'
import type { Resource } from '../../../domain/resource.ts'
import { nameOfVerb } from '../../../domain/schedule/words.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../../ui-shared/overlay/alert.tsx'
import type { Row } from '../row.ts'
import { kindOf, nameOf, userSchema } from '../users.ts'

const maxLines = 8
const usersSchema = z.object({ records: z.array(userSchema) })

const isReviewAsked = (error: unknown): boolean =>
  error instanceof ApiError && isObject(error.data) && error.data.review === true

type Tried = { client: QueryClient; resource: Resource; verb: string; rows: readonly Row[] }

/** Shows why something was refused; some refusals name the records that stand in the way, and of one a review is offered. */
export const showRefusal = async (error: unknown, { client, resource, verb, rows }: Tried): Promise<void> => {
  const [row, ...others] = rows
  if (isReviewAsked(error) && row && others.length === 0) {
    const { proposeVerb } = await import('../../review/propose-verb.ts')
    const label = t(nameOfVerb(resource, verb))
    return proposeVerb({ client, resource, row, verb, label, version: row.version ?? 1 })
  }
  const users = error instanceof ApiError ? (usersSchema.safeParse(error.data).data?.records ?? []) : []
  if (!(error instanceof ApiError) || users.length === 0) return showError(error)
  const lines = users.slice(0, maxLines).map((user) => `${kindOf(user)}: ${nameOf(user)}`)
  const rest = users.length - maxLines
  showAlert(t('ERROR'), [say(error.message), ...lines, ...(rest > 0 ? [t('and {count} more', { count: rest })] : [])])
}
