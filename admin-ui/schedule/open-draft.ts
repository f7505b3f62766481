import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { ownerOf, saveDraft } from '../../ui-shared/drafts.ts'
import { t } from '../../ui-shared/i18n.ts'
import { showAlert } from '../../ui-shared/overlay/alert.tsx'
import type { Me } from '../../ui-shared/session/me.ts'
import { tabId } from '../../ui-shared/tab.ts'
import { draftPlace } from '../edit/drafts/use-draft.ts'
import { type FieldValue, readValue } from '../edit/fields/field-values.ts'
import { unkeptNames } from '../edit/form-values.ts'
import { screenPath } from '../shell/menu-table.ts'
import type { Detail } from './calls.ts'

/** True where what is planned was typed into a form that can be opened with it: of one record, and of nobody, whose values no device keeps. */
export const canOpen = (resource: Resource, { verb, total, isOwn, state, changes }: Detail): boolean =>
  isOwn &&
  total === 1 &&
  state !== 'done' &&
  (verb === 'edit' || verb === 'create') &&
  !resource.isPerson &&
  Object.keys(changes[0]?.sent ?? {}).length > 0

// As it was sent, where a record has it in another form.
const asSent = ['decimal', 'emails']
const valueOf = (sent: Readonly<Record<string, unknown>>, name: string, field: Field): FieldValue =>
  asSent.includes(field.kind) && typeof sent[name] === 'string' ? sent[name] : readValue(sent, name, field)

/** Keeps what is planned as a draft of the form, and answers the address of that; null where this browser keeps none. */
export const openAsDraft = async (
  resource: Resource,
  me: Me | null,
  { verb, changes }: Detail,
): Promise<string | null> => {
  const [change] = changes
  const isNew = verb === 'create'
  const id = isNew ? null : (change?.id ?? null)
  const place = me && draftPlace(resource, ownerOf(me), { id, tab: await tabId() })
  if (!place || !change) return null
  const secret = unkeptNames(resource)
  const values = Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      Object.hasOwn(change.sent, name) && !secret.includes(name) ? [[name, valueOf(change.sent, name, field)]] : [],
    ),
  )
  try {
    await saveDraft(place, { values, before: {}, version: change.version, at: new Date().toISOString() })
  } catch {
    showAlert(t('ERROR'), [t('This browser keeps no drafts, so it cannot be opened here.')])
    return null
  }
  const path = screenPath(resource.name)
  if (resource.isSingleton) return path
  return `${path}/${isNew ? 'create' : id}`
}
