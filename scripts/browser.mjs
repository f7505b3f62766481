import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { run } from './install.mjs'

// The one without a window first: it draws the same with a quarter less work.
const known = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Finds a Chromium for the tests, or installs Debian's, and leaves its path in CHROMIUM_PATH for the processes we start. */
export function ensureBrowser() {
  const found = findBrowser()
  if (found !== undefined) {
    process.env.CHROMIUM_PATH = found
    return
  }
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error('The tests need Chromium: install it, or set CHROMIUM_PATH to one.')
    process.exit(1)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-q'], { env })
  run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk'], {
    env,
  })
  process.env.CHROMIUM_PATH = known[0]
}

function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  return [chromium.executablePath(), ...known].find((path) => path && existsSync(path))
}
