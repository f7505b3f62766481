import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants, placesOf } from './table.ts'

const root = join(import.meta.dirname, '..', '..')

it('the table of faults holds 73, each under a name of its own', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(73)
})

it.each(mutants)('$name: the snippet is found once, and its tests are there', ({ file, find, replace, tests }) => {
  expect(placesOf(readFileSync(join(root, file), 'utf8'), find)).toBe(1)
  expect(replace).not.toBe(find)
  for (const test of tests) expect(existsSync(join(root, test)), test).toBe(true)
})
