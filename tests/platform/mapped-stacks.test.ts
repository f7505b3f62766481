import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sourcePlaces } from '../../platform/mapped-stacks.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mapped-'))
  writeFileSync(join(folder, 'built.mjs'), "export const fail = () => { throw new Error('on purpose') }\n")
  // Everything in the first line comes from line 5 of the source.
  const map = { version: 3, sources: ['../app/source.ts'], names: [], mappings: 'AAIA' }
  writeFileSync(join(folder, 'built.mjs.map'), JSON.stringify(map))
  writeFileSync(join(folder, 'plain.mjs'), "export const fail = () => { throw new Error('on purpose') }\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a place in a built file leads to its source, and one without a map stays', () => {
  const placeOf = sourcePlaces()
  expect(placeOf({ file: join(folder, 'built.mjs'), line: 1, column: 35 })).toMatchObject({
    file: join(folder, '..', 'app', 'source.ts'),
    line: 5,
  })
  const plain = { file: join(folder, 'plain.mjs'), line: 1, column: 35 }
  expect(placeOf(plain)).toEqual(plain)
})

it('stacks name the sources of the folder, and say what was thrown', () => {
  const stackOf = (file: string) => {
    const program = `
      import { mapStacks } from ${JSON.stringify(join(import.meta.dirname, '..', '..', 'platform', 'mapped-stacks.ts'))}
      import { fail } from ${JSON.stringify(join(folder, file))}
      mapStacks(${JSON.stringify(folder)})
      try { fail() } catch (error) { console.log(error.stack) }`
    const path = join(folder, `run-${file}.mts`)
    writeFileSync(path, program)
    return spawnSync(process.execPath, ['--import', 'tsx', path], { encoding: 'utf8' }).stdout
  }
  expect(stackOf('built.mjs')).toMatch(/^Error: on purpose\n {4}at fail \(.*app\/source\.ts:5:\d+\)\n/)
  expect(stackOf('plain.mjs')).toMatch(/^Error: on purpose\n {4}at fail \(.*plain\.mjs:1:35\)\n/)
})
