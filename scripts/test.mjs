import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, root, run } from './install.mjs'

const node = (script, ...args) => run(process.execPath, [`node_modules/${script}`, ...args])
// `npm run test:all` runs the long tests as well, and takes every step of the walks (tests/support/walk.ts).
const isWhole = process.argv[2] === 'all'
if (isWhole) process.env.WALK_ALL = '1'
const left = isWhole ? [] : ['--exclude', 'tests/**/*.long.test.ts']
const vitestArgs = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...left, ...args]
const vitest = (...args) => run(process.execPath, vitestArgs(...args))
const mostUnsteady = 3

/** Files that fail beside others are run once more, alone and from the start, when they are few: a fault fails again. They are named. */
const browserTests = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-run-'))
  const FAILED_FILES = join(folder, 'failed')
  // More workers than cores: a file mostly waits for its browser and its server.
  const args = vitestArgs('tests/e2e', '--maxWorkers', '3')
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FAILED_FILES },
  })
  const failed = existsSync(FAILED_FILES) ? readFileSync(FAILED_FILES, 'utf8').split('\n').filter(Boolean) : []
  rmSync(folder, { recursive: true })
  if (status === 0) return
  if (failed.length === 0 || failed.length > mostUnsteady) process.exit(status ?? 1)
  console.log(`\n== Failed beside others, now alone: ${failed.join(', ')}`)
  vitest(...failed, '--maxWorkers', '1')
  console.log(`\n== UNSTEADY, passed only alone: ${failed.join(', ')}`)
}

// Cheap checks first: what fails in a second should not wait for the browser. `run` ends the process on a failure.
const steps = {
  install: ensureInstalled,
  browser: ensureBrowser,
  format: () => node('@biomejs/biome/bin/biome', 'check', '.'),
  lint: () => node('oxlint/bin/oxlint', '--type-aware'),
  types: () => node('typescript/bin/tsc', '--noEmit', '-p', '.'),
  'dead code': () => node('knip/bin/knip.js'),
  build: () => run(process.execPath, ['scripts/build.mjs']),
  'unit, contract, integration': () => vitest('--exclude', 'tests/e2e/**'),
  'end to end': browserTests,
}

for (const [name, work] of Object.entries(steps)) {
  console.log(`\n== ${name}`)
  const start = Date.now()
  work()
  console.log(`== ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
}
