import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const shared = ['domain', 'package-lock.json', 'tsconfig.json']
// All that the build of an app is told by: one that is not named here would leave an old build standing.
const told = readdirSync(root).filter((name) => /^vite\..*\.ts$/.test(name) && name !== 'vite.server.config.ts')
const ui = [...shared, 'ui-shared', ...told]
const server = ['api', 'app', 'cli', 'commands', 'event-store', 'platform', 'projections', 'vite.server.config.ts']

export const targets = {
  server: { sources: [...shared, ...server], result: 'dist/server/main.js' },
  admin: {
    sources: [...ui, 'admin-ui'],
    result: 'dist/admin/index.html',
  },
  portal: {
    sources: [...ui, 'portal-ui'],
    result: 'dist/portal/index.html',
  },
}

export function staleTargets() {
  return Object.keys(targets).filter((name) => {
    const stamp = stampOf(name)
    if (!existsSync(stamp) || !existsSync(join(root, targets[name].result))) return true
    return readFileSync(stamp, 'utf8') !== fingerprint(targets[name].sources)
  })
}

export async function stamped(name, build) {
  const before = fingerprint(targets[name].sources)
  rmSync(stampOf(name), { force: true })
  await build()
  writeFileSync(stampOf(name), before)
}

const stampOf = (name) => join(root, 'dist', `${name}.stamp`)

/** Names, sizes and times of the files, not their contents: it is asked at every start. */
function fingerprint(paths) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const path of paths) {
    for (const file of filesOf(join(root, path))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file}\0${size}\0${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}
