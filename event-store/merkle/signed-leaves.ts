import type { Pool } from 'pg'
import type { Checkpoints } from './checkpoints.ts'
import { hashesOf, readTiles, type Tile, tileWidth } from './tiles.ts'
import type { WitnessFolder } from './witness.ts'

/** What is known of a leaf: its hash, and the position of its event. */
export type KnownLeaf = { hash: Buffer; position: bigint }

/** Every root that was signed, by the number of events, and what is wrong with the checkpoints themselves. */
export type SignedRoots = { roots: ReadonlyMap<number, Buffer>; newest: number; problems: string[] }

/** Reads all checkpoints of the database and of the witnesses. */
export const readSignedRoots = async (
  pool: Pool,
  { open, origin }: Checkpoints,
  witnesses: readonly WitnessFolder[],
): Promise<SignedRoots> => {
  const roots = new Map<number, Buffer>()
  const problems: string[] = []
  const take = (notes: readonly string[], where: string): number => {
    let newest = 0
    for (const note of notes) {
      const signed = open(note)
      const known = signed && roots.get(signed.size)
      if (signed?.origin !== origin) problems.push(`Checkpoints: one ${where} is not signed by a key of this log.`)
      else if (known && !known.equals(signed.root))
        problems.push(`Checkpoints: two of ${signed.size} events contradict each other.`)
      else {
        roots.set(signed.size, signed.root)
        newest = Math.max(newest, signed.size)
      }
    }
    return newest
  }
  const { rows } = await pool.query<{ note: string }>('select note from log.checkpoint order by size')
  let newest = take(
    rows.map(({ note }) => note),
    'in the database',
  )
  for (const witness of witnesses) {
    const told = take(await witness.all(), 'of a witness')
    if (told > newest)
      problems.push(`Checkpoints: a witness has one of ${told} events, the newest in the database is of ${newest}.`)
    newest = Math.max(newest, told)
  }
  return { roots, newest, problems }
}

const tilesAtOnce = 64

/** The leaves of the stored tree in order, and those that witnesses remember. `at` is in memory for a while once `load` was awaited. */
export const knownLeaves = (pool: Pool, witnesses: readonly WitnessFolder[], size: number) => {
  let first = 0
  let loaded: (KnownLeaf | null)[] = []

  const widthOf = (tile: number) => Math.min(tileWidth, size - tile * tileWidth)

  const leavesOf = ({ hashes, positions }: Pick<Tile, 'hashes' | 'positions'>): KnownLeaf[] =>
    hashesOf({ hashes }).flatMap((hash, place) => {
      const position = positions[place]
      return position === undefined ? [] : { hash, position }
    })

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
