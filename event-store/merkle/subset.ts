import type { Pool } from 'pg'
import { hashesFrom, hashesOf, readTiles, tileWidth } from './tiles.ts'

/** Leaves `from` up to but without `until`. */
export type LeafRange = { from: number; until: number }

/** A line of the tree as a subset of its leaves needs it: a leaf with the position of its event, or the root of `size` leaves beside it. */
export type TreeLine = { from: number; size: number; hash: string; position?: string }

const tilesAtOnce = 16

/** The leaves of a range, in order. */
async function* leavesOf(pool: Pool, { from, until }: LeafRange): AsyncIterable<TreeLine> {
  for (let tile = Math.floor(from / tileWidth); tile * tileWidth < until; tile += tilesAtOnce)
    for (const { index, hashes, positions } of await readTiles(pool, 0, tile, tilesAtOnce))
      for (const [place, hash] of hashesOf({ hashes }).entries()) {
        const leaf = index * tileWidth + place
        if (leaf >= from && leaf < until)
          yield { from: leaf, size: 1, hash: hash.toString('base64'), position: String(positions[place]) }
      }
}

/** The largest complete subtree that begins at a leaf and ends at another or before. */
const subtreeAt = (from: number, until: number): number => {
  let level = 0
  while (from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) <= until) level += 1
  return level
}

/**
 * The tree of so many leaves with nothing but some of them: in order these leaves, and the roots of complete subtrees for all others. Wherever
 * one of `sizes` ends, a line ends, so that the root of each of these smaller trees follows from the lines before.
 * @param ranges in order, none touching another @param sizes in order, the last is the whole tree
 */
export async function* subsetOf(
  pool: Pool,
  ranges: readonly LeafRange[],
  sizes: readonly number[],
): AsyncIterable<TreeLine> {
  const hashAt = hashesFrom(pool)
  const whole = sizes.at(-1) ?? 0
  const ends = sizes.values()
  let end = ends.next().value ?? 0
  async function* others(from: number, until: number): AsyncIterable<TreeLine> {
    for (let at = from; at < until; ) {
      while (end <= at) end = ends.next().value ?? whole
      const level = subtreeAt(at, Math.min(end, until))
      yield { from: at, size: 2 ** level, hash: (await hashAt(level, at / 2 ** level)).toString('base64') }
      at += 2 ** level
    }
  }
  let done = 0
  for (const range of ranges) {
    yield* others(done, range.from)
    yield* leavesOf(pool, range)
    done = range.until
  }
  yield* others(done, whole)
}
