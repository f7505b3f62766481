import type { Pool } from 'pg'
import { hashBytes, readTiles, type Tile, tileWidth } from './tiles.ts'
import { type Digest, digestOf } from './tree.ts'
import type { WitnessFolder } from './witness.ts'

/** What is known of a leaf: its hash, and the position of its event. */
export type KnownLeaf = { hash: Digest; position: bigint }

const tilesAtOnce = 16

/** The leaves of the stored tree in order, and those that witnesses remember. `at` is in memory for a while once `load` was awaited. */
export const knownLeaves = (pool: Pool, witnesses: readonly WitnessFolder[], size: number) => {
  let first = 0
  let loaded: (KnownLeaf | null)[] = []

  const widthOf = (tile: number) => Math.min(tileWidth, size - tile * tileWidth)

  const leavesOf = ({ hashes, positions }: Pick<Tile, 'hashes' | 'positions'>): KnownLeaf[] => {
    const digests = digestOf(hashes)
    return positions
      .slice(0, digests.length / hashBytes)
      .map((position, place) => ({ hash: digests.slice(place * hashBytes, (place + 1) * hashBytes), position }))
  }

  const ofWitnesses = async (tile: number): Promise<KnownLeaf[]> => {
    for (const witness of witnesses) {
      const told = await witness.leaves(tile, widthOf(tile))
      if (told) return leavesOf(told)
    }
    return []
  }

  const tileOf = async (index: number, stored: Tile | undefined): Promise<(KnownLeaf | null)[]> => {
    const known = stored ? leavesOf(stored) : await ofWitnesses(index)
    return Array.from({ length: widthOf(index) }, (_, place) => known[place] ?? null)
  }

  return {
    /** Reads the leaves from one on. */
    load: async (index: number): Promise<void> => {
      if (index >= size || (index >= first && index < first + loaded.length)) return
      const tile = Math.floor(index / tileWidth)
      const stored = new Map((await readTiles(pool, 0, tile, tilesAtOnce)).map((one) => [one.index, one]))
      const last = Math.min(tile + tilesAtOnce, Math.ceil(size / tileWidth))
      first = tile * tileWidth
      loaded = []
      for (let one = tile; one < last; one += 1) loaded.push(...(await tileOf(one, stored.get(one))))
    },
    /** Whether `at` can be asked for a leaf. */
    has: (index: number): boolean => index >= first && index < first + loaded.length,
    at: (index: number): KnownLeaf | null => loaded[index - first] ?? null,
    /** The leaves `from` up to but without `until` as witnesses remember them; null when none has them all. */
    remembered: async (from: number, until: number): Promise<KnownLeaf[] | null> => {
      const found: KnownLeaf[] = []
      for (let tile = Math.floor(from / tileWidth); tile * tileWidth < until; tile += 1) {
        const start = tile * tileWidth
        found.push(...(await ofWitnesses(tile)).slice(Math.max(0, from - start), until - start))
      }
      return found.length === until - from ? found : null
    },
  }
}
