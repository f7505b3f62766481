import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Transform } from 'node:stream'

const length = 64

/** The comment that an archive ends with until it is known: as long as the checksum that takes its place. */
export const placeholder = '0'.repeat(length)

/** Replaces the placeholder at the end of an archive by the SHA-256 of everything before it, since no part's checksum covers the headers. */
export const sealing = (): Transform => {
  const hash = createHash('sha256')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk])
      const certain = Math.max(0, all.length - length)
      held = all.subarray(certain)
      const bytes = all.subarray(0, certain)
      hash.update(bytes)
      done(null, bytes)
    },
    flush(done) {
      done(null, Buffer.from(hash.digest('hex'), 'latin1'))
    },
  })
}

/** Whether an archive is, byte by byte, what `sealing` wrote. */
export const isSealed = async (path: string): Promise<boolean> => {
  const { size } = await stat(path)
  if (size <= length) return false
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { end: size - length - 1 })) hash.update(chunk)
  let sealed = ''
  for await (const chunk of createReadStream(path, { start: size - length, encoding: 'latin1' })) sealed += chunk
  return hash.digest('hex') === sealed
}
