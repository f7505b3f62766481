import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileTypeFromFile } from 'file-type'
import { BadUpload } from './refused.ts'

export type AnyFile = {
  path: string
  hash: string
  size: number
  extension: string
  width: number | null
  height: number | null
}

export const mostFileBytes = 25_000_000

const pictures = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif'])
// Texts and the old formats of office programs look alike inside, so their name says which.
const named = new Set('txt csv md json xml html htm css ics vcf log doc xls ppt msg'.split(' '))
const looked = 64_000

const beginOf = async (path: string): Promise<Buffer> => {
  const handle = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(looked), 0, looked, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** What the file is by its content: a picture, or its extension. @throws BadUpload 413 over 25 MB, 415 SVG (may hold scripts), 422 empty */
export const kindOf = async (path: string, filename: string): Promise<'picture' | { extension: string }> => {
  const { size } = await stat(path)
  if (size === 0) throw new BadUpload(422, 'The file is empty.')
  if (size > mostFileBytes)
    throw new BadUpload(413, 'A file may have at most {max} MB.', { values: { max: mostFileBytes / 1e6 } })
  const sniffed = await fileTypeFromFile(path)
  if (sniffed && pictures.has(sniffed.mime)) return 'picture'
  const begin = await beginOf(path)
  const isText = !begin.includes(0)
  if (isText && /<svg[\s>]/i.test(begin.toString('latin1')))
    throw new BadUpload(415, 'SVG files cannot be used here. Please choose a JPEG, PNG, WebP or GIF file.')
  const claimed = extname(filename).slice(1).toLowerCase()
  if (sniffed && sniffed.ext !== 'cfb' && sniffed.ext !== 'xml') return { extension: sniffed.ext.slice(0, 10) }
  if (named.has(claimed)) return { extension: claimed }
  return { extension: isText ? 'txt' : 'bin' }
}
