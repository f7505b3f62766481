import type { Plugin, Rolldown } from 'vite'
import { type Early, pages } from './vite.pages.ts'

/** What every page draws with (ui-shared/first-screen.tsx). */
export const library = 'react-dom/client.js'

type Chunk = { fileName: string; isEntry: boolean; imports: string[]; moduleIds: string[]; styles: string[] }

const chunkOf = (one: Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }): Chunk => ({
  fileName: one.fileName,
  isEntry: one.isEntry,
  imports: one.imports,
  moduleIds: one.moduleIds.map((id) => id.replaceAll('\\', '/')),
  styles: [...(one.viteMetadata?.importedCss ?? [])],
})

const chunksOf = (bundle: Rolldown.OutputBundle): Chunk[] =>
  Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [chunkOf(one)] : []))

// Parts of an app are built alone as well.
const isWhole = (app: string, all: readonly Chunk[]): boolean =>
  all.some(({ isEntry, moduleIds }) => isEntry && moduleIds.some((id) => id.endsWith(`/${app}-ui/main.tsx`)))

const drawing = (all: readonly Chunk[]): string[] =>
  all.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith(library))).map(({ fileName }) => fileName)

/** Chunks, and all that they import, by name. */
const withImports = (begin: readonly Chunk[], all: readonly Chunk[]): ReadonlySet<Chunk> => {
  const found = new Set(begin)
  for (const { imports } of found) for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk)
  return found
}

const holderOf = (module: string, all: readonly Chunk[]): Chunk | undefined =>
  all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))

// What is drawn with comes behind so many answers and files. The largest of all, it is there last: what a screen is made of is run meanwhile.
// Sooner it takes the line from the first script, which all others wait for; later the line is idle before it.
const behind = 12

const filesOf = ({ modules, perhaps = [], answers = [], listed = [], soon = [] }: Early, all: readonly Chunk[]) => {
  const lacking = modules.find((module) => !holderOf(module, all))
  if (lacking) throw new Error(`vite.pages.ts names ${lacking}, which is not in the build`)
  const first = withImports(
    all.filter(({ isEntry, fileName }) => isEntry || drawing(all).includes(fileName)),
    all,
  )
  const holders = [...modules, ...perhaps].flatMap((module) => holderOf(module, all) ?? [])
  const needed = [...withImports(holders, all)].filter((chunk) => !first.has(chunk))
  const files = needed.map(({ fileName }) => fileName)
  const asked = answers.length + listed.length + soon.length
  files.splice(Math.max(0, behind - asked), 0, ...drawing(all))
  return [...files, ...new Set(needed.flatMap(({ styles }) => styles))]
}

/**
 * Writes early.json: for each address, the files that its screen needs beside the first script, and the calls that it begins with
 * (`api/server/early.ts` reads it). The first entry that fits an address holds. Fails the build for a module that is not there.
 */
export const earlyFiles = (app: 'admin' | 'portal'): Plugin => ({
  name: 'early-files',
  apply: 'build',
  // Scripts of nothing but styles are taken out before.
  enforce: 'post',
  // Beside the first script, on every page.
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const all = chunksOf(bundle)
      if (!isWhole(app, all)) return []
      return drawing(all).map((fileName) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/assets/${app}/${fileName}` },
        // After what is needed before it.
        injectTo: 'body' as const,
      }))
    },
  },
  generateBundle(_options, bundle) {
    const all = chunksOf(bundle)
    if (!isWhole(app, all)) return
    const source = pages[app].map((early) => ({
      at: early.at,
      files: filesOf(early, all),
      answers: early.answers ?? [],
      listed: early.listed ?? [],
      soon: early.soon ?? [],
      shown: early.shown ?? [],
    }))
    this.emitFile({ type: 'asset', fileName: 'early.json', source: JSON.stringify(source) })
  },
})
