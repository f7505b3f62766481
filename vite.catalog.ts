import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { entriesOf, hasScreens, inboxPathsOf } from './admin-ui/resource-entry.ts'
import { resources } from './domain/catalog.ts'
import type { Resource } from './domain/resource.ts'

const catalogue = fileURLToPath(new URL('./domain/catalog.ts', import.meta.url))

/** By the name of its constant: the file that declares a resource. */
const filesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '(.+)'$/gm)].map(([, name = '', path = '']) => [
      name,
      resolve(dirname(catalogue), path),
    ]),
  )

const constantOf = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const usualOptions = (name: string): string => `get${name.charAt(0).toUpperCase()}${name.slice(1)}`

const codeOf = (text: string): string => {
  const files = filesOf(text)
  const loaders = resources.filter(hasScreens).map(({ name }) => {
    const constant = constantOf(name)
    const file = files.get(constant)
    if (!file) throw new Error(`domain/catalog.ts imports no { ${constant} }, so the screens of ${name} cannot load it`)
    return `${JSON.stringify(name)}: async () => (await import(${JSON.stringify(file)})).${constant}`
  })
  // What follows from the name or the label of most is left out: every screen loads all entries.
  const short = entriesOf(resources).map(({ area, title, options, ...entry }) => ({
    ...entry,
    ...(area === entry.name ? {} : { area }),
    ...(title === entry.label ? {} : { title }),
    ...(options === usualOptions(entry.name) ? {} : { options }),
  }))
  return `const usual = (entry) => ({ area: entry.name, title: entry.label, options: 'get' + entry.name[0].toUpperCase() + entry.name.slice(1), ...entry })
export const entries = ${JSON.stringify(short)}.map(usual)
const loaders = new Map(Object.entries({ ${loaders.join(',\n')} }))
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
 * Builds admin-ui/resources.ts and inbox-paths.ts so that a browser loads what all screens know of every resource, and a declaration only once a
 * screen of its own is opened. Fails the build when the catalogue does not import a resource under its own name.
 */
export const catalogParts = (): Plugin => ({
  name: 'catalog-parts',
  enforce: 'pre',
  load: {
    filter: { id: /admin-ui[\\/](?:resources|inbox-paths)\.ts$/ },
    handler: async (id) =>
      id.endsWith('inbox-paths.ts')
        ? `export const inboxPaths = ${JSON.stringify(inboxPathsOf(resources))}`
        : codeOf(await readFile(catalogue, 'utf8')),
  },
})
