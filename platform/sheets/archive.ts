import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { BadUpload } from '../files/refused.ts'
import { sheetLimits } from './sheet.ts'

const { entries: mostEntries, inflated: mostInflated, ratio: mostRatio } = sheetLimits

export const noSheet = (cause?: unknown) =>
  new BadUpload(422, 'The file is not a spreadsheet in the format .xlsx.', { cause })
export const tooBig = () =>
  new BadUpload(413, 'The spreadsheet holds more than {max} MB once it is unpacked.', {
    values: { max: mostInflated / 1e6 },
  })

// What computes, or leads somewhere else. A picture or a chart is only left unread.
const refusedParts =
  /vbaProject|\.bin$|externalLinks?\/|embeddings\/|activeX|macrosheets|connections\.xml$|queryTables\//i

const symbolicLink = 0o120000
const isLink = ({ externalFileAttributes }: Entry) => ((externalFileAttributes >>> 16) & 0o170000) === symbolicLink

/** @throws BadUpload for an entry that no spreadsheet has */
const checkEntry = (entry: Entry, known: ReadonlySet<string>): void => {
  const { fileName, compressedSize, uncompressedSize } = entry
  // yauzl refuses absolute paths, dot-dot and backslashes by itself.
  if (known.has(fileName.toLowerCase()) || isLink(entry) || entry.isEncrypted()) throw noSheet()
  if (/vbaProject|macrosheets/i.test(fileName) || refusedParts.test(fileName.replace(/printerSettings\d*\.bin$/i, '')))
    throw new BadUpload(422, 'The spreadsheet holds macros or links to other files. Please save it as a plain .xlsx.')
  if (uncompressedSize > Math.max(1_000_000, compressedSize * mostRatio)) throw tooBig()
}

const entriesOf = async (zip: ZipFile): Promise<Entry[]> => {
  if (zip.entryCount > mostEntries)
    throw new BadUpload(422, 'The spreadsheet holds more than {max} parts.', { values: { max: mostEntries } })
  const found: Entry[] = []
  const known = new Set<string>()
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry, known)
    known.add(entry.fileName.toLowerCase())
    declared += entry.uncompressedSize
    if (declared > mostInflated) throw tooBig()
    found.push(entry)
  }
  if (!known.has('[content_types].xml') || !known.has('xl/workbook.xml')) throw noSheet()
  return found
}

/** Parts of an archive that are XML, by their path in lower case. */
export type Parts = ReadonlyMap<string, Uint8Array>

/** What is declared may be a lie, so every byte is counted; what an entity stands for is never asked. */
const inflate = async (zip: ZipFile, entries: readonly Entry[]): Promise<Parts> => {
  const parts = new Map<string, Uint8Array>()
  let inflated = 0
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase()
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes: Buffer = chunk
      inflated += bytes.length
      if (inflated > mostInflated) throw tooBig()
      chunks.push(bytes)
    }
    const part = Buffer.concat(chunks)
    if (/<!DOCTYPE|<!ENTITY/i.test(part.toString('latin1', 0, 2_000))) throw noSheet()
    if (name === '[content_types].xml' && /macroEnabled/i.test(part.toString('latin1'))) throw noSheet()
    if (/\.(?:xml|rels)$/.test(name)) parts.set(name, part)
  }
  return parts
}

/** Looks through an archive before anything in it is parsed (XL-1), and answers what it holds. @throws BadUpload 413 or 422 */
export const checkArchive = async (path: string): Promise<Parts> => {
  let zip: ZipFile | null = null
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true })
    return await inflate(zip, await entriesOf(zip))
  } catch (error) {
    throw error instanceof BadUpload ? error : noSheet(error)
  } finally {
    zip?.close()
  }
}
