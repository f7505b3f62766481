import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** How a thread or a process is started: the source when run from source, else the bundle's own entry, beside the caller or one above. */
export const workerFile = (source: URL): { filename: string; execArgv?: string[] } => {
  if (import.meta.url.endsWith('.ts')) {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
    const loader = new URL('./dist/esm/api/index.mjs', tsx).href
    // tsx given as --import does nothing in a thread; it has to be registered from inside.
    const start = `import { register } from ${JSON.stringify(loader)}; register()`
    return {
      filename: fileURLToPath(source),
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(start)}`],
    }
  }
  const name = source.pathname.replace(/^.*\//, '').replace(/\.ts$/, '.js')
  const built = [`./${name}`, `../${name}`].map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const found = built.find((path) => existsSync(path))
  if (!found) throw new Error(`${name} is missing from the build`)
  return { filename: found }
}
