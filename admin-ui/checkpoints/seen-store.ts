import * as z from 'zod/mini'
import { keepOnDevice, keptOnDevice } from '../../ui-shared/kept/on-device.ts'

// A checkpoint holds nothing of anybody, so it stays when somebody signs out: whoever comes next is warned as well.
const place = 'atrium-checkpoint'

const wrongs = ['shorter', 'other', 'key'] as const

const seenSchema = z.object({
  /** The note as it was signed. */
  note: z.string(),
  /** The public keys that are trusted, as tools for signed notes take them. */
  keys: z.array(z.string()),
  at: z.string(),
  /** What was wrong since; it stays until somebody trusts the log anew. */
  wrong: z.nullable(z.object({ kind: z.enum(wrongs), size: z.number() })),
})

/** The newest checkpoint that this browser saw and found to go on from those before. */
export type Seen = z.infer<typeof seenSchema>
/** How a log differs from what was seen: shorter, another one, or signed by an unknown key. */
export type Wrong = (typeof wrongs)[number]

/** What this browser has seen; null at first, and where nothing can be kept. */
export const readSeen = (): Seen | null => {
  try {
    return seenSchema.parse(JSON.parse(keptOnDevice(place) ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps what was seen; null forgets it. */
export const writeSeen = (seen: Seen | null): void => {
  // A browser that keeps nothing sees each log for the first time.
  keepOnDevice(place, seen && JSON.stringify(seen))
}
