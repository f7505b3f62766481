import { ensureInstalled, root, run } from './install.mjs'
import { staleTargets } from './sources.mjs'

/** Installs and builds where needed. The build runs in a process of its own, whose memory the server would keep otherwise. */
export function ensureReady() {
  ensureInstalled()
  const stale = staleTargets()
  if (stale.length === 0) return
  console.log(`Building ${stale.join(', ')} …`)
  run(process.execPath, ['scripts/build.mjs'])
}

/** Goes on as a program of dist/server in this very process; a relative DATA_DIR counts from the project's folder. */
export async function becomeProgram(name) {
  process.chdir(root)
  process.env.NODE_ENV ??= 'production'
  await import(new URL(`../dist/server/${name}.js`, import.meta.url).href)
}
