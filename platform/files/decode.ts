import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { BadUpload } from './refused.ts'

/** A picture encoded anew, without metadata. The caller removes what lies at `path`; `hash` is SHA-256 in hex, `size` in bytes. */
export type Picture = {
  path: string
  hash: string
  size: number
  type: string
  extension: string
  width: number
  height: number
}

/** `rasterise` takes SVG too and makes a PNG of it (logo, favicon). */
export type DecodeOptions = { rasterise?: boolean }

type Kind = { type: string; extension: string; sniffed: readonly string[]; encode: (image: Sharp) => Sharp }

const kinds: Readonly<Record<string, Kind>> = {
  jpeg: {
    type: 'image/jpeg',
    extension: 'jpg',
    sniffed: ['image/jpeg'],
    encode: (image) => image.jpeg({ quality: 85 }),
  },
  png: { type: 'image/png', extension: 'png', sniffed: ['image/png', 'image/apng'], encode: (image) => image.png() },
  webp: {
    type: 'image/webp',
    extension: 'webp',
    sniffed: ['image/webp'],
    encode: (image) => image.webp({ quality: 85 }),
  },
  gif: { type: 'image/gif', extension: 'gif', sniffed: ['image/gif'], encode: (image) => image.gif() },
}

const maximumBytes = 10_000_000
const maximumPixels = 25e6
// Rows and columns cost on their own: one row of 25 megapixels took sharp ten seconds.
const maximumSide = 12_000
const rasterSide = 1024
const safe = { limitInputPixels: maximumPixels, failOn: 'warning', sequentialRead: true } as const

// Both are settings of the whole process: one decode uses one core and leaves nothing in memory.
sharp.concurrency(1)
sharp.cache(false)

/** Reads the picture at `path` by its content and writes it anew beside it (D9). @throws BadUpload 413 too big, 415 another kind, 422 unreadable */
export const decodePicture = async (path: string, { rasterise = false }: DecodeOptions = {}): Promise<Picture> => {
  const { size } = await stat(path)
  if (size === 0) throw new BadUpload(422, 'The picture is empty.')
  if (size > maximumBytes)
    throw new BadUpload(413, 'A picture may have at most {max} MB.', { values: { max: maximumBytes / 1e6 } })
  const sniffed = await fileTypeFromFile(path)
  const metadata = await sharp(path, safe)
    .metadata()
    .catch((error: unknown) => refuse(error, sniffed?.mime))
  const made = `${path}.made`
  if (metadata.format === 'svg' && rasterise) return encode(fromSvg(path), 'png', made)
  const kind = kinds[metadata.format]
  if (!kind?.sniffed.includes(sniffed?.mime ?? '')) throw new BadUpload(415, wrongKind)
  if (Math.max(metadata.width, metadata.pageHeight ?? metadata.height) > maximumSide) throw new BadUpload(422, tooLong)
  const isAnimated = canStayAnimated(metadata)
  const image = sharp(path, { ...safe, animated: isAnimated })
  return encode(isAnimated ? image : image.autoOrient(), metadata.format, made)
}

const wrongKind = 'This is not a picture that can be used. Please choose a JPEG, PNG, WebP or GIF file.'
const brokenPicture = 'The picture cannot be read. It may be damaged.'
const tooManyPixels = 'The picture is too large. At most 25 megapixels are possible.'
const tooLong = 'The picture is too large. A side may have at most 12,000 pixels.'

const fromSvg = (path: string): Sharp =>
  sharp(path, safe).resize({ width: rasterSide, height: rasterSide, fit: 'inside', withoutEnlargement: true })

// Sharp counts the pixels of all frames; beyond the limit the first frame is the picture.
const canStayAnimated = ({ pages = 1, width, height }: Metadata): boolean =>
  pages > 1 && pages * width * height <= maximumPixels

const encode = async (image: Sharp, format: string, path: string): Promise<Picture> => {
  const kind = kinds[format]
  if (!kind) throw new BadUpload(415, wrongKind)
  const info = await kind
    .encode(image)
    .toFile(path)
    .catch((error: unknown) => refuse(error, kind.type))
  return {
    path,
    hash: await hashOf(path),
    size: info.size,
    type: kind.type,
    extension: kind.extension,
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

const isKnownType = (mime: string | undefined) => Object.values(kinds).some((kind) => kind.sniffed.includes(mime ?? ''))

const refuse = (error: unknown, mime: string | undefined): never => {
  const reason = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(reason)) throw new BadUpload(422, tooManyPixels, { cause: error })
  throw new BadUpload(isKnownType(mime) ? 422 : 415, isKnownType(mime) ? brokenPicture : wrongKind, { cause: error })
}
