import { flatPng } from '../../support/flat-png.ts'
import { pngPicture } from '../../support/pictures.ts'

export type BadPicture = { what: string; filename: string; type: string; bytes: Buffer }

const html = '<!doctype html><script>alert(document.cookie)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'

/** Everything that calls itself a picture and is none that may be kept (UP-2, UP-3, UP-6). */
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
    // 400 megapixels in a few kilobytes.
    named('a decompression bomb', flatPng(20_000, 20_000)),
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
