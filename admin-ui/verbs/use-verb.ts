import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { say } from '../../ui-shared/i18n.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import type { Row } from '../list/row.ts'
import type { OwnVerb } from './own-verbs.ts'
import { sendVerb } from './send-verb.ts'

/** A resource's own verbs on one record: with a dialog where words are needed, else at once, with Undo. */
export const useVerb = (resource: Resource) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] })
  const tell = ({ message, data }: Written) =>
    toastSuccess(
      say(message),
      data?.before === undefined
        ? undefined
        : async () => (await import('../history/take-back.ts')).takeBack({ client, resource }, data),
    )
  const act = async (row: Row, name: string) => {
    setBusy(true)
    try {
      tell(await sendVerb(resource, row, name))
    } catch (error) {
      // Without a connection nothing more can be loaded, and that is told as well.
      if (statusOf(error) !== 403) return showError(error)
      const { showRefusal } = await import('../list/acting/refusal.ts')
      await showRefusal(error, { client, resource, verb: name, rows: [row] })
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const run = async (row: Row, { name, verb }: OwnVerb) => {
    if (!verb.input) return act(row, name)
    // What forms need is loaded with the first dialog.
    const { askVerb } = await import('./ask-verb.ts')
    askVerb({ resource, row, name, verb }, async (written) => {
      await refresh()
      if (written) tell(written)
    })
  }
  return { run, isBusy }
}
