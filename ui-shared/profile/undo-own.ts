import type { QueryClient } from '@tanstack/react-query'
import { writtenSchema, type Written } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { statusOf } from '../api/error.ts'
import { say, t } from '../i18n.ts'
import { showAlert, showError } from '../overlay/alert.tsx'
import { toastSuccess } from '../overlay/toast.tsx'
import { meQuery } from '../session/session.ts'

/** What takes back a change of one's own profile, for the toast that tells of it: nothing where it changed nothing. Undone in turn the same way. */
export const undoOfOwn = (client: QueryClient, { data }: Written): (() => Promise<void>) | undefined => {
  const { version, before } = data ?? {}
  if (version === undefined || !before) return undefined
  return async () => {
    try {
      const written = await api.post('/me/revert', { body: { version: before }, version, as: writtenSchema })
      toastSuccess(say(written.message), undoOfOwn(client, written))
    } catch (error) {
      const isStale = statusOf(error) === 412
      if (isStale) showAlert(t('ERROR'), [t('Somebody changed it meanwhile, so nothing was taken back.')])
      else showError(error)
    } finally {
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
    }
  }
}
