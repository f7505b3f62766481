import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from '../domain/catalog.ts'
import { readSchema } from '../projections/schema.ts'

const root = resolve(import.meta.dirname, '..')

const serverRooms = ['domain', 'platform', 'event-store', 'commands', 'projections']

/** Which rooms a room may import, beside itself (docs/architecture.md#the-house). */
const allowedRooms: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  platform: ['domain'],
  'event-store': ['domain', 'platform'],
  commands: ['domain', 'event-store', 'platform'],
  projections: ['domain', 'event-store', 'platform'],
  api: serverRooms,
  app: [...serverRooms, 'api'],
  cli: [...serverRooms, 'api', 'app'],
  'ui-shared': ['domain'],
  'admin-ui': ['domain', 'ui-shared'],
  'portal-ui': ['domain', 'ui-shared'],
}
const rooms = Object.keys(allowedRooms)
const isUi = (room: string) => room.endsWith('-ui') || room === 'ui-shared'
const isReact = (name: string) => /^(react|react-dom|react-router-dom|react-hook-form|primereact)(\/|$)/.test(name)
const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name.split('/')[0] ?? '')

type Import = { file: string; room: string; name: string; target: string | null }

const files = rooms.flatMap((room) => sourcesOf(room).map((file) => ({ room, file, text: readFileSync(file, 'utf8') })))
const imports = files.flatMap(({ room, file, text }) => importsOf(text).map((name) => resolved(room, file, name)))

// What a generator writes is read by nobody.
function isMade(name: string): boolean {
  return name.endsWith('paths.d.ts')
}

function sourcesOf(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !isMade(name)).map((name) => join(root, folder, name))
}

/** Static and dynamic imports, re-exports and side-effect imports. */
function importsOf(text: string): string[] {
  const pattern =
    /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
  return [...text.matchAll(pattern)].flatMap((match) => match[1] ?? match[2] ?? [])
}

function resolved(room: string, file: string, name: string): Import {
  const target = name.startsWith('.') ? (relative(root, resolve(file, '..', name)).split(/[\\/]/)[0] ?? null) : null
  return { file: relative(root, file), room, name, target }
}

const described = (found: readonly Import[]) => found.map(({ file, name }) => `${file} imports ${name}`)

describe('architecture', () => {
  it('saw every room and its imports', () => {
    const counts = rooms.map((room) => {
      const own = files.filter((file) => file.room === room)
      return { room, files: own.length, imports: imports.filter((one) => one.room === room).length }
    })
    console.table(counts)
    expect(counts.filter((count) => count.files === 0)).toEqual([])
    expect(imports.length).toBeGreaterThan(files.length)
  })

  it('the pattern finds each kind of import', () => {
    const text = `import { a } from './a.ts'\nimport type {\n  B,\n} from './b.ts'\nimport './c.css'\nexport { d } from './d.ts'\nconst e = () => import('./e.tsx')\nimport f, * as g from 'f'`
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.css', './d.ts', './e.tsx', 'f'])
  })

  it.each(rooms)('%s imports only the rooms it may', (room) => {
    const allowed = [room, ...(allowedRooms[room] ?? [])]
    const wrong = imports.filter((one) => one.room === room && one.target !== null && !allowed.includes(one.target))
    expect(described(wrong)).toEqual([])
  })

  it('the domain imports no package but zod', () => {
    const packages = imports.filter((one) => one.room === 'domain' && one.target === null)
    expect(packages.length).toBeGreaterThan(0)
    expect(described(packages.filter(({ name }) => !/^zod(\/|$)/.test(name)))).toEqual([])
  })

  it('no server room imports react', () => {
    expect(described(imports.filter(({ room, name }) => !isUi(room) && isReact(name)))).toEqual([])
    expect(imports.some(({ room, name }) => isUi(room) && isReact(name))).toBe(true)
  })

  it('no app imports a module of Node', () => {
    expect(described(imports.filter(({ room, name }) => isUi(room) && isNode(name)))).toEqual([])
    expect(imports.some(({ room, name }) => !isUi(room) && isNode(name))).toBe(true)
  })

  it('imports name the file, and no file only hands others on', () => {
    const withoutEnding = imports.filter(({ name, target }) => target !== null && !/\.\w+(\?inline)?$/.test(name))
    expect(described(withoutEnding)).toEqual([])
    expect(files.map(({ file }) => relative(root, file)).filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
  })

  it('only the API knows Fastify, and what wires it', () => {
    const knowing = imports.filter(({ name }) => /^@?fastify/.test(name))
    expect(knowing.length).toBeGreaterThan(0)
    expect(described(knowing.filter(({ room }) => room !== 'api' && room !== 'app'))).toEqual([])
  })

  it('the write side names no table of the read models', () => {
    const tables = new Set(readSchema(resources).tables.map(({ name }) => name))
    expect(tables.size).toBeGreaterThan(20)
    const named = (text: string) =>
      [...text.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?(?![\w.(])/g)].flatMap(([, name = '']) =>
        tables.has(name) ? [name] : [],
      )
    expect(named('select 1 from "user" u left join role r on true join auth.role a on true')).toEqual(['user', 'role'])
    const writing = files.filter(({ room }) => ['commands', 'event-store', 'platform'].includes(room))
    // SQL stands in texts; comments and imports may speak of a page or a user.
    const quoted = (text: string) =>
      (text.match(/`[^`]*`|'[^'\n]*'/g) ?? []).filter((sql) => /\b(?:select|update|delete)\b/.test(sql))
    const found = writing.flatMap(({ file, text }) =>
      quoted(text).flatMap((sql) => named(sql).map((name) => `${relative(root, file)} reads ${name}`)),
    )
    expect(found).toEqual([])
  })

  it('what a package does not offer is used in one file of its room', () => {
    const isHidden = ({ name }: Import) => /^@toast-ui\/|^@(eventstore|grpc)\/[^/]+\//.test(name)
    const reaching = files.filter(({ room, text }) => room === 'event-store' && /client\[|Reflect\./.test(text))
    const using = [...imports.filter(isHidden), ...reaching].map(({ file }) => relative(root, resolve(root, file)))
    expect([...new Set(using)].sort()).toEqual([
      'admin-ui/editor/text/toast.ts',
      'event-store/eventstoredb/internals.ts',
    ])
  })

  it('the apps load no declaration that is not asked for', () => {
    const isCatalogue = ({ room, name }: Import) => isUi(room) && name.endsWith('domain/catalog.ts')
    expect(imports.filter(isCatalogue).map(({ file }) => file)).toEqual([
      'admin-ui/besides.ts',
      'admin-ui/fixed-paths.ts',
      'admin-ui/resources.ts',
      'portal-ui/collection/collections.ts',
      'portal-ui/collection/declarations.ts',
    ])
  })

  it('no file imports itself by way of others', () => {
    const circles = circlesIn(importsByFile())
    expect(circles).toEqual([])
  })

  it('finds a circle where there is one', () => {
    const circle = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ])
    expect(circlesIn(circle)).toEqual([['a', 'b', 'c']])
  })

  it('a function is an arrow constant, but for overloads and generators', () => {
    const written = (text: string) =>
      [...text.matchAll(/^(?:export )?(?:async )?function (\w+)/gm)].map(([, name]) => name)
    const found = files.flatMap(({ file, text }) => {
      const names = written(text)
      return names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)).map((name) => `${file}: ${name}`)
    })
    expect(found).toEqual([])
    expect(written('function a() {}\nexport async function b() {}\nfunction* c() {}')).toEqual(['a', 'b'])
  })

  it('no folder holds more than 25 files beside its rooms', () => {
    const folders = new Map<string, number>()
    for (const { file } of [...files, ...['scripts', 'bench'].flatMap(read)])
      folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
    expect(folders.size).toBeGreaterThan(50)
    const full = [...folders]
      .filter(([, count]) => count > 25)
      .map(([folder, count]) => [relative(root, folder), count])
    expect(full).toEqual([])
  })

  it('no file is longer than 250 lines', () => {
    const measured = [...files, ...['scripts', 'bench'].flatMap(read)].map(({ file, text }) => ({
      file: relative(root, file),
      lines: text.trimEnd().split('\n').length,
    }))
    expect(measured.filter(({ lines }) => lines > 250)).toEqual([])
  })
})

function importsByFile(): Map<string, string[]> {
  const graph = new Map<string, string[]>(files.map(({ file }) => [relative(root, file), []]))
  for (const { file, name } of imports)
    if (name.startsWith('.')) graph.get(file)?.push(relative(root, resolve(root, file, '..', name)))
  return graph
}

/** Groups of files that reach each other by their imports, types included. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>()
    const open = [...(graph.get(from) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(graph.get(next) ?? []))
    }
    return seen
  }
  const reached = new Map([...graph.keys()].map((file) => [file, reach(file)]))
  const inCircle = [...graph.keys()].filter((file) => reached.get(file)?.has(file))
  const together = inCircle.map((file) =>
    inCircle.filter((one) => reached.get(file)?.has(one) && reached.get(one)?.has(file)),
  )
  return together.filter((circle, index) => circle[0] === inCircle[index])
}

function read(folder: string): { file: string; text: string }[] {
  return sourcesOf(folder).map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}
