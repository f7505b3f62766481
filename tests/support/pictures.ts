import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type DecodeOptions, decodePicture, type Picture } from '../../platform/files/decode.ts'

/** A small real PNG. */
export const pngPicture = (width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: { r: 11, g: 93, b: 75 } } })
    .png()
    .toBuffer()

let folder: string | null = null

/** Bytes as a file that lies about until the tests of this process are over. */
export const asFile = (bytes: Uint8Array): string => {
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), 'pictures-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    folder = made
  }
  const path = join(folder, randomUUID())
  writeFileSync(path, bytes)
  return path
}

/** What becomes of an upload. @throws BadUpload */
export const decoded = (bytes: Uint8Array, options?: DecodeOptions): Promise<Picture> =>
  decodePicture(asFile(bytes), options)

/** The processes that a process has started to decode, by their ids. */
export const decodersOf = (parent: number): number[] =>
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => (line.includes('decode-worker') ? [Number.parseInt(line, 10)] : []))
