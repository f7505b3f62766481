import { buffer } from 'node:stream/consumers'
import type { Pool } from 'pg'
import { type PackageParts, packageOf } from '../../../commands/evidence/package.ts'
import { selectionOf } from '../../../commands/evidence/selection.ts'
import type { EvidenceAsked } from '../../../domain/events/evidence.ts'
import type { Log } from '../../../event-store/log.ts'
import { spreadNotes } from '../../../event-store/merkle/listing.ts'
import type { Proof } from '../../../event-store/merkle/proof.ts'

type Made = { pool: Pool; log: Log; proof: Proof; asked?: EvidenceAsked } & Partial<
  Pick<PackageParts, 'showsPersonal' | 'language'>
>

const nobody = async function* () {}

/** A package as the server makes one of everything or of positions, as a zip archive. */
export const packageFor = async (made: Made): Promise<Buffer> => {
  const { pool, log, proof, asked = { kind: 'all' }, showsPersonal = () => true, language = 'en' } = made
  const notes = await spreadNotes(pool, 200)
  const parts = { pool, store: log.store, positionsAbout: nobody, momentsOf: async () => ({ from: null, to: null }) }
  const selection = await selectionOf(parts, asked, notes.at(-1)?.size ?? 0)
  const said = { format: 1, exportedAt: '2026-11-24T00:00:00.000Z', asked }
  const { signal } = new AbortController()
  const { checkpoints } = proof
  return buffer(
    packageOf({
      pool,
      log,
      checkpoints,
      notes,
      selection,
      language,
      showsPersonal,
      said,
      onProgress: () => {},
      signal,
    }),
  )
}
