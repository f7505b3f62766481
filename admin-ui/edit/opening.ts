import type { DraftPlace } from '../../ui-shared/drafts.ts'
import type { Kept } from '../../ui-shared/kept/kept.ts'

/**
 * What a route has read for a form that is about to be drawn: `release` lets go of the record, `looking` is the search for what is kept at a
 * place, `kept` what it found.
 */
type Opening = { release: () => void; place?: DraftPlace; looking?: Promise<Kept>; kept?: Kept }

let opening: Opening | null = null

/** Begins anew: what was read for a form that was never drawn is let go of. */
export const beginOpening = (release: () => void): Opening => {
  opening?.release()
  opening = { release }
  return opening
}

/** Lets go of the record, once the form asks for it itself. */
export const releaseOpening = (): void => opening?.release()

const openingAt = ({ owner, record, tab }: DraftPlace): Opening | null => {
  const { place } = opening ?? {}
  return place?.owner === owner && place.record === record && place.tab === tab ? opening : null
}

/** What was found to be kept for a form, for the first that asks; `undefined` where it is not known yet, or nobody has looked. */
export const takeKept = (place: DraftPlace): Kept | undefined => {
  const at = openingAt(place)
  const { kept } = at ?? {}
  if (kept && at) forget(at)
  return kept
}

/**
 * The search for it that is under way, for the first that asks; `undefined` where there is none. What a closed tab has left is taken over by the
 * one search that finds it, so a second beside it would find nothing.
 */
export const takeLooking = (place: DraftPlace): Promise<Kept> | undefined => {
  const at = openingAt(place)
  const { looking } = at ?? {}
  if (at) forget(at)
  return looking
}

const forget = (at: Opening): void => {
  delete at.kept
  delete at.looking
}
