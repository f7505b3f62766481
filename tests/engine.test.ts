import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resources } from '../domain/catalog.ts'

const root = resolve(import.meta.dirname, '..')
const names = resources.map(({ name }) => name)

/** The rooms whose files are the engine, unless they are a resource's own. */
const rooms = ['domain', 'commands', 'projections', 'api', 'admin-ui', 'ui-shared']

/** A resource's own: a file or a folder of its name, and these. */
const owned: Readonly<Record<string, string>> = {
  'domain/catalog.ts': 'the table of contents',
  'domain/texts/': 'sentences for people',
  'domain/permission.ts': 'the areas of the specification',
  'domain/person.ts': 'the types of people, as every event names who acts',
  'domain/library.ts': 'files: who may upload, and how the library is read',
  'commands/demo/': 'the records of the demo company',
  'commands/rules/access.ts': 'users and roles: who may grant what',
  'commands/identity/registration/': 'users: how an account comes about',
  'commands/identity/credentials/': 'users and employees: their passwords and codes',
  'commands/identity/sessions/': 'users and employees: their sign-ins',
  'commands/identity/sign-in/': 'users and employees: how they sign in',
  'commands/privacy/': 'users and employees: what is held about them, and how it goes',
  'api/personal-data/': 'users and employees: the same as an archive, files among it',
  'commands/files/': 'files: how bytes and records come together, and go away',
  'projections/people/chart.ts': 'employees: reporting lines on any day',
  'projections/people/fold-chart.ts': 'employees: what these are drawn from',
  'projections/files.ts': 'files: the library, uses, who may see the bytes',
  'projections/own-indexes.ts': 'the table of further indexes',
  'projections/menu.ts': 'the menu: what its entries lead to',
  'projections/mail-server.ts': 'the configuration: which server mail goes through',
  'projections/people/access-sql.ts': 'users, employees and roles: who is active, and what they may do',
  'projections/people/administrators.ts': 'users and roles: who holds every permission',
  'projections/consumers/mail-server.ts': 'the configuration: a change of its mail server',
  'api/routes/mail/mail-approval.ts': 'the configuration: the approval of its mail server',
  'api/routes/mail/mail-server.ts': 'the configuration: the test mail',
  'projections/picture-sizes.ts': 'files: the sizes of pictures in texts',
  'api/routes/all.ts': 'the table of routes',
  'api/wire/adapters/reshape.ts': 'the table of further names',
  'api/wire/adapters/submission.ts': 'requests and applications: how they are answered',
  'api/wire/profile.ts': 'users and employees: what they read of themselves',
  'api/routes/me.ts': 'users and employees: what they edit of themselves',
  'domain/people/colleague.ts': 'employees: what they read of each other',
  'domain/shapes/submission.ts': 'requests and applications: who sent them, and the steps with them',
  'commands/rules/submission.ts': 'applications: one that is open for each job',
  'projections/people/directory.ts': 'employees: how they find each other',
  'api/routes/portal/portal.ts': 'what every page of the portal stands on',
  'api/routes/portal/directory.ts': 'employees: how they find each other',
  'api/routes/portal/submission.ts': 'requests and applications: what employees send',
  'api/routes/portal/mine.ts': 'requests and applications: what employees read of them',
  'api/routes/auth.ts': 'users and employees: signing in',
  'api/routes/sign-in/': 'users and employees: their ways in',
  'api/routes/library.ts': 'files: the library and the bytes',
  'admin-ui/screens.ts': 'the table of what resources draw by hand',
  'admin-ui/forms.ts': 'the same for forms',
  'admin-ui/profile/': 'users: their own profile',
  'admin-ui/routes.tsx': 'signing in as a user',
  'ui-shared/auth/': 'users and employees: the screens for signing in',
  'ui-shared/config/config.ts': 'the configuration: what both apps read of it',
  'ui-shared/session/me.ts': 'users and employees: who is signed in',
}

/** Where a name means something else, by the line. */
const otherwise: Readonly<Record<string, RegExp>> = {
  file: /kind\b|type === 'file'|type="file"|part\.type|defineField|\| 'file'|add\('file'|<Icon name=|body\.set|'file' in value|Set\(\[/,
  page: /parameters|FormData|name="page"|Omit<|Pick<|next\.delete|in change|after\.delete|orderOf\(|className=/,
  user: /icon: /,
  role: /FORBID_ATTR|getAttribute/,
  post: /Method =|write\(/,
  category: /PreviewHead/,
  title: /className=|'href'/,
}

type Line = { file: string; line: string }

const isOwned = (file: string): boolean =>
  Object.keys(owned).some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)) ||
  file.split('/').some((part) => names.includes(part.replace(/\.tsx?$/, '')))

const engine = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .map((name) => `${room}/${name}`)
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !isOwned(file)),
)

const linesOf = (file: string): Line[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line) => ({ file, line }))

/** Quoted, as the beginning of a stream's name, as a table, or by its declaration. */
const naming = (name: string) =>
  new RegExp(`['"\`]${name}['"\`]|['"\`]${name}-|\\b(?:from|join|into|update) "?${name}"?(?![\\w.'-])|/${name}\\.ts'`)

const isComment = (line: string) => /^\s*(?:\*|\/\*|\/\/|\{\/\*)/.test(line)

const found = (lines: readonly Line[], name: string): Line[] =>
  lines.filter(({ line }) => !isComment(line) && naming(name).test(line) && !otherwise[name]?.test(line))

const content = ['page', 'post', 'banner', 'flash', 'popup', 'file', 'menubar', 'configuration', 'homepage', 'category']
const onlyData = ['banner', 'flash', 'popup', 'category']

/** How many lines a room spends on resources, by the files and folders of their names. */
const spent = (room: string, resources: readonly string[]): number =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.split('/').some((part) => resources.includes(part.replace(/\.\w+$/, ''))))
    .filter((name) => /\.(?:tsx?|css)$/.test(name))
    .flatMap((name) => linesOf(`${room}/${name}`)).length

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
  const lines = engine.flatMap(linesOf)

  it('is most of what there is', () => {
    console.info(`${engine.length} files, ${lines.length} lines`)
    expect(engine.length).toBeGreaterThan(250)
    expect(engine).toContain('commands/decide-on.ts')
    expect(engine).toContain('admin-ui/list/list-page.tsx')
    for (const file of Object.keys(owned)) expect(existsSync(join(root, file)), file).toBe(true)
  })

  it.each(names)('does not know the name %s', (name) => expect(found(lines, name)).toEqual([]))

  it('would be seen to know one', () => {
    const samples = [
      `if (resource.name === 'post') return`,
      'select * from "user" u',
      `import { file } from '../resources/file.ts'`,
    ]
    const seen = samples.map((line) => names.filter((name) => found([{ file: '', line }], name).length > 0))
    expect(seen).toEqual([['post'], ['user'], ['file']])
  })
})
