import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const shared = ['domain', 'package-lock.json', 'tsconfig.json']
const ui = [...shared, 'ui-shared', 'vite.ui.ts', 'vite.packed.ts', 'vite.early.ts', 'vite.pdf.ts']
const server = ['api', 'app', 'cli', 'commands', 'event-store', 'platform', 'projections', 'vite.server.config.ts']

export const targets = {
  server: { sources: [...shared, ...server], result: 'dist/server/main.js' },
  admin: {
    sources: [...ui, 'admin-ui', 'vite.admin.config.ts', 'vite.catalog.ts', 'vite.editor.ts'],
    result: 'dist/admin/index.html',
  },
  portal: {
    sources: [...ui, 'portal-ui', 'vite.portal.config.ts', 'vite.texts.ts', 'vite.offline.ts'],
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
