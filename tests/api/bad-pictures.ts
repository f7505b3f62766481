import { crc32, deflateSync } from 'node:zlib'
import { pngPicture } from '../support/pictures.ts'

export type BadPicture = { what: string; filename: string; type: string; bytes: Buffer }

const chunk = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A well-formed PNG of 20,000 × 20,000 pixels in a few kilobytes: 400 megapixels once it is decoded. */
const decompressionBomb = (side = 20_000): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const html = '<!doctype html><script>alert(document.cookie)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

/** Everything that calls itself a picture and is none that may be kept (reference/reliability UP-2, UP-3, UP-6). */
export const badPictures = async (): Promise<BadPicture[]> => {
  const png = await pngPicture()
  const named = (what: string, bytes: Buffer, filename = 'photo.png', type = 'image/png') => ({
    what,
    filename,
    type,
    bytes,
  })
  return [
    named(
      'a renamed Windows program',
      Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(4_000, 7)]),
    ),
    named('a renamed Linux program', Buffer.concat([Buffer.from('\u007fELF', 'latin1'), Buffer.alloc(4_000, 1)])),
    named('a decompression bomb', decompressionBomb()),
    named('a truncated PNG', png.subarray(0, png.length - 40)),
    named('the head of a PNG', png.subarray(0, 20)),
    named('SVG', Buffer.from(svg), 'photo.svg', 'image/svg+xml'),
    named('SVG that calls itself PNG', Buffer.from(svg)),
    named('HTML that calls itself PNG', Buffer.from(html)),
    named('a GIF that is a script', Buffer.from('GIF89a=1;alert(document.cookie)//'), 'photo.gif', 'image/gif'),
    named('a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'photo.pdf', 'application/pdf'),
    named('nothing', Buffer.alloc(0)),
    named('a file of zeros', Buffer.alloc(100_000)),
    named('more than 10 MB', Buffer.concat([png, Buffer.alloc(10_500_000)])),
  ]
}

/** A whole PNG with a web page behind its end: what is stored must hold the picture only. */
export const pictureWithPage = async (): Promise<Buffer> => Buffer.concat([await pngPicture(), Buffer.from(html)])
