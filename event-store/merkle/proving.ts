import type { Pool } from 'pg'
import type { EventStore, RecordedEvent } from '../port.ts'
import { leafOf } from './leaf.ts'
import type { SignedCheckpoint } from './note.ts'
import { leafFinder } from './leaf-finder.ts'
import { hashesFrom } from './tiles.ts'
import { consistencyProof, inclusionProof, leafHash } from './tree.ts'

/** That an event is the leaf `index` of the tree of a checkpoint: what the leaf says, and the hashes from it to the root (RFC 6962, 2.1.1). */
export type Inclusion = { event: RecordedEvent; index: number; leaf: string; proof: Buffer[] }

/**
 * Proves by the stored tree that the event of a position is covered by a checkpoint. 'missing' when the checkpoint covers no event of this position,
 * 'changed' when the log holds another event there than the tree. @throws TreeIncomplete
 */
export const proveInclusion = async (
  pool: Pool,
  store: Pick<EventStore, 'readAll'>,
  { size }: Pick<SignedCheckpoint, 'size'>,
  position: bigint,
): Promise<Inclusion | 'missing' | 'changed'> => {
  const { leafOf: find, positionAt } = leafFinder(pool, size)
  const index = await find(position)
  if (index === null) return 'missing'
  const hashAt = hashesFrom(pool)
  // Positions are opaque: the one before is known, not computed.
  const before = index === 0 ? 0n : await positionAt(index - 1)
  const [event] = await store.readAll(before, 1)
  if (event?.position !== position || !leafHash(leafOf(event)).equals(await hashAt(0, index))) return 'changed'
  return { event, index, leaf: leafOf(event), proof: await inclusionProof(hashAt, index, size) }
}

/** Proves by the stored tree that what is signed with `size` events begins with the first `old` of them (RFC 6962, 2.1.2). @throws TreeIncomplete */
export const proveConsistency = (pool: Pool, old: number, size: number): Promise<Buffer[]> =>
  consistencyProof(hashesFrom(pool), old, size)
