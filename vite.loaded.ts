import type { Plugin, Rolldown } from 'vite'
import { library } from './vite.early.ts'

type Styled = { viteMetadata?: { importedCss: Set<string> } }

/** A chunk and all that comes with it. */
const closureOf = (name: string, bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const found = new Set([name])
  for (const each of found) {
    const one = bundle[each]
    if (one?.type === 'chunk') for (const imported of one.imports) found.add(imported)
  }
  return found
}

const hasStyles = (name: string, bundle: Rolldown.OutputBundle): boolean => {
  const one: (Rolldown.OutputBundle[string] & Styled) | undefined = bundle[name]
  return (one?.viteMetadata?.importedCss.size ?? 0) > 0
}

/**
 * What a dynamic import loads ahead, without what is there already: what the file that imports came with, the first script, and what every page
 * draws with. The build names these too, and for each of them a link is put into the page while a screen is being drawn.
 */
export const withoutLoaded = () => {
  let bundle: Rolldown.OutputBundle = {}
  let always: readonly string[] = []
  const plugin: Plugin = {
    name: 'without-loaded',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler: (_options, whole) => {
        bundle = whole
        always = Object.values(whole).flatMap((one) =>
          one.type === 'chunk' && (one.isEntry || one.moduleIds.some((id) => id.endsWith(library)))
            ? [...closureOf(one.fileName, whole)]
            : [],
        )
      },
    },
  }
  const resolveDependencies = (name: string, dependencies: string[], { hostId }: { hostId: string }): string[] => {
    const there = new Set([...always, ...closureOf(hostId, bundle)])
    const left = dependencies.filter((one) => !there.has(one))
    // By itself a file is loaded just as soon, unless its styles are waited for before.
    const isAlone = left.every((one) => one === name)
    return isAlone && !left.some((one) => hasStyles(one, bundle)) ? [] : left
  }
  return { plugin, resolveDependencies }
}
