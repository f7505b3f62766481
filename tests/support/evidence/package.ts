import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { fromBufferPromise } from 'yauzl'
import { canonicalJson } from '../../../domain/canonical-json.ts'
import type { JsonObject } from '../../../domain/event.ts'
import { signText, type Signer } from '../../../event-store/merkle/note.ts'

/** The parts of an evidence package, by name. */
export type Parts = Map<string, string>

/** Unpacks a package. */
export const unpacked = async (bytes: Buffer): Promise<Parts> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const parts: Parts = new Map()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, String(await buffer(await zip.openReadStreamPromise(entry))))
  return parts
}

type Hash = { update(bytes: Uint8Array): Hash; digest(): Uint8Array }
type Verify = (
  parts: ReadonlyMap<string, () => AsyncIterable<Uint8Array>>,
  newHash: () => Hash,
  key: string,
) => Promise<string[]>

const verifier = join(import.meta.dirname, '../../../commands/evidence/verifier/verify.mjs')

/** What the verifier for Node says of the parts, line by line. */
export const verified = async (parts: Parts, key = ''): Promise<string[]> => {
  const { verify }: { verify: Verify } = await import(verifier)
  const streams = [...parts].map(([name, text]) => [name, () => Readable.from([Buffer.from(text)])] as const)
  return verify(new Map(streams), () => createHash('sha256'), key)
}

/** The same as a process of its own in the unpacked folder, with what it ends with. */
export const verifiedAlone = async (parts: Parts): Promise<{ said: string; code: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-evidence-'))
  try {
    for (const [name, text] of parts) await writeFile(join(folder, name), text)
    const ran = promisify(execFile)(process.execPath, ['verify.mjs'], { cwd: folder })
    return await ran.then(
      ({ stdout }) => ({ said: stdout, code: 0 }),
      ({ stdout, code }: { stdout: string; code: number }) => ({ said: stdout, code }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Lines of JSON of a part. */
export const linesOf = (parts: Parts, name: string): JsonObject[] =>
  (parts.get(name) ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

/** The package with other lines in a part. */
export const withLines = (parts: Parts, name: string, change: (lines: JsonObject[]) => JsonObject[]): Parts =>
  new Map(parts).set(
    name,
    change(linesOf(parts, name))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )

/** The package with hashes that fit its parts; signed anew where there is a signer, by whom the system would never have. */
export const withManifest = (parts: Parts, signer: Signer | null, change: JsonObject = {}): Parts => {
  const { signature, ...manifest } = JSON.parse(parts.get('manifest.json') ?? '')
  for (const name of Object.keys(manifest.parts)) {
    const bytes = Buffer.from(parts.get(name) ?? '')
    manifest.parts[name] = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('base64') }
  }
  const changed = { ...manifest, ...change }
  const text = `${manifest.origin}\nmanifest of an evidence package\n${canonicalJson(changed)}\n`
  const signed = signer ? signText(signer, text).toString('base64') : signature
  return new Map(parts).set('manifest.json', JSON.stringify({ ...changed, signature: signed }))
}
