import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, run } from './install.mjs'

const node = (script, ...args) => run(process.execPath, [`node_modules/${script}`, ...args])
// `npm run test:all` runs the long tests as well, and takes every step of the walks (tests/support/walk.ts).
const isWhole = process.argv[2] === 'all'
if (isWhole) process.env.WALK_ALL = '1'
const left = isWhole ? [] : ['--exclude', 'tests/**/*.long.test.ts']
const vitest = (...args) => node('vitest/vitest.mjs', 'run', ...left, ...args)

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
  // More of them than cores: a file mostly waits for its browser and its server.
  'end to end': () => vitest('tests/e2e', '--maxWorkers', '4'),
}

for (const [name, work] of Object.entries(steps)) {
  console.log(`\n== ${name}`)
  const start = Date.now()
  work()
  console.log(`== ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
}
