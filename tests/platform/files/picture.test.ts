import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fastest } from '../../support/fastest.ts'
import { decoded } from '../../support/pictures.ts'

const readPicture = async (bytes: Uint8Array, options = {}) => {
  const picture = await decoded(bytes, options)
  return { ...picture, bytes: readFileSync(picture.path) }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 90 } } })

const refusal = (bytes: Uint8Array, options = {}) =>
  readPicture(bytes, options).then(
    () => 'taken',
    (error: unknown) => error,
  )

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of any claimed size, whose rows are all zero: tiny as a file, huge when decoded. */
const pngBomb = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32">${inside}</svg>`)

describe('a picture', () => {
  it.each([
    ['jpeg', 'image/jpeg', 'jpg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/gif', 'gif'],
  ] as const)('of kind %s is taken and stays of its kind', async (format, type, extension) => {
    const picture = await readPicture(await plain(64, 48).toFormat(format).toBuffer())
    expect(picture).toMatchObject({ type, extension, width: 64, height: 48 })
    expect((await sharp(picture.bytes).metadata()).format).toBe(format)
  })

  it('loses its metadata, the place where it was taken among them', async () => {
    const exif = {
      IFD0: { Copyright: 'canary-copyright' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    }
    const bytes = await plain(64, 48).withExif(exif).jpeg().toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const picture = await readPicture(bytes)
    const metadata = await sharp(picture.bytes).metadata()
    expect([metadata.exif, metadata.xmp, metadata.iptc]).toEqual([undefined, undefined, undefined])
    expect(picture.bytes.includes('canary-copyright')).toBe(false)
  })

  it('taken upright stays upright without its orientation mark', async () => {
    const bytes = await plain(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(await readPicture(bytes)).toMatchObject({ width: 48, height: 64 })
  })

  it('that is animated stays animated', async () => {
    const frames = [plain(20, 10), plain(20, 10).negate(), plain(20, 10)].map((frame) => frame.png().toBuffer())
    const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer()
    const picture = await readPicture(bytes)
    expect(picture).toMatchObject({ width: 20, height: 10, type: 'image/gif' })
    expect((await sharp(picture.bytes, { animated: true }).metadata()).pages).toBe(
      (await sharp(bytes).metadata()).pages,
    )
  })

  it('loses a script that was hung behind it', async () => {
    const bytes = Buffer.concat([
      await plain(64, 48).gif().toBuffer(),
      Buffer.from('/*canary*/=1;alert(1)//<script>canary</script>'),
    ])
    const result = await refusal(bytes)
    if (result !== 'taken') expect(result).toMatchObject({ statusCode: 422 })
    else expect((await readPicture(bytes)).bytes.includes('canary')).toBe(false)
  })

  it('of exactly 25 megapixels is taken, of more refused', async () => {
    expect(await readPicture(pngBomb(5000, 5000))).toMatchObject({ width: 5000, height: 5000 })
    expect(await refusal(pngBomb(5000, 5001))).toMatchObject({ statusCode: 422 })
  })
})

describe('refused', () => {
  it('is a flood of pixels, in less than a second', async () => {
    const bomb = pngBomb(20_000, 20_000)
    const refuse = async () =>
      expect(await refusal(bomb)).toMatchObject({
        name: 'BadUpload',
        statusCode: 422,
        message: 'The picture is too large. At most 25 megapixels are possible.',
      })
    expect(await fastest(1_000, refuse)).toBeLessThan(1_000)
  })

  it.each([
    [1, 12_001],
    [12_001, 1],
    [1, 25_000_000],
    [25_000_000, 1],
  ])('is a side of more than 12,000 pixels: %i x %i, before anything is decoded', async (width, height) => {
    const bomb = pngBomb(width, height)
    const refuse = async () => expect(await refusal(bomb)).toMatchObject({ name: 'BadUpload', statusCode: 422 })
    expect(await fastest(1_000, refuse)).toBeLessThan(1_000)
    expect(await readPicture(pngBomb(1, 12_000))).toMatchObject({ width: 1, height: 12_000 })
  })

  it('is a file of no bytes', async () => {
    expect(await refusal(Buffer.alloc(0))).toMatchObject({ statusCode: 422, message: 'The picture is empty.' })
  })

  it('is a file of more bytes than allowed', async () => {
    expect(await refusal(Buffer.alloc(10_000_001))).toMatchObject({
      statusCode: 413,
      message: 'A picture may have at most 10 MB.',
    })
  })

  it.each([
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)])],
    ['an ELF program', Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500, 1)])],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['an SVG with a script', svg('<script>alert(1)</script>')],
    ['an SVG behind an XML declaration', Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg('')])],
    ['a text', Buffer.from('just words')],
    ['a web page that starts like a PNG', Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1')],
    ['an archive', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)])],
  ])('is %s', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ statusCode: 415, message: /JPEG, PNG, WebP or GIF/ })
  })

  it.each(['tiff', 'heif'] as const)('is a picture of a kind that browsers do not show: %s', async (format) => {
    const bytes = await plain(64, 48)
      .toFormat(format, { compression: format === 'heif' ? 'av1' : 'lzw' })
      .toBuffer()
    expect(await refusal(bytes)).toMatchObject({ statusCode: 415 })
  })

  it.each([
    ['a script that starts like a GIF', Buffer.from('GIF89a/*\x01\x00*/=1;alert(1)//')],
    [
      'a program that starts like a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)]),
    ],
  ])('is %s', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ statusCode: 422 })
  })

  it('is a picture that was cut off', async () => {
    const whole = await plain(600, 400).jpeg().toBuffer()
    expect(await refusal(whole.subarray(0, whole.length - 200))).toMatchObject({ statusCode: 422 })
  })

  it('leaves the next picture untouched', async () => {
    const good = await plain(10, 10).png().toBuffer()
    const results = await Promise.all([
      refusal(pngBomb(20_000, 20_000)),
      readPicture(good),
      refusal(Buffer.from('x')),
      readPicture(good),
    ])
    expect(results[3]).toMatchObject({ width: 10 })
  })
})

describe('a logo', () => {
  it('drawn as SVG becomes a PNG', async () => {
    const picture = await readPicture(svg('<rect width="64" height="32" fill="red"/><script>alert(1)</script>'), {
      rasterise: true,
    })
    expect(picture).toMatchObject({ type: 'image/png', extension: 'png', width: 64, height: 32 })
    expect((await sharp(picture.bytes).metadata()).format).toBe('png')
  })

  it('cannot show a file of the server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'))
    try {
      const secret = join(folder, 'secret.png')
      await plain(64, 32).png().toFile(secret)
      const image = svg(`<image href="${pathToFileURL(secret).href}" width="64" height="32"/>`)
      const picture = await readPicture(image, { rasterise: true })
      const { channels } = await sharp(picture.bytes).stats()
      expect(channels.map((channel) => channel.max)).toEqual([0, 0, 0, 0])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('of endless size is made small', async () => {
    const huge = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="2000"><rect width="9" height="9"/></svg>',
    )
    expect(await readPicture(huge, { rasterise: true })).toMatchObject({ width: 1024, height: 512 })
    const bomb = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400000" height="200000"/>')
    expect(await refusal(bomb, { rasterise: true })).toMatchObject({ name: 'BadUpload' })
  })
})
