import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { type Draft, ownerOf, saveDraft } from '../../ui-shared/drafts.ts'
import { t } from '../../ui-shared/i18n.ts'
import { showAlert } from '../../ui-shared/overlay/alert.tsx'
import type { Me } from '../../ui-shared/session/me.ts'
import { tabId } from '../../ui-shared/kept/tab.ts'
import { draftPlace } from '../edit/drafts/use-draft.ts'
import { type FieldValue, readValue } from '../edit/fields/field-values.ts'
import { unkeptNames } from '../edit/form-values.ts'
import { screenPath } from '../shell/menu-table.ts'
import { type Detail, readPlanned } from './calls.ts'

/** True where what is planned was typed into a form that can be opened with it: of one record. */
export const canOpen = (resource: Resource, { verb, total, isOwn, state, changes }: Detail): boolean =>
  isOwn &&
  total === 1 &&
  state !== 'done' &&
  (verb === 'edit' || verb === 'create') &&
  Object.keys(changes[0]?.sent ?? {}).length > 0

// As it was sent, where a record has it in another form.
const asSent = ['decimal', 'emails']
const valueOf = (sent: Readonly<Record<string, unknown>>, name: string, field: Field): FieldValue =>
  asSent.includes(field.kind) && typeof sent[name] === 'string' ? sent[name] : readValue(sent, name, field)

/** What is planned of a record as a draft of its form, without the `left` fields. */
const draftOf = (resource: Resource, change: Detail['changes'][number], left: readonly string[] = []): Draft => {
  const values = Object.fromEntries(
    Object.entries(resource.fields).flatMap(([name, field]) =>
      Object.hasOwn(change.sent, name) && !left.includes(name) ? [[name, valueOf(change.sent, name, field)]] : [],
    ),
  )
  return { values, before: {}, version: change.version, at: new Date().toISOString() }
}

/** What is planned by this id of a record, as a draft of its form; null where it is planned of another one. @throws ApiError */
export const plannedDraft = async (
  { resource, record, id }: { resource: Resource; record: number | null; id: string },
  signal: AbortSignal,
): Promise<Draft | null> => {
  const entry = await readPlanned(id, signal)
  const [change] = entry.changes
  const isIts = entry.resource === resource.name && change?.id === record && canOpen(resource, entry)
  return isIts && change ? draftOf(resource, change) : null
}

/**
 * The address of the form that opens with what is planned. Where drafts are kept it is one from now on; of people no device keeps
 * any, so the address names what is planned. Null where this browser keeps no drafts.
 */
export const openAsDraft = async (
  resource: Resource,
  me: Me | null,
  entry: { id: string; verb: string; changes: Detail['changes'] },
): Promise<string | null> => {
  const [change] = entry.changes
  if (!me || !change) return null
  const isNew = entry.verb === 'create'
  const path = screenPath(resource.name)
  const form = resource.isSingleton ? path : `${path}/${isNew ? 'create' : change.id}`
  const place = draftPlace(resource, ownerOf(me), { id: isNew ? null : change.id, tab: await tabId() })
  if (!place) return `${form}?planned=${entry.id}`
  try {
    await saveDraft(place, draftOf(resource, change, unkeptNames(resource)))
    return form
  } catch {
    showAlert(t('ERROR'), [t('This browser keeps no drafts, so it cannot be opened here.')])
    return null
  }
}
