import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { openProof } from '../../event-store/merkle/proof.ts'
import type { EventStore } from '../../event-store/port.ts'

/** Checkpoints of a log, signed by a key of its own, with a new folder as their witness. */
export const proofOf = (
  pool: Pool,
  store: EventStore,
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-proof-')),
  seed: Uint8Array = Buffer.alloc(32, 1),
) => openProof({ dataDir, witnessUrls: [], checkpointKeys: [] }, pool, store, seed)
