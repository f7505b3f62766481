import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { say } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { type Row, titleOf } from '../list/row.ts'
import type { OwnVerb } from './own-verbs.ts'
import { sendVerb } from './send-verb.ts'

/** A resource's own verbs on one record: with a dialog where words are needed, else at once, with Undo. */
export const useVerb = (resource: Resource) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] })
  const act = async (row: Row, name: string, inverse: string | null) => {
    setBusy(true)
    try {
      const { message } = await sendVerb(resource, row, name)
      toastSuccess(say(message), inverse === null ? undefined : () => void act(row, inverse, null))
    } catch (error) {
      showError(error)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const run = async (row: Row, { name, verb, inverse }: OwnVerb) => {
    if (!verb.input) return act(row, name, inverse)
    // What forms need is loaded with the first dialog.
    const { showVerbDialog } = await import('./verb-dialog.tsx')
    const send = async (body: unknown) => {
      const { message } = await sendVerb(resource, row, name, body)
      await refresh()
      toastSuccess(say(message))
    }
    showVerbDialog({ resource, row, name, verb, title: titleOf(row), act: send })
  }
  return { run, isBusy }
}
