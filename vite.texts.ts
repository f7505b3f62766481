import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { resources } from './domain/catalog.ts'
import { textsOf } from './domain/texts/declared.ts'
import { commonTexts } from './domain/texts/en.ts'

const rooms = ['portal-ui', 'ui-shared']

const sourceOf = async (room: string): Promise<string> => {
  const files = await readdir(join(import.meta.dirname, room), { recursive: true })
  const paths = files.filter((file) => /\.tsx?$/.test(file)).map((file) => join(import.meta.dirname, room, file))
  return (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n')
}

/**
 * Leaves in the languages of the portal what it can show: half of the texts are those of the back office. A text that is listed
 * with the back office and stands in the sources of the portal as well is kept.
 */
export const portalLanguages = (): Plugin => {
  let source = ''
  let declared: ReadonlySet<string> = new Set()
  return {
    name: 'portal-languages',
    enforce: 'pre',
    buildStart: async () => {
      // The screens of a collection show its declaration.
      declared = new Set(resources.filter(({ portal }) => portal?.title !== undefined).flatMap(textsOf))
      source = (await Promise.all(rooms.map(sourceOf))).join('\n')
    },
    load: {
      filter: { id: /domain[\\/]texts[\\/]\w\w\.json$/ },
      handler: async (id) => {
        const texts: unknown = JSON.parse(await readFile(id, 'utf8'))
        const isShown = (text: string) => commonTexts.has(text) || declared.has(text) || source.includes(text)
        return JSON.stringify(Object.fromEntries(Object.entries(Object(texts)).filter(([text]) => isShown(text))))
      },
    },
  }
}
