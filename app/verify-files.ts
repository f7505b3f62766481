import type { Pool } from 'pg'
import type { FileStorage } from '../platform/files/storage.ts'
import { namedHashes, storedFiles } from '../projections/files.ts'

const named = 20

const sentences = { changed: 'are not those that were stored', missing: 'are missing' } as const

/** Reads every file that a record names and compares it with its hash. Answers how many were read, and what is wrong in sentences. */
export const verifyFiles = async (pool: Pool, storage: Pick<FileStorage, 'check'>) => {
  const files = await storedFiles(pool)
  const problems: string[] = []
  for (const { id, hash } of files) {
    const found = await storage.check(hash)
    // A running server may have taken it back meanwhile.
    if (found === 'whole' || !(await namedHashes(pool, [hash])).has(hash)) continue
    problems.push(`Files: the bytes of file ${id} (${hash}) ${sentences[found]}.`)
  }
  const more = problems.length - named
  return {
    files: files.length,
    problems: more > 0 ? [...problems.slice(0, named), `Files: ${more} more are changed or missing.`] : problems,
  }
}
