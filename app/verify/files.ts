import type { Pool } from 'pg'
import { streamOf } from '../../domain/event.ts'
import { type Finding, findingOf } from '../../event-store/merkle/finding.ts'
import type { EventStore } from '../../event-store/port.ts'
import type { FileStorage } from '../../platform/files/storage.ts'
import { namedHashes, storedFiles } from '../../projections/files.ts'

const shown = 20

const sentences = {
  changed: 'Files: the bytes of file {id} ({hash}) are not those that were stored.',
  missing: 'Files: the bytes of file {id} ({hash}) are missing.',
} as const

/**
 * Reads every file that a record names and compares it with its hash. Answers how many were read, and what is wrong, at the
 * position of the event that names it.
 */
export const verifyFiles = async (pool: Pool, store: Pick<EventStore, 'read'>, storage: Pick<FileStorage, 'check'>) => {
  const files = await storedFiles(pool)
  const problems: Finding[] = []
  for (const { id, hash } of files) {
    const found = await storage.check(hash)
    // A running server may have taken it back meanwhile.
    if (found === 'whole' || !(await namedHashes(pool, [hash])).has(hash)) continue
    const named = await store.read(streamOf('file', id))
    const position = named.findLast(({ data }) => data.hash === hash)?.position ?? null
    problems.push({ ...findingOf(sentences[found], { id, hash }), position })
  }
  const more = problems.length - shown
  return {
    files: files.length,
    problems:
      more > 0
        ? [...problems.slice(0, shown), findingOf('Files: {count} more are changed or missing.', { count: more })]
        : problems,
  }
}
