import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lazily } from '../lazy/lazily.ts'
import type { AnyFile } from './any.ts'

// Loaded by whoever draws: other processes never need it.
const loadSharp = lazily(() => import('sharp'))

const written = async (path: string, bytes: Buffer, rest: Pick<AnyFile, 'extension' | 'width' | 'height'>) => {
  await writeFile(path, bytes)
  return { path, hash: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, ...rest }
}

/** Draws SVG of our own as a picture in the folder, with its transparency where `isClear`. Nothing that was sent comes here. */
export const drawnPicture = async (folder: string, svg: string, isClear = false): Promise<AnyFile> => {
  const { default: sharp } = await loadSharp()
  const image = sharp(Buffer.from(svg))
  const [format, extension] = isClear ? [image.png(), 'png'] : [image.webp({ quality: 82, effort: 2 }), 'webp']
  const { data, info } = await format.toBuffer({ resolveWithObject: true })
  const name = createHash('sha256').update(svg).digest('hex')
  return written(join(folder, `${name}.${extension}`), data, { extension, width: info.width, height: info.height })
}

/** A file of our own bytes in the folder. */
export const writtenFile = (folder: string, filename: string, bytes: Buffer): Promise<AnyFile> =>
  written(join(folder, filename), bytes, { extension: filename.split('.').at(-1) ?? '', width: null, height: null })
