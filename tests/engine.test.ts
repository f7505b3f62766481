import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from '../domain/catalog.ts'

const root = resolve(import.meta.dirname, '..')
const names = resources.map(({ name }) => name)

/** The rooms of the engine, and in them the rooms of a subject: what imports a declaration lies in one of these, or has its name. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  domain: ['resources', 'people', 'shapes'],
  commands: ['configuration', 'demo', 'files', 'identity', 'privacy', 'rules'],
  'event-store': [],
  platform: [],
  projections: ['people', 'configuration'],
  api: ['personal-data', 'routes', 'wire/adapters'],
  'admin-ui': ['profile'],
  'ui-shared': ['config', 'session'],
}
const rooms = Object.keys(subjects)

/** The tables in which a resource gets a line of its own. */
const tables = ['domain/catalog.ts', 'admin-ui/forms.ts', 'admin-ui/screens.ts']

const isSubject = (file: string): boolean =>
  tables.includes(file) ||
  Object.entries(subjects).some(([room, own]) => own.some((folder) => file.startsWith(`${room}/${folder}/`))) ||
  file.split('/').some((part) => names.includes(part.replace(/\.tsx?$/, '')))

const filesOf = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${room}/${name.replaceAll('\\', '/')}`,
  )

const engine = rooms.flatMap(filesOf).filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !isSubject(file))

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** The declarations that a file imports, types included. */
const declarationsIn = (file: string, text: string): string[] =>
  [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => relative(root, resolve(root, dirname(file), path)).replaceAll('\\', '/'))
    .filter((target) => target.startsWith('domain/resources/'))

/** A resource that is told from others by its name. */
const telling = /\b(?:resource|declaration)\.name\s*[!=]==?\s*['"`]/

const content = ['page', 'post', 'banner', 'flash', 'popup', 'file', 'menubar', 'configuration', 'homepage', 'category']
const onlyData = ['banner', 'flash', 'popup', 'category']

/** How many lines a room spends on resources, by the files and folders of their names. */
const spent = (room: string, resources: readonly string[]): number =>
  filesOf(room)
    .filter((file) => file.split('/').some((part) => resources.includes(part.replace(/\.\w+$/, ''))))
    .filter((file) => /\.(?:tsx?|css)$/.test(file))
    .flatMap((file) => textOf(file).trimEnd().split('\n')).length

describe('a resource', () => {
  it.each(onlyData)('that is only data costs at most 40 lines: %s', (name) => {
    const lines = rooms.map((room) => spent(room, [name])).reduce((sum, one) => sum + one, 0)
    expect(lines).toBeGreaterThan(10)
    expect(lines).toBeLessThanOrEqual(40)
  })

  it('of the content costs little beyond the engine, and so do all of them', () => {
    const [domain, screens] = [spent('domain', content), spent('admin-ui', content)]
    console.info(`content: ${domain} lines in domain, ${screens} in admin-ui`)
    expect(domain).toBeGreaterThan(300)
    expect(domain).toBeLessThan(900)
    expect(screens).toBeGreaterThan(300)
    expect(screens).toBeLessThan(2_000)
  })
})

describe('the engine', () => {
  it('is most of what there is', () => {
    console.info(`${engine.length} files`)
    expect(engine.length).toBeGreaterThan(600)
    expect(engine).toContain('commands/decide-on.ts')
    expect(engine).toContain('admin-ui/list/list-page.tsx')
    for (const [room, own] of Object.entries(subjects))
      for (const folder of own) expect(existsSync(join(root, room, folder)), `${room}/${folder}`).toBe(true)
  })

  it('imports no declaration of a resource', () => {
    const found = engine.flatMap((file) => declarationsIn(file, textOf(file)).map((target) => `${file}: ${target}`))
    expect(found).toEqual([])
  })

  it('tells no resource from others by its name', () => {
    expect(engine.filter((file) => telling.test(textOf(file)))).toEqual([])
  })

  it('would be seen to do either', () => {
    const file = 'admin-ui/list/rows.ts'
    const [kept, loaded] = [`import type { post } from '../../domain/resources/post.ts'`, `import('../resources/x.ts')`]
    expect(declarationsIn(file, kept)).toEqual(['domain/resources/post.ts'])
    expect(declarationsIn('domain/fields/field.ts', loaded)).toEqual(['domain/resources/x.ts'])
    expect(telling.test(`if (resource.name === 'post') return`)).toBe(true)
    expect(subjects.domain).toContain('resources')
    expect(isSubject('domain/resources/post.ts')).toBe(true)
    expect(isSubject('projections/list.ts')).toBe(false)
  })
})
