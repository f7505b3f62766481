import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import type { Pool } from 'pg'
import { ZipFile } from 'yazl'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { JsonObject } from '../../domain/event.ts'
import { erasedText, splitStream } from '../../domain/event.ts'
import type { Language } from '../../domain/texts/languages.ts'
import type { Log } from '../../event-store/log.ts'
import type { Checkpoints } from '../../event-store/merkle/checkpoints.ts'
import { leafFinder } from '../../event-store/merkle/leaf-finder.ts'
import { verifierOf } from '../../event-store/merkle/note.ts'
import { subsetOf } from '../../event-store/merkle/subset.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { asError } from '../../platform/as-error.ts'
import { verifierFiles } from './assets.ts'
import type { Selection } from './selection.ts'

export type PackageParts = {
  pool: Pool
  log: Pick<Log, 'store' | 'disclose'>
  checkpoints: Pick<Checkpoints, 'origin' | 'keys' | 'signStatement'>
  /** The notes that go along, the oldest first; the last is the checkpoint that all is proved against. */
  notes: readonly { size: number; note: string }[]
  selection: Selection
  /** What the instructions are written in. */
  language: Language
  /** Whether values about people in a stream of this category are for who exports. */
  showsPersonal(category: string): boolean
  /** What the manifest says of who exported, when, and what was asked. */
  said: JsonObject
  /** Told how many events are written. */
  onProgress(events: number): void
  signal: AbortSignal
}

// An event has at most 800 kB (X22).
const eventsAtOnce = 100
const statement = 'manifest of an evidence package'

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`

/** The events of the selection as the log holds them, also such as the tree does not know between them. */
async function* eventsOf({ pool, log, notes, selection, signal }: PackageParts): AsyncIterable<RecordedEvent[]> {
  const { positionAt } = leafFinder(pool, notes.at(-1)?.size ?? 0)
  for (const { from, until } of selection.ranges) {
    const last = await positionAt(until - 1)
    let after = from === 0 ? 0n : await positionAt(from - 1)
    while (after < last) {
      signal.throwIfAborted()
      const page = await log.store.readAll(after, Math.min(eventsAtOnce, until - from))
      const events = page.filter(({ position }) => position <= last)
      if (events.length > 0) yield events
      after = page.at(-1)?.position ?? last
    }
  }
}

type File = { position: string; stream: string; sha256: string }

/** The lines of the events, with values in clear beside what is sealed where they may be shown; `files` gets the hashes that they name. */
async function* eventLines(parts: PackageParts, files: File[]): AsyncIterable<string> {
  let written = 0
  for await (const events of eventsOf(parts)) {
    const disclosed = await parts.log.disclose(events)
    for (const [at, { position, data, ...event }] of events.entries()) {
      const { values, salt, isBare } = disclosed[at] ?? { isBare: false }
      const isShown = values === erasedText || parts.showsPersonal(splitStream(event.stream).category)
      // What was not sealed when it was written would be told by the open data.
      const isWithheld = isBare && (!isShown || values === erasedText)
      const open = isWithheld ? { withheld: true } : { data }
      const clear = isShown && values !== undefined ? { values, ...(salt === undefined ? {} : { salt }) } : {}
      if (typeof data.hash === 'string' && !isWithheld)
        files.push({ position: String(position), stream: event.stream, sha256: data.hash })
      yield lineOf({ position: String(position), ...event, ...open, ...clear })
    }
    written += events.length
    parts.onProgress(written)
  }
}

const keysOf = ({ origin, keys }: PackageParts['checkpoints']) => {
  const [signing, ...former] = keys.map(({ publicKey, confirmation }) => ({
    key: verifierOf({ name: origin, publicKey }),
    confirmation: confirmation?.toString('base64') ?? '',
  }))
  return { key: signing?.key ?? '', formerKeys: former }
}

/** A package as a zip archive, written as it is read. Its manifest names the hash of every part and is signed. @throws nothing: the stream breaks */
export const packageOf = (parts: PackageParts): Readable => {
  const { checkpoints, notes, selection, said } = parts
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: unknown) => void out.destroy(asError(error))
  zip.outputStream.pipe(out)
  zip.on('error', fail)
  const files: File[] = []
  const written: Record<string, { bytes: number; sha256: string }> = {}

  async function* counted(name: string, texts: AsyncIterable<string> | Iterable<string>): AsyncIterable<Buffer> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const text of texts) {
      const chunk = Buffer.from(text)
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
    written[name] = { bytes, sha256: hash.digest('base64') }
  }
  // One after the other: each is asked for when the one before has ended.
  const add = (name: string, texts: AsyncIterable<string> | Iterable<string>) =>
    zip.addReadStream(Readable.from(counted(name, texts), { objectMode: false }).on('error', fail), name)

  async function* treeLines(): AsyncIterable<string> {
    const sizes = notes.map(({ size }) => size)
    for await (const line of subsetOf(parts.pool, selection.ranges, sizes)) yield lineOf(line)
  }
  function* manifestText(): Iterable<string> {
    const counts = { events: selection.events, files: files.length }
    const checkpoint = { size: notes.at(-1)?.size ?? 0 }
    const manifest = { ...said, origin: checkpoints.origin, ...keysOf(checkpoints), checkpoint, counts, parts: written }
    const signature = checkpoints.signStatement(statement, canonicalJson(manifest)).toString('base64')
    yield `${JSON.stringify({ ...manifest, signature }, null, 2)}\n`
  }
  function* fileLines(): Iterable<string> {
    for (const file of files) yield lineOf(file)
  }

  const fill = async () => {
    for (const [name, text] of Object.entries(await verifierFiles(parts.language))) add(name, [text])
    add('events.ndjson', eventLines(parts, files))
    add('files.ndjson', fileLines())
    add('tree.ndjson', treeLines())
    add(
      'checkpoints.txt',
      notes.map(({ note }) => note),
    )
    add('manifest.json', manifestText())
    zip.end()
  }
  fill().catch(fail)
  return out
}
