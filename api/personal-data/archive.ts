import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asError } from '../../platform/as-error.ts'
import type { HeldFile, Holding } from './holdings.ts'

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** A zip of one JSON file for each holding, and the files themselves. One that is gone is left out. @throws nothing: the stream breaks */
export const archiveOf = (
  about: { person: string; exportedAt: string },
  { holdings, files }: { holdings: readonly Holding[]; files: readonly HeldFile[] },
  open: (hash: string) => Promise<Readable>,
): Readable => {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.pipe(out)
  zip.on('error', (error) => out.destroy(asError(error)))
  const contents = holdings.map(({ name, label, rows }) => ({
    file: `${name}.json`,
    holds: label.id,
    count: rows.length,
  }))
  zip.addBuffer(json({ ...about, contents }), 'contents.json')
  for (const { name, rows } of holdings) zip.addBuffer(json(name === 'record' ? rows[0] : rows), `${name}.json`)
  const add = async () => {
    for (const { path, hash } of files) {
      const stream = await open(hash).catch(() => null)
      if (stream) zip.addReadStream(stream, path)
    }
    zip.end()
  }
  add().catch((error: unknown) => out.destroy(asError(error)))
  return out
}
