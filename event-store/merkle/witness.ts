import { createReadStream, existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Pool } from 'pg'
import { CheckpointRefused, type Checkpoints } from './checkpoints.ts'
import type { SignedCheckpoint } from './note.ts'
import { type Tile, tilesFrom, tileWidth } from './tiles.ts'

// The number of a tile in groups of three digits, as C2SP tlog-tiles names files: 1234067 is x001/x234/067.
const numbered = (index: number): string => {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  return groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
}

/** The path of a tile in a witness's folder; one that is not full is followed by its width. */
export const tilePath = (level: number, index: number, width: number): string =>
  `tile/${level}/${numbered(index)}${width < tileWidth ? `.p/${width}` : ''}`

// Not part of that layout: the positions of the events of a tile's leaves, one a line, so that a missing one can be named.
const positionsPath = (index: number, width: number): string =>
  tilePath(0, index, width).replace(/^tile\/0/, 'positions')

const newestFile = 'checkpoint'
const allFile = 'checkpoints.txt'

const write = async (path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, content)
  await rename(`${path}.new`, path)
}

const writeTile = async (folder: string, { level, index, hashes, positions }: Tile): Promise<void> => {
  const width = hashes.length / 32
  if (level === 0) await write(join(folder, positionsPath(index, width)), `${positions.join('\n')}\n`)
  await write(join(folder, tilePath(level, index, width)), hashes)
  if (width < tileWidth) return
  const partial = [`tile/${level}/${numbered(index)}.p`, `positions/${numbered(index)}.p`].slice(0, level === 0 ? 2 : 1)
  for (const path of partial) await rm(join(folder, path), { recursive: true, force: true })
}

const readOr = async <T>(path: string, missing: T, as: (bytes: Buffer) => T): Promise<T> => {
  try {
    return as(await readFile(path))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missing
    throw error
  }
}

/** The checkpoints in a folder and the tree's leaves, in the layout of C2SP tlog-tiles. It should lie where the database's owner cannot write. */
export type WitnessFolder = {
  /** The newest note that it was told; null in a new folder. */
  newest(): Promise<string | null>
  /** Every note that it was told, in order, as they are read. */
  all(): AsyncIterable<string>
  /** A tile of leaves as it was when it held `width` of them or, when it is full, all. Null when it was not told. */
  leaves(index: number, width: number): Promise<Pick<Tile, 'hashes' | 'positions'> | null>
  /** @throws CheckpointRefused when the stored tree does not go on from the newest note that it was told */
  check(checkpoints: Checkpoints): Promise<void>
  /**
   * Writes what is new: the tiles, then the checkpoints. Broken off, it goes on from the newest note that is written.
   * @throws CheckpointRefused when the stored tree does not go on from that, and what the file system throws
   */
  follow(pool: Pool, checkpoints: Checkpoints): Promise<void>
}

const notesAtOnce = 1_000

export const witnessFolder = (folder: string): WitnessFolder => {
  const newest = () => readOr<string | null>(join(folder, newestFile), null, String)
  const checked = async (checkpoints: Checkpoints): Promise<SignedCheckpoint | null> => {
    const before = await rememberedOf(newest, checkpoints.open)
    if (before) await checkpoints.check(before)
    return before
  }
  return {
    newest,
    check: async (checkpoints) => void (await checked(checkpoints)),
    all: () => notesIn(join(folder, allFile)),
    leaves: async (index, width) =>
      (await readTile(folder, index, tileWidth)) ?? (await readTile(folder, index, width)),
    follow: async (pool, checkpoints) => {
      let told = (await checked(checkpoints))?.size ?? 0
      for (let fresh = await checkpoints.after(told, notesAtOnce); fresh.length > 0; ) {
        for await (const tile of tilesFrom(pool, told)) await writeTile(folder, tile)
        const text = fresh.map((one) => one.text)
        await appendFile(join(folder, allFile), text.join(''))
        await write(join(folder, newestFile), text.at(-1) ?? '')
        told = fresh.at(-1)?.size ?? told
        fresh = await checkpoints.after(told, notesAtOnce)
      }
    },
  }
}

const readTile = async (folder: string, index: number, width: number) => {
  const hashes = await readOr<Buffer | null>(join(folder, tilePath(0, index, width)), null, (bytes) => bytes)
  const lines = await readOr<string[]>(join(folder, positionsPath(index, width)), [], (bytes) =>
    String(bytes).trim().split('\n'),
  )
  const isWhole = hashes?.length === lines.length * 32 && lines.every((line) => /^\d+$/.test(line))
  return isWhole ? { hashes, positions: lines.map(BigInt) } : null
}

/** The single notes of a file of notes, as it is read: each ends with the line of its signature. None when there is no such file. */
async function* notesIn(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return
  let rest = ''
  for await (const part of createReadStream(path, 'utf8')) {
    const notes = `${rest}${part}`.match(/[^]*?\n— .*\n/g) ?? []
    rest = `${rest}${part}`.slice(notes.join('').length)
    yield* notes
  }
}

const rememberedOf = async (
  newest: () => Promise<string | null>,
  open: (note: string) => SignedCheckpoint | null,
): Promise<SignedCheckpoint | null> => {
  const text = await newest()
  if (text === null) return null
  const checkpoint = open(text)
  if (checkpoint) return checkpoint
  throw new CheckpointRefused('The newest checkpoint outside of the database is not signed by a key of this log.')
}
