import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { builtApp } from './built-app.ts'

type Chunk = { size: number; imports: readonly string[]; modules: readonly string[] }

/** KB of JavaScript as the budgets count them: 1024 bytes, gzip -9 (docs/architecture.md#sizes). */
const kilobytes = (code: string): number => gzipSync(code, { level: 9 }).length / 1024

const chunksOf = async (app: 'admin' | 'portal', other?: Plugin): Promise<Map<string, Chunk>> => {
  const parts = await builtApp(app, other)
  return new Map(
    parts.map((part) => [
      part.fileName,
      { size: kilobytes(part.code), imports: part.imports, modules: part.moduleIds },
    ]),
  )
}

/**
 * Builds an app and tells what its screens weigh: the page's entry, the chunks of the named modules and all that these import
 * at once, in KB; `other` stands in place of the plugin of its name. @throws Error when no chunk holds a module.
 */
export const screenSizes = async (app: 'admin' | 'portal', other?: Plugin) => {
  const chunks = await chunksOf(app, other)
  const fileOf = (module: string): string => {
    const file = [...chunks].find(([, { modules }]) => modules.some((id) => id.endsWith(module)))?.[0]
    if (!file) throw new Error(`no chunk holds ${module}`)
    return file
  }
  return (...modules: readonly string[]): number => {
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      for (const next of chunks.get(file)?.imports ?? []) visit(next)
    }
    for (const module of [`${app}-ui/main.tsx`, ...modules]) visit(fileOf(`/${module}`))
    return [...seen].reduce((sum, file) => sum + (chunks.get(file)?.size ?? 0), 0)
  }
}
