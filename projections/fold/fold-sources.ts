import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What decides which rows a log leads to: these files, and whatever code they import. */
const entries = [
  'domain/catalog.ts',
  'domain/event-types.ts',
  'event-store/log.ts',
  'projections/running/read-model-writer.ts',
]

// Types bring no code: a file that is only imported for them does not count.
const importPattern = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?'(\.{1,2}\/[^']+)'/gm

const collect = (root: string, path: string, found: Map<string, string>): void => {
  if (found.has(path)) return
  const text = readFileSync(join(root, path), 'utf8')
  found.set(path, text)
  for (const [, target = ''] of text.matchAll(importPattern)) {
    collect(root, join(path, '..', target).replaceAll('\\', '/'), found)
  }
}

/** The paths and texts of the sources that fold, by path from the project's folder. */
export const foldSourcesIn = (root: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const entry of entries) collect(root, entry, found)
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** SHA-256 in hex over all sources that fold: what the read schema is named by. */
export const hashFoldSources = (root: string): string =>
  createHash('sha256')
    .update(JSON.stringify([...foldSourcesIn(root)]))
    .digest('hex')

declare const BUILT_FROM_FOLD_SOURCES: string | undefined
let known: string | undefined

/** The hash of the sources that this program folds by: from the build, or from the files themselves. */
export const foldSources = (): string => {
  known ??=
    typeof BUILT_FROM_FOLD_SOURCES === 'string'
      ? BUILT_FROM_FOLD_SOURCES
      : hashFoldSources(join(import.meta.dirname, '..', '..'))
  return known
}
