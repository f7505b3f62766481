import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { gridFields } from '../admin-ui/list/grid/grid-fields.ts'
import { resources } from '../domain/catalog.ts'
import { employee } from '../domain/resources/employee.ts'
import { user } from '../domain/resources/user.ts'
import { matrix } from './api/matrix.ts'

// What docs/security.md says of the code, where no call from outside could show it.
const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const codeOf = (rooms: readonly string[]) =>
  rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .map((file) => ({ file, text: read(file) })),
  )
const server = codeOf(['domain', 'commands', 'event-store', 'projections', 'platform', 'api', 'app', 'cli'])
const screens = codeOf(['ui-shared', 'admin-ui', 'portal-ui'])
const filesWith = (code: readonly { file: string; text: string }[], pattern: RegExp) =>
  code.flatMap(({ file, text }) => (pattern.test(text) ? [file] : []))

it('looks at all code of the server and of both apps', () => {
  expect([server.length > 500, screens.length > 500]).toEqual([true, true])
})

it('starts other programs in three places, each with fixed words and without a shell', () => {
  expect(filesWith(server, /node:child_process/)).toEqual([
    'platform/database/embedded-spawn.ts',
    'platform/files/decoder.ts',
    'api/server/taking-in.ts',
  ])
  expect(filesWith(server, /\bexec(Sync|File)?\(['"`]|shell: true/)).toEqual([])
})

it('makes regular expressions of its own words, and of names with their signs escaped', () => {
  expect(filesWith(server, /new RegExp\(/)).toEqual([
    'commands/privacy/locations.ts',
    'platform/look-alike.ts',
    'platform/variables.ts',
    'api/server/early.ts',
  ])
  // Of a file of the build.
  expect(read('api/server/early.ts')).toContain("'early.json'")
  expect(read('commands/privacy/locations.ts')).toContain('names.map(escaped)')
})

it('makes no code of a text, on the server and in the apps', () => {
  expect(filesWith([...server, ...screens], /\beval\(|new Function\(|setTimeout\(['"`]|node:vm\b/)).toEqual([])
})

it('takes messages of other tabs and of its service worker by channels of its own origin alone', () => {
  expect(filesWith(screens, /addEventListener\('message'|onmessage|postMessage\(/)).toEqual([
    'ui-shared/live/stream.ts',
    'ui-shared/session/left.ts',
    'portal-ui/offline/offline.tsx',
    'portal-ui/offline/worker.ts',
  ])
  for (const file of ['ui-shared/live/stream.ts', 'ui-shared/session/left.ts'])
    expect(read(file)).toContain('BroadcastChannel(')
  expect(read('portal-ui/offline/offline.tsx')).toContain("serviceWorker.addEventListener('message', hear)")
  expect(filesWith(screens, /window\.(parent|opener|postMessage)|contentWindow/)).toEqual([])
})

it('masks every password that is typed, and keeps no password manager and no pasted word out', () => {
  const asked = screens.filter(({ text }) => /(current|new)-password/.test(text))
  expect(asked.length).toBeGreaterThan(6)
  for (const { file, text } of asked)
    expect(text.match(/type(=|: )["']password["']/g)?.length, file).toBe(
      text.match(/autoComplete(=|: ).*(current|new)-password/g)?.length,
    )
  // Cells of a grid, of which none is a secret.
  expect(filesWith(screens, /onPaste=/)).toEqual(['admin-ui/list/grid/grid-cell.tsx'])
  const cells = resources.flatMap((resource) => gridFields(resource))
  expect(cells.length).toBeGreaterThan(10)
  expect(cells.filter(([name, { kind }]) => kind === 'secret' || /password/i.test(name))).toEqual([])
})

it('asks for no hint to a password and no secret question, and has no word for them', () => {
  const names = [...Object.keys(user.fields), ...Object.keys(employee.fields), ...Object.keys(matrix)]
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => /hint|question|maiden|security_?answer/i.test(name))).toEqual([])
})

it('uses no plugin of browsers', () => {
  expect(filesWith(screens, /<(applet|embed|object)\b|application\/x-(shockwave|java)|ActiveXObject/)).toEqual([])
})

it('builds its image from what is allowed by name, without the history of the source', () => {
  const [first, ...allowed] = read('.dockerignore').trim().split('\n')
  expect(first).toBe('*')
  expect(allowed.length).toBeGreaterThan(10)
  expect(allowed.filter((line) => /^!(\.git|\*|tests|docs|\.env)/.test(line))).toEqual([])
  expect(
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1),
  ).not.toMatch(/COPY (?!--from=build)/)
})
