import { randomKey } from '../../../ui-shared/api/client.ts'
import { type DraftPlace, loadDrafts, moveDraft, removeDraft, saveDraft } from '../../../ui-shared/drafts.ts'
import { findKept, type Kept, takeOver } from '../../../ui-shared/kept/kept.ts'
import type { DraftFor } from './server-drafts.ts'

const nothing: Kept = { draft: null, others: [] }

// Loaded where the server has something to say.
const onServer = () => import('./server-drafts.ts')

/** A copy that the server had and has no more was saved, discarded or gone on with elsewhere. */
const removeGone = async (place: DraftPlace, { resource, record }: DraftFor): Promise<void> => {
  const { isWhole, listDrafts } = await onServer()
  const all = await listDrafts(resource, record)
  if (!isWhole(all)) return
  const ids = new Set(all.map(({ id }) => id))
  const gone = (await loadDrafts(place)).filter(({ draft }) => draft.isSent && draft.id && !ids.has(draft.id))
  await Promise.all(gone.map(({ tab }) => removeDraft({ ...place, tab })))
}

/** What a form begins with; a draft that its address names (`asked`) goes before all others. A browser without storage has nothing. */
export const findDrafts = async (place: DraftPlace, of: DraftFor, asked: string | null): Promise<Kept> => {
  const isNew = of.record === null
  try {
    const copies = await loadDrafts(place)
    // Whoever has nothing here that the server might know better is not kept waiting for it.
    if (copies.some(({ draft }) => draft.isSent)) await removeGone(place, of).catch(() => undefined)
    if (asked !== null) await goOnWith(place, asked)
    return await findKept(place, isNew)
  } catch {
    return nothing
  }
}

const goOnWith = async (place: DraftPlace, id: string): Promise<void> => {
  const here = (await loadDrafts(place)).find(({ draft }) => draft.id === id)
  if (here?.tab === place.tab) return
  const draft = here ? null : await (await onServer()).takeDraft(id).catch(() => null)
  if (!here && !draft) return
  // What this tab began is offered beside it.
  await moveDraft(place, randomKey())
  if (here) await takeOver(place, here)
  if (draft) await saveDraft(place, draft)
}
