import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Mutant } from './mutant.ts'
import { mutants, placesOf } from './table.ts'

const root = resolve(import.meta.dirname, '..', '..')
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '1' } },
})
const rounds = Number(options.rounds)
const chosen = mutants.filter(({ name }) => options.only === undefined || name === options.only)
if (chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error('--only takes the name of a fault, --rounds a whole number from 1')
  process.exit(2)
}

const copyTree = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mutants-'))
  const skipped = new Set(['node_modules', '.git', '.data'].map((name) => join(root, name)))
  cpSync(root, folder, { recursive: true, filter: (path) => !skipped.has(path) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

const run = (folder: string, ...args: string[]): boolean =>
  spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore' }).status === 0
const build = (folder: string): boolean => run(folder, 'scripts/build.mjs')
const passes = (folder: string, tests: readonly string[]): boolean =>
  run(folder, 'node_modules/vitest/vitest.mjs', 'run', '--bail=1', ...tests)

/** In how many rounds the tests failed with the fault; null when it could not be tried: the table is out of date. */
const caughtIn = (folder: string, { file, find, replace, tests, isBuilt }: Mutant): number | null => {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  if (placesOf(text, find) !== 1) return null
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  try {
    if (isBuilt && !build(folder)) return null
    return Array.from({ length: rounds }, () => passes(folder, tests)).filter((isGreen) => !isGreen).length
  } finally {
    writeFileSync(path, text)
  }
}

const folder = copyTree()
const results: { fault: string; caught: string }[] = []
try {
  if (!build(folder)) throw new Error('the working tree cannot be built')
  // A test that fails without any fault would catch them all.
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
  // One that failed once runs again: a browser file may be late on a busy machine (docs/decisions/service/0121).
  const red = tests.filter((test) => !passes(folder, [test]) && !passes(folder, [test]))
  if (red.length > 0) throw new Error(`these tests fail without a fault: ${red.join(', ')}`)
  for (const mutant of chosen) {
    const times = caughtIn(folder, mutant)
    const caught = times === null ? 'cannot be tried' : times === rounds ? 'yes' : `NO (${times} of ${rounds})`
    console.log(`${mutant.name}: ${caught}`)
    results.push({ fault: mutant.name, caught })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.table(results)
process.exitCode = results.every(({ caught }) => caught === 'yes') ? 0 : 1
