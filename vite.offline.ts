import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const worker = fileURLToPath(new URL('./portal-ui/offline/worker.ts', import.meta.url))

// Texts of other languages are taken along once they are asked for.
const isTaken = (name: string): boolean => /\.(js|css|svg|png)$/.test(name) && !/^(de|es|fr|ja|zh)-/.test(name)

/** Builds the service worker of the portal beside its files, of which it knows the names: sw.js, a script without imports. */
export const offlineWorker = (): Plugin => ({
  name: 'offline-worker',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = (await readdir(dir)).filter(isTaken).toSorted()
    const name = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: { builtFiles: JSON.stringify(files), buildName: JSON.stringify(name) },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: worker, formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
      },
    })
  },
})
