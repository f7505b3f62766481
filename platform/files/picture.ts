import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { BadUpload } from './refused.ts'

/** A picture that was decoded and encoded again: without metadata, without anything behind or beside it. */
export type Picture = { bytes: Buffer; type: string; extension: string; width: number; height: number }

type Options = {
  /** In bytes; 10 MB by default. */
  maxBytes?: number
  /** Takes SVG too and makes a PNG of it (logo, favicon). */
  rasterise?: boolean
}

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

const maximumPixels = 25e6
const maximumSeconds = 10
const rasterSide = 1024
const safe = { limitInputPixels: maximumPixels, failOn: 'warning', sequentialRead: true } as const

// Both are settings of the whole process: one decode uses one core and leaves nothing in memory.
sharp.concurrency(1)
sharp.cache(false)

// One decode at a time in this process, however many are asked for: each may need 100 MB.
let queue: Promise<unknown> = Promise.resolve()

/**
 * Reads a picture by what it is, never by its name or claimed type: JPEG, PNG, WebP or GIF, at most 25 megapixels.
 * Orientation is applied, animation kept when all its frames together stay below the limit (decisions D9; UP-2, 3, 6).
 * @throws BadUpload 413 too big, 415 another kind of file, 422 cannot be read
 */
export function readPicture(
  bytes: Uint8Array,
  { maxBytes = 10_000_000, rasterise = false }: Options = {},
): Promise<Picture> {
  const turn = queue.then(() => read(bytes, maxBytes, rasterise))
  queue = turn.catch(() => undefined)
  return turn
}

async function read(bytes: Uint8Array, maxBytes: number, rasterise: boolean): Promise<Picture> {
  if (bytes.length === 0) throw new BadUpload(422, 'The picture is empty.')
  if (bytes.length > maxBytes) throw new BadUpload(413, `A picture may have at most ${Math.floor(maxBytes / 1e6)} MB.`)
  const sniffed = await fileTypeFromBuffer(bytes)
  const metadata = await sharp(bytes, safe)
    .metadata()
    .catch((error: unknown) => refuse(error, sniffed?.mime))
  if (metadata.format === 'svg' && rasterise) return encode(fromSvg(bytes), 'png')
  const kind = kinds[metadata.format]
  if (!kind?.sniffed.includes(sniffed?.mime ?? '')) throw new BadUpload(415, wrongKind)
  const isAnimated = canStayAnimated(metadata)
  const image = sharp(bytes, { ...safe, animated: isAnimated })
  return encode(isAnimated ? image : image.autoOrient(), metadata.format)
}

const wrongKind = 'This is not a picture that can be used. Please choose a JPEG, PNG, WebP or GIF file.'
const brokenPicture = 'The picture cannot be read. It may be damaged.'
const tooManyPixels = 'The picture is too large. At most 25 megapixels are possible.'

function fromSvg(bytes: Uint8Array): Sharp {
  return sharp(bytes, safe).resize({ width: rasterSide, height: rasterSide, fit: 'inside', withoutEnlargement: true })
}

// Sharp counts the pixels of all frames; beyond the limit the first frame is the picture.
function canStayAnimated({ pages = 1, width, height }: Metadata): boolean {
  return pages > 1 && pages * width * height <= maximumPixels
}

async function encode(image: Sharp, format: string): Promise<Picture> {
  const kind = kinds[format]
  if (!kind) throw new BadUpload(415, wrongKind)
  const { data, info } = await kind
    .encode(image)
    .timeout({ seconds: maximumSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => refuse(error, kind.type))
  return {
    bytes: data,
    type: kind.type,
    extension: kind.extension,
    width: info.width,
    height: info.pageHeight ?? info.height,
  }
}

const isKnownType = (mime: string | undefined) => Object.values(kinds).some((kind) => kind.sniffed.includes(mime ?? ''))

function refuse(error: unknown, mime: string | undefined): never {
  const reason = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(reason)) throw new BadUpload(422, tooManyPixels, { cause: error })
  if (/timeout/i.test(reason)) throw new BadUpload(422, 'The picture takes too long to read.', { cause: error })
  throw new BadUpload(isKnownType(mime) ? 422 : 415, isKnownType(mime) ? brokenPicture : wrongKind, { cause: error })
}
