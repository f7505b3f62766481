import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { besidesOf, entriesOf, hasScreens, inboxPathsOf, singletonPathsOf } from './admin-ui/resource-entry.ts'
import { resources } from './domain/catalog.ts'
import type { Resource } from './domain/resource.ts'

const catalogue = fileURLToPath(new URL('./domain/catalog.ts', import.meta.url))

/** By the name of its constant: the file that declares a resource. */
const filesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^import \{ ([\w, ]+) \} from '(.+)'$/gm)].flatMap(([, names = '', path = '']) =>
      names.split(', ').map((name) => [name, resolve(dirname(catalogue), path)] as const),
    ),
  )

const constantOf = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const usualOptions = (name: string): string => `get${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** An object of what loads a declaration, by the name of its resource. */
const loadersOf = (text: string, of: readonly Resource[]): string => {
  const files = filesOf(text)
  const loaders = of.map(({ name }) => {
    const constant = constantOf(name)
    const file = files.get(constant)
    if (!file) throw new Error(`domain/catalog.ts imports no { ${constant} }, so the screens of ${name} cannot load it`)
    return `${JSON.stringify(name)}: async () => (await import(${JSON.stringify(file)})).${constant}`
  })
  return `new Map(Object.entries({ ${loaders.join(',\n')} }))`
}

const besidesCode = (text: string): string => {
  const others = resources.filter((resource) => !hasScreens(resource))
  return `export const besides = ${JSON.stringify(besidesOf(resources))}
const loaders = ${loadersOf(text, others)}
export const besideDeclarationOf = async (name) => (await loaders.get(name)?.()) ?? null
`
}

const codeOf = (text: string): string => {
  // What follows from the name or the label of most is left out: every screen loads all entries.
  const short = entriesOf(resources).map(({ area, title, options, ...entry }) => ({
    ...entry,
    ...(area === entry.name ? {} : { area }),
    ...(title === entry.label ? {} : { title }),
    ...(options === usualOptions(entry.name) ? {} : { options }),
  }))
  return `const usual = (entry) => ({ area: entry.name, title: entry.label, options: 'get' + entry.name[0].toUpperCase() + entry.name.slice(1), ...entry })
export const entries = ${JSON.stringify(short)}.map(usual)
const loaders = ${loadersOf(text, resources.filter(hasScreens))}
export const declarationOf = async (name) => (await loaders.get(name)?.()) ?? null
`
}

// Readers check nothing that is sent, and the schemas would bring their library with them.
const withoutSchemas = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && '_zod' in value ? undefined : value

/** Builds the parts of portal-ui/collection/ that follow from the resources: names, and what the screens show of declarations. */
export const collectionParts = (resources: readonly Resource[]): Plugin => ({
  name: 'collection-parts',
  enforce: 'pre',
  load: {
    filter: { id: /portal-ui[\\/]collection[\\/](?:collections|declarations)\.ts$/ },
    handler: (id) => {
      const titled = resources.filter(({ portal }) => portal?.title)
      const names = titled.map(({ name }) => name)
      if (id.endsWith('collections.ts'))
        return `const collections = ${JSON.stringify(names)}
export const isCollection = (name) => collections.includes(name)`
      const shown = titled.map(({ name, label, recordLabel, portal, fields }) => [
        name,
        { name, label, recordLabel, portal, fields },
      ])
      return `const declarations = new Map(${JSON.stringify(shown, withoutSchemas)})
export const declarationOf = async (name) => declarations.get(name) ?? null`
    },
  },
})

/**
 * Builds admin-ui/resources.ts, besides.ts and fixed-paths.ts so that a browser loads what all screens know of every resource, and a declaration only once a
 * screen of its own is opened. Fails the build when the catalogue does not import a resource under its own name.
 */
export const catalogParts = (): Plugin => ({
  name: 'catalog-parts',
  enforce: 'pre',
  load: {
    filter: { id: /admin-ui[\\/](?:resources|besides|fixed-paths)\.ts$/ },
    handler: async (id) => {
      if (id.endsWith('fixed-paths.ts'))
        return `export const inboxPaths = ${JSON.stringify(inboxPathsOf(resources))}
export const singletonPaths = ${JSON.stringify(singletonPathsOf(resources))}`
      const text = await readFile(catalogue, 'utf8')
      return id.endsWith('besides.ts') ? besidesCode(text) : codeOf(text)
    },
  },
})
