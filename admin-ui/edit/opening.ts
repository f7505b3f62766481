import type { DraftPlace } from '../../ui-shared/drafts.ts'
import type { Kept } from '../../ui-shared/kept/kept.ts'

/** What a route has read for a form that is about to be drawn: `release` lets go of the record. */
type Opening = { release: () => void; place?: DraftPlace; kept?: Kept }

let opening: Opening | null = null

/** Begins anew: what was read for a form that was never drawn is let go of. */
export const beginOpening = (release: () => void): Opening => {
  opening?.release()
  opening = { release }
  return opening
}

/** Lets go of the record, once the form asks for it itself. */
export const releaseOpening = (): void => opening?.release()

/** What was found to be kept for a form, for the first that asks; `undefined` where nobody has looked. */
export const takeKept = ({ owner, record, tab }: DraftPlace): Kept | undefined => {
  const { place, kept } = opening ?? {}
  if (place?.owner !== owner || place.record !== record || place.tab !== tab) return undefined
  if (opening) delete opening.kept
  return kept
}
