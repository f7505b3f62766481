import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import { randomKey } from '../../../ui-shared/api/client.ts'
import { type DraftPlace, moveDraft, saveDraft } from '../../../ui-shared/drafts.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { showAlert } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import type { Row } from '../../list/row.ts'
import { useAct } from '../../list/use-act.ts'
import { renewed } from '../copy-of.ts'
import { asText } from '../fields/field-values.ts'
import { type FormValues, pick, valuesOf } from '../form-values.ts'
import type { Rescue } from './beside.tsx'

type Typed = {
  resource: Resource
  row: Row | null
  place: DraftPlace | null
  now: FormValues
  changed: readonly string[]
  secret: readonly string[]
}

// The form of a new record finds it as the draft of this tab; one that is there already is offered in its turn.
const handOver = async ({ resource, now, secret }: Typed, place: DraftPlace): Promise<void> => {
  const fresh = { ...place, record: `${resource.name}/new` }
  const blank = valuesOf(resource, null)
  const names = Object.keys(blank).filter((name) => !secret.includes(name))
  const values = Object.fromEntries(names.map((name) => [name, renewed(now[name] ?? null)]))
  await moveDraft(fresh, randomKey())
  await saveDraft(fresh, { values, before: pick(blank, names), version: null, at: new Date().toISOString() })
}

/** The ways out for what was typed into a form whose record is gone. `submit` saves, `release` leaves without a question. */
export const useRescue = (
  typed: Typed,
  { submit, release }: { submit: () => void; release: () => Promise<void> },
): Rescue => {
  const { resource, row, place, now, changed } = typed
  const navigate = useNavigate()
  const { act } = useAct(resource)
  const restore = async () => {
    const failed = row && (await act('restore', [row]))
    if (failed?.length === 0 && changed.length > 0) submit()
  }
  const startNew = async () => {
    if (!place) return
    try {
      await handOver(typed, place)
    } catch {
      return showAlert(t('ERROR'), [t('This browser keeps no drafts. Copy what you typed.')])
    }
    await release()
    await navigate(`/dashboard/${resource.name}/create`)
  }
  const copy = async () => {
    const names = changed.length > 0 ? changed : Object.keys(now)
    const lines = names.map((name) => `${t(resource.fields[name]?.label ?? name)}\n${asText(now[name])}`)
    try {
      await navigator.clipboard.writeText(lines.join('\n\n'))
      toastSuccess(t('What you typed is on the clipboard.'))
    } catch {
      showAlert(t('Copy what I typed'), lines)
    }
  }
  return { restore: () => void restore(), startNew: place && (() => void startNew()), copy: () => void copy() }
}
