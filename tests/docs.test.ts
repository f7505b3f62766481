import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { variables } from '../platform/variables.ts'

const root = resolve(import.meta.dirname, '..')
const decisions = join(root, 'docs', 'decisions')

const isLeftOut = (name: string) => name.startsWith('.') || ['node_modules', 'dist', 'golden'].includes(name)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })

const texts = filesBelow(root)
  .filter((file) => /\.(md|ts|tsx|mjs|css)$/.test(file) && statSync(file).size < 500_000)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const pages = texts.filter(({ file }) => file.endsWith('.md'))
const numbered = filesBelow(decisions).filter((file) => /\/\d{4}-[^/]+\.md$/.test(file))

it('no link of a page leads nowhere', () => {
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, link = '']) => ({ file: relative(root, file), link }))
      .filter(({ link }) => !/^[a-z]+:/.test(link)),
  )
  expect(links.length).toBeGreaterThan(60)
  expect(links.filter(({ file, link }) => !existsSync(join(root, dirname(file), link)))).toEqual([])
})

it('a decision that is named by room and number is there', () => {
  const named = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/docs\/decisions\/[\w/]*\d{4}/g)].map(([name]) => ({ file: relative(root, file), name })),
  )
  expect(named.length).toBeGreaterThan(15)
  const known = numbered.map((file) => relative(root, file))
  expect(named.filter(({ name }) => known.filter((one) => one.startsWith(`${name}-`)).length !== 1)).toEqual([])
})

it('the index of decisions names each by its number and title, and no folder of pages is too full', () => {
  const rows = numbered.map((file) => {
    const [room, name = ''] = relative(decisions, file).split('/')
    const title = /^# (\d+)\. (.+)$/m.exec(readFileSync(file, 'utf8'))
    expect(Number(title?.[1]), file).toBe(Number(name.slice(0, 4)))
    return `| ${name.slice(0, 4)} | [${title?.[2]}](${room}/${name}) | ${room} |`
  })
  expect(rows.length).toBeGreaterThan(40)
  const index = readFileSync(join(decisions, 'README.md'), 'utf8')
  expect(index.match(/^\| \d.*$/gm)).toEqual(rows.toSorted())
  const folders = new Map<string, number>()
  for (const { file } of pages) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
  expect([...folders].filter(([, count]) => count > 25)).toEqual([])
})

it('every setting stands in the manual and in .env.example, and what is set there reaches the container', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const [manual, example, compose] = [read('docs/operations.md'), read('.env.example'), read('docker-compose.yml')]
  const settings = Object.keys(variables.shape)
  expect(settings).toContain('MAIL_RETRY_FACTOR')
  const explained = (manual.match(/^\| `[A-Z\d_`, ]+ \|/gm) ?? []).flatMap((row) => row.match(/[A-Z\d_]+/g) ?? [])
  expect(explained.toSorted()).toEqual(settings.toSorted())
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(example))).toEqual([])
  const settable = [...example.matchAll(/^(?:# )?([A-Z\d_]+)=/gm)].map(([, name]) => name)
  // Docker reads this one itself.
  const own = ['COMPOSE_PROFILES']
  expect(settable.filter((name) => !compose.includes(`\${${name}:`))).toEqual(own)
})
