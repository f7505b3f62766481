import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** What is stored under a hash has other bytes. The message names the file by the beginning of its hash. */
export class FileChanged extends Error {
  override name = 'FileChanged'
  constructor(hash: string) {
    super(
      `the bytes of the file ${hash.slice(0, 4)} ${hash.slice(4, 8)} ${hash.slice(8, 12)}… are not those that were stored`,
    )
  }
}

const mostKnown = 20_000

/** The SHA-256 of an open file, in lower-case hex. */
export const hashOf = async (file: FileHandle): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false, highWaterMark: 262_144 }))
    hash.update(chunk)
  return hash.digest('hex')
}

/** Compares open files with their hashes: once for each state in which they were found, not each time. */
export const wholeFiles = () => {
  const known = new Map<string, string>()
  const checking = new Map<string, Promise<boolean>>()

  const check = async (hash: string, state: string, file: FileHandle): Promise<boolean> => {
    if ((await hashOf(file)) !== hash) return false
    known.delete(hash)
    known.set(hash, state)
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    return true
  }

  /** @throws FileChanged */
  return async (hash: string, file: FileHandle): Promise<void> => {
    const { mtimeNs, size, ino } = await file.stat({ bigint: true })
    const state = `${mtimeNs} ${size} ${ino}`
    if (known.get(hash) === state) return
    const name = `${hash} ${state}`
    const running = checking.get(name) ?? check(hash, state, file).finally(() => checking.delete(name))
    checking.set(name, running)
    if (!(await running)) throw new FileChanged(hash)
  }
}
