import type { ClientBase, Pool } from 'pg'
import { type HashAt, nodeHash } from './tree.ts'

/**
 * A part of the tree as it is kept (C2SP tlog-tiles): up to 256 hashes of level 8 · `level`, from hash 256 · `index` on; those of level 0
 * with the positions of their events.
 */
export type Tile = { level: number; index: number; hashes: Buffer; positions: bigint[] }

export const tileWidth = 256
export const hashBytes = 32
const tileHeight = 8
const tilesAtOnce = 64

export const tileTable = `
create table log.tile (
  level smallint not null,
  index bigint not null,
  hashes bytea not null,
  positions bigint[] not null,
  primary key (level, index)
);
`

/** A connection, or whatever lends one for each statement. */
export type Asking = Pick<ClientBase | Pool, 'query'>
type Row = { level: number; index: string; hashes: Buffer; positions: string }

const plain = /^\{[\d,]+\}$/

/** Positions from their text, which is {1,2,3} unless somebody wrote there. */
const positionsIn = (text: string): bigint[] => {
  // As JSON a third of the time, as long as numbers are exact.
  const read: number[] = plain.test(text) ? JSON.parse(`[${text.slice(1, -1)}]`) : [Number.NaN]
  return read.every(Number.isSafeInteger) ? read.map(BigInt) : (text.match(/\d+/g) ?? []).map(BigInt)
}

const tileOf = ({ level, index, hashes, positions }: Row): Tile => ({
  level,
  index: Number(index),
  hashes,
  positions: positionsIn(positions),
})

const columns = 'level, index, hashes, positions'

/** Tiles of a level from one on, in order. */
export const readTiles = async (client: Asking, level: number, from: number, count: number): Promise<Tile[]> => {
  const text = `select level, index, hashes, positions::text from log.tile where level = $1 and index >= $2 and index < $3 order by index`
  const { rows } = await client.query<Row>({ name: 'tiles', text, values: [level, from, from + count] })
  return rows.map(tileOf)
}

/** Every tile that holds something of the leaves from one on. */
export async function* tilesFrom(client: Asking, leaf: number): AsyncIterable<Tile> {
  for (let [level, index] = [0, Math.floor(leaf / tileWidth)]; ; level += 1, index = Math.floor(index / tileWidth)) {
    let found = await readTiles(client, level, index, tilesAtOnce)
    if (found.length === 0) return
    for (let next = index; found.length > 0; found = await readTiles(client, level, next, tilesAtOnce)) {
      yield* found
      next += tilesAtOnce
    }
  }
}

const hashIn = (tile: Pick<Tile, 'hashes'>, place: number): Buffer =>
  tile.hashes.subarray(place * hashBytes, (place + 1) * hashBytes)

/** The hashes of a tile, one by one. */
export const hashesOf = (tile: Pick<Tile, 'hashes'>): Buffer[] =>
  Array.from({ length: tile.hashes.length / hashBytes }, (_, place) => hashIn(tile, place))

const rootWithin = (tile: Tile, from: number, count: number): Buffer => {
  if (count === 1) return hashIn(tile, from)
  return nodeHash(rootWithin(tile, from, count / 2), rootWithin(tile, from + count / 2, count / 2))
}

/** Something of the tree that was signed is not stored. */
export class TreeIncomplete extends Error {
  constructor(what: string) {
    super(`The stored tree lacks ${what}.`)
    this.name = 'TreeIncomplete'
  }
}

/** The hashes of the tree's complete parts, read from the tiles. @throws TreeIncomplete for one that is not there */
export const hashesFrom = (client: Asking): HashAt => {
  const read = new Map<string, Promise<Tile[]>>()
  const tileAt = async (level: number, index: number): Promise<Tile> => {
    const key = `${level}/${index}`
    const reading = read.get(key) ?? readTiles(client, level, index, 1)
    read.set(key, reading)
    const [tile] = await reading
    if (!tile) throw new TreeIncomplete(`tile ${key}`)
    return tile
  }
  return async (level, index) => {
    const count = 2 ** (level % tileHeight)
    const first = index * count
    const tile = await tileAt(Math.floor(level / tileHeight), Math.floor(first / tileWidth))
    const place = first % tileWidth
    if ((place + count) * hashBytes > tile.hashes.length) throw new TreeIncomplete(`hashes of tile ${index}`)
    return rootWithin(tile, place, count)
  }
}

/** A leaf that is to follow. */
export type Leaf = { hash: Buffer; position: bigint }

// The tiles that the next hash of each level goes into, as far as they have begun.
const lastTiles = async (client: Asking, size: number): Promise<Map<number, Tile>> => {
  const last = new Map<number, Tile>()
  for (let [level, hashes] = [0, size]; hashes > 0; level += 1, hashes = Math.floor(hashes / tileWidth)) {
    const index = Math.floor(hashes / tileWidth)
    const [tile] = hashes % tileWidth === 0 ? [] : await readTiles(client, level, index, 1)
    last.set(level, tile ?? { level, index, hashes: Buffer.alloc(0), positions: [] })
  }
  return last
}

/** Adds leaves to the stored tree of a size, in the transaction of `client`. */
export const addLeaves = async (client: Asking, size: number, leaves: readonly Leaf[]): Promise<void> => {
  const last = await lastTiles(client, size)
  const changed = new Map<string, Tile>()
  const add = (level: number, hash: Buffer, position: readonly bigint[]): void => {
    const before = last.get(level) ?? { level, index: 0, hashes: Buffer.alloc(0), positions: [] }
    const isFull = before.hashes.length === tileWidth * hashBytes
    const open = isFull ? { level, index: before.index + 1, hashes: Buffer.alloc(0), positions: [] } : before
    const hashes = Buffer.concat([open.hashes, hash])
    const tile = { ...open, hashes, positions: [...open.positions, ...position] }
    last.set(level, tile)
    changed.set(`${level}/${tile.index}`, tile)
    if (hashes.length === tileWidth * hashBytes) add(level + 1, rootWithin(tile, 0, tileWidth), [])
  }
  for (const leaf of leaves) add(0, leaf.hash, [leaf.position])
  const tiles = [...changed.values()]
  await client.query(
    `insert into log.tile (${columns}) select level, index, decode(hashes, 'hex'), positions
     from jsonb_to_recordset($1) as grown (level smallint, index bigint, hashes text, positions bigint[])
     on conflict (level, index) do update set hashes = excluded.hashes, positions = excluded.positions`,
    [
      JSON.stringify(
        tiles.map((tile) => ({ ...tile, hashes: tile.hashes.toString('hex'), positions: tile.positions.map(String) })),
      ),
    ],
  )
}
