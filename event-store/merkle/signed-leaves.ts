import type { Pool } from 'pg'
import { hashBytes, readTiles, type Tile, tileWidth } from './tiles.ts'
import { type Digest, digestOf } from './tree.ts'
import type { WitnessFolder } from './witness.ts'

/** What is known of a leaf: its hash, and the position of its event. */
export type KnownLeaf = { hash: Digest; position: bigint }

const tilesAtOnce = 16

/** The leaves of a tile. No object for each: while thousands are in memory, the collector would move them about. */
type KnownTile = { digests: Digest; positions: BigInt64Array }

const nothing: KnownTile = { digests: '', positions: new BigInt64Array() }

const knownOf = ({ hashes, positions }: Pick<Tile, 'hashes' | 'positions'>): KnownTile => ({
  digests: digestOf(hashes),
  positions: BigInt64Array.from(positions),
})

const leafOf = ({ digests, positions }: KnownTile, place: number): KnownLeaf | null => {
  const position = positions[place]
  const hash = digests.slice(place * hashBytes, (place + 1) * hashBytes)
  return position === undefined || hash.length < hashBytes ? null : { hash, position }
}

const leavesOf = (tile: KnownTile): KnownLeaf[] =>
  Array.from(tile.positions, (_, place) => leafOf(tile, place)).filter((leaf) => leaf !== null)

/** The leaves of the stored tree in order, and those that witnesses remember. `at` is in memory for a while once `load` was awaited. */
export const knownLeaves = (pool: Pool, witnesses: readonly WitnessFolder[], size: number) => {
  let first = 0
  let end = 0
  let loaded: KnownTile[] = []

  const widthOf = (tile: number) => Math.min(tileWidth, size - tile * tileWidth)

  const ofWitnesses = async (tile: number): Promise<KnownTile> => {
    for (const witness of witnesses) {
      const told = await witness.leaves(tile, widthOf(tile))
      if (told) return knownOf(told)
    }
    return nothing
  }

  return {
    /** Reads the leaves from one on. */
    load: async (index: number): Promise<void> => {
      if (index >= size || (index >= first && index < end)) return
      const tile = Math.floor(index / tileWidth)
      const stored = new Map((await readTiles(pool, 0, tile, tilesAtOnce)).map((one) => [one.index, one]))
      const last = Math.min(tile + tilesAtOnce, Math.ceil(size / tileWidth))
      first = tile * tileWidth
      end = Math.min(size, last * tileWidth)
      loaded = []
      for (let one = tile; one < last; one += 1) {
        const found = stored.get(one)
        loaded.push(found ? knownOf(found) : await ofWitnesses(one))
      }
    },
    /** Whether `at` can be asked for a leaf. */
    has: (index: number): boolean => index >= first && index < end,
    /** A leaf; null for one that nobody knows. */
    at: (index: number): KnownLeaf | null => {
      const tile = loaded[Math.floor((index - first) / tileWidth)]
      return tile && index < end ? leafOf(tile, (index - first) % tileWidth) : null
    },
    /** The leaves `from` up to but without `until` as witnesses remember them; null when none has them all. */
    remembered: async (from: number, until: number): Promise<KnownLeaf[] | null> => {
      const found: KnownLeaf[] = []
      for (let tile = Math.floor(from / tileWidth); tile * tileWidth < until; tile += 1) {
        const start = tile * tileWidth
        found.push(...leavesOf(await ofWitnesses(tile)).slice(Math.max(0, from - start), until - start))
      }
      return found.length === until - from ? found : null
    },
  }
}
