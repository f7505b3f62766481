import { ensureInstalled, root } from './install.mjs'
import { staleTargets, stamped } from './sources.mjs'

ensureInstalled()
process.chdir(root)
const { build } = await import('vite')
for (const name of staleTargets()) {
  await stamped(name, () => build({ configFile: `vite.${name}.config.ts`, logLevel: 'warn' }))
}
