import { type Copy, type Draft, type DraftPlace, loadDrafts, moveDraft, removeOldDrafts, saveDraft } from '../drafts.ts'
import { openTabs } from './tab.ts'

/** What a form begins with: the draft that it goes on with, or null, and what other tabs keep of the same. */
export type Kept = { draft: Draft | null; others: readonly Copy[] }

/** True when no tab is open any more that keeps a draft under this name; where the browser does not say, each may be. */
export const isLeft = (tab: string, open: readonly string[] | null): boolean =>
  open !== null && !open.some((id) => tab === id || tab.startsWith(`${id}-`))

/**
 * Of the drafts of a record, newest first, the one that a tab goes on with: its own; of a record that is there (`isNew` false),
 * else the newest whose tab is gone: that one crashed or was closed. All others are offered.
 */
export const choose = (
  copies: readonly Copy[],
  { own, open, isNew }: { own: string; open: readonly string[] | null; isNew: boolean },
): { mine: Copy | undefined; others: readonly Copy[] } => {
  const left = isNew ? undefined : copies.find(({ tab }) => isLeft(tab, open))
  const mine = copies.find(({ tab }) => tab === own) ?? left
  return { mine, others: copies.filter((copy) => copy !== mine) }
}

let isTidied = false

const tidy = ({ owner }: DraftPlace): void => {
  if (isTidied) return
  isTidied = true
  void removeOldDrafts(owner).catch(() => undefined)
}

/** What is kept for a form, with the draft of a tab that is gone taken over. */
export const findKept = async (place: DraftPlace, isNew: boolean): Promise<Kept> => {
  tidy(place)
  const [copies, open] = await Promise.all([loadDrafts(place), openTabs()])
  const { mine, others } = choose(copies, { own: place.tab, open, isNew })
  if (!mine) return { draft: null, others }
  const isHere = mine.tab === place.tab || (await moveDraft({ ...place, tab: mine.tab }, place.tab))
  // Another tab was quicker.
  return { draft: isHere ? mine.draft : null, others }
}

/** Goes on here with what another tab keeps, as it answers. A tab that is still open keeps it as well, under the id that it has on the server. */
export const takeOver = async (place: DraftPlace, { tab, draft }: Copy): Promise<Draft> => {
  const { id: _id, isSent: _isSent, ...copy } = draft
  if (isLeft(tab, await openTabs())) {
    await moveDraft({ ...place, tab }, place.tab)
    return draft
  }
  await saveDraft(place, copy)
  return copy
}
