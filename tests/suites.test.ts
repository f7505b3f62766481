import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { slowest } from './support/run/slowest.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).map((name) =>
  join('tests', name).replaceAll('\\', '/'),
)
// The browser's run apart, after all others.
const long = files.filter((file) => file.endsWith('.long.test.ts') && !file.startsWith('tests/e2e/'))

it('each file that begins early is there, once', () => {
  expect(slowest.length).toBeGreaterThan(20)
  expect(slowest.filter((file) => !files.includes(file))).toEqual([])
  expect(new Set(slowest).size).toBe(slowest.length)
})

it('every long test begins early, and runs in `npm run test:all` alone', () => {
  expect(long.length).toBeGreaterThan(8)
  expect(long.filter((file) => !slowest.includes(file))).toEqual([])
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(scripts).toMatchObject({ test: 'node scripts/test.mjs', 'test:all': 'node scripts/test.mjs all' })
})
