import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isObject } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { ApiError, statusOf } from '../../ui-shared/api/error.ts'
import { say } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { undoOf } from '../history/undo.ts'
import { type Row, titleOf } from '../list/row.ts'
import type { OwnVerb } from './own-verbs.ts'
import { sendVerb } from './send-verb.ts'

const versionOf = (error: unknown): number | undefined => {
  const data = statusOf(error) === 412 && error instanceof ApiError && isObject(error.data) ? error.data : {}
  return typeof data.version === 'number' ? data.version : undefined
}

/** A resource's own verbs on one record: with a dialog where words are needed, else at once, with Undo. */
export const useVerb = (resource: Resource) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const me = useMe()
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] })
  const tell = (written: Written) => toastSuccess(say(written.message), undoOf({ client, resource, me }, written))
  const act = async (row: Row, name: string) => {
    setBusy(true)
    try {
      tell(await sendVerb(resource, row, name))
    } catch (error) {
      showError(error)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  const run = async (row: Row, { name, verb }: OwnVerb) => {
    if (!verb.input) return act(row, name)
    // What forms need is loaded with the first dialog.
    const { showVerbDialog } = await import('./verb-dialog.tsx')
    let seen = row.version
    const send = async (body: unknown) => {
      try {
        const written = await sendVerb(resource, row, name, body, seen)
        await refresh()
        tell(written)
      } catch (error) {
        // Whoever sends it once more has read that others were faster.
        seen = versionOf(error) ?? seen
        await refresh()
        throw error
      }
    }
    showVerbDialog({ resource, row, name, verb, title: titleOf(row), act: send })
  }
  return { run, isBusy }
}
