import { z } from 'zod'
import { keyIdOf, type SignedCheckpoint } from '../../../event-store/merkle/note.ts'
import type { ListedCheckpoint } from '../../../event-store/merkle/listing.ts'

const said = ({ root, position, origin, publicKey }: SignedCheckpoint) => ({
  root: root.toString('base64'),
  position: String(position),
  key: keyIdOf(origin, publicKey).toString('hex'),
})

const unsigned = { root: null, position: null, key: null }

/** A checkpoint whose signature holds, with its note. */
export const checkpointSchema = z.object({
  /** The signed note (C2SP tlog-checkpoint). */
  note: z.string(),
  size: z.number(),
  root: z.string(),
  position: z.string(),
  /** The id of the key that signed it. */
  key: z.string(),
})

export const shown = (signed: SignedCheckpoint) => ({ note: signed.text, size: signed.size, ...said(signed) })

/** A checkpoint as it is stored; root, position and key are null where no key of this log signed it. */
export const listedSchema = z.object({
  size: z.number(),
  signedAt: z.string(),
  root: z.string().nullable(),
  position: z.string().nullable(),
  key: z.string().nullable(),
})

export const listed = ({ size, signed, signedAt }: ListedCheckpoint) => ({
  size,
  signedAt: signedAt.toISOString(),
  ...(signed ? said(signed) : unsigned),
})
