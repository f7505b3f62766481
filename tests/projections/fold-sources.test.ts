import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { foldSources, foldSourcesIn, hashFoldSources } from '../../projections/fold/fold-sources.ts'
import { temporaryFolder } from '../support/embedded.ts'

const root = join(import.meta.dirname, '..', '..')
const sources = foldSourcesIn(root)
const copy = temporaryFolder()
afterAll(() => copy.remove())

it('counts what folds and what is folded, and nothing that only reads', () => {
  const needed = ['domain/resource.ts', 'domain/fields/stored.ts', 'domain/resources/post.ts', 'event-store/upcast.ts']
  const folding = ['projections/fold/fold-record.ts', 'projections/fold/fold-activity.ts', 'projections/tables.ts']
  expect([...sources.keys()]).toEqual(expect.arrayContaining([...needed, ...folding]))
  expect([...sources.keys()].filter((path) => /(list|find|projector|decide)\.ts$|^api/.test(path))).toEqual([])
})

it('names other sources by another hash, whichever of them it is', () => {
  for (const path of sources.keys()) {
    mkdirSync(dirname(join(copy.path, path)), { recursive: true })
    cpSync(join(root, path), join(copy.path, path))
  }
  expect(hashFoldSources(copy.path)).toBe(foldSources())
  const hashes = [...sources].map(([path, text]) => {
    writeFileSync(join(copy.path, path), `${text}\n// changed`)
    const hash = hashFoldSources(copy.path)
    writeFileSync(join(copy.path, path), text)
    return hash
  })
  expect(new Set([...hashes, foldSources()]).size).toBe(sources.size + 1)
  rmSync(join(copy.path, 'projections/running/read-model-writer.ts'))
  expect(() => hashFoldSources(copy.path)).toThrow()
})
