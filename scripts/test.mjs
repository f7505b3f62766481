import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled, root, run } from './install.mjs'

// `npm run test:all` runs the long tests as well, and takes every step of the walks (tests/support/walk.ts).
const isWhole = process.argv[2] === 'all'
if (isWhole) process.env.WALK_ALL = '1'
const vitestArgs = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...args]
const mostUnsteady = 3

const isBrowserFile = (file) => file.startsWith('tests/e2e/')

/** Browser files that fail beside others are run once more, alone and from the start, when they are few: a fault fails again. They are named. */
const tests = () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-run-'))
  const FAILED_FILES = join(folder, 'failed')
  // More workers than cores: a file mostly waits for its browser, its server or its database.
  const { status } = spawnSync(
    process.execPath,
    vitestArgs('--exclude', 'tests/**/*.long.test.ts', '--maxWorkers', '4'),
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FAILED_FILES },
    },
  )
  const failed = existsSync(FAILED_FILES) ? readFileSync(FAILED_FILES, 'utf8').split('\n').filter(Boolean) : []
  rmSync(folder, { recursive: true })
  if (status === 0) return
  if (failed.length === 0 || failed.length > mostUnsteady || !failed.every(isBrowserFile)) process.exit(status ?? 1)
  console.log(`\n== Failed beside others, now alone: ${failed.join(', ')}`)
  run(process.execPath, vitestArgs(...failed, '--maxWorkers', '1'))
  console.log(`\n== UNSTEADY, passed only alone: ${failed.join(', ')}`)
}

/** Runs a program of Node with its output kept back; answers its name, output, exit code and seconds. */
const quietly = (name, args) =>
  new Promise((resolve) => {
    const start = Date.now()
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ name, output, code, seconds: (Date.now() - start) / 1000 }))
  })

// What fails in seconds should not wait for the browser. Each of them leaves a core to others for a part of its time.
const staticChecks = {
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  types: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'],
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware'],
  build: ['scripts/build.mjs'],
  'dead code': ['node_modules/knip/bin/knip.js'],
}

const checkAndBuild = async () => {
  const all = Object.entries(staticChecks).map(([name, args]) => quietly(name, args))
  const failed = []
  for (const one of all) {
    const { name, output, code, seconds } = await one
    console.log(
      `${name}: ${code === 0 ? 'well' : `failed (${code})`}, ${seconds.toFixed(1)} s\n${code === 0 ? '' : output}`,
    )
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) process.exit(1)
}

/** What overloads a server or measures a time has the machine for itself. */
const longTests = () => run(process.execPath, vitestArgs('.long.test.ts', '--maxWorkers', '1'))

// `run` ends the process on a failure.
const steps = {
  install: ensureInstalled,
  browser: ensureBrowser,
  'checks and build': checkAndBuild,
  tests,
  ...(isWhole && { 'long tests': longTests }),
}

for (const [name, work] of Object.entries(steps)) {
  console.log(`\n== ${name}`)
  const start = Date.now()
  await work()
  console.log(`== ${name}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
}
