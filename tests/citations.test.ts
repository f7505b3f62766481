import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { areas } from '../domain/permission.ts'
import { employee } from '../domain/resources/employee.ts'
import { reservedSlugs } from '../domain/slug.ts'

const root = resolve(import.meta.dirname, '..')
const isLeftOut = (name: string) =>
  name.startsWith('.') || ['node_modules', 'dist', 'golden', 'package-lock.json', 'paths.d.ts'].includes(name)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })

const files = filesBelow(root)
  .filter((file) => /\.(md|ts|tsx|mjs|js|css|sql)$/.test(file) && statSync(file).size < 500_000)
  .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }))

const isDefining = (file: string) => file === 'docs/architecture.md' || file.startsWith('docs/specification/')

// A letter and a number (X21, E9a), or a group and a number (SES-4).
const letters = 'XTAPCDEWL'
const groups = 'AUTHN|OTP|RST|SES|AZ|IN|UP|UI|XL|ML|ES|OV|PR'
const anId = new RegExp(String.raw`\b(?:[${letters}]\d{1,2}[a-z]?|(?:${groups})-\d+)\b`, 'g')

const pages = files.filter(({ file }) => isDefining(file))

const definitions = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/^\| ([A-Z]+-?\d+[a-z]?) \|/gm)].map(([, id = '']) => ({ file, id })),
)

/** What a file says about itself: comments of code, the words of tests, and all of a page. */
const wordsOf = ({ file, text }: { file: string; text: string }): string[] => {
  if (file.endsWith('.md')) return [text]
  const comments = [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([words]) => words)
  const titles = [
    ...text.matchAll(/^\s*(?:it|test|describe)(?:\.\w+\(.*\))?\(\s*(['"`])(.*?)\1,/gm),
    ...text.matchAll(/^ {2}'(.*\[[A-Z]+-\d+\].*)',$/gm),
  ].map((match) => match[2] ?? match[1] ?? '')
  return [...comments, ...titles]
}

const said = files.flatMap((one) => wordsOf(one).map((words) => ({ file: one.file, words })))
// This file names wrong ones to prove that they are found.
const others = said.filter(({ file }) => file !== 'tests/citations.test.ts')

type Said = { file: string; words: string }

const matches = (found: readonly Said[], pattern: RegExp) =>
  found.flatMap(({ file, words }) => [...words.matchAll(pattern)].map(([text]) => ({ file, text })))

const known = new Set(definitions.map(({ id }) => id))
const idsIn = (found: readonly Said[]) => matches(found, anId)
const unknownIn = (found: readonly Said[]) => idsIn(found).filter(({ text }) => !known.has(text))

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

const headings = new Map(
  files
    .filter(({ file }) => file.endsWith('.md'))
    .map(({ file, text }) => [file, [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))]),
)

const isThere = (name: string): boolean => {
  const [page = '', part] = name.split('#')
  return part === undefined ? headings.has(page) : headings.get(page)?.includes(part) === true
}

const pagesIn = (found: readonly Said[]) => matches(found, /(?<![\w/.-])docs\/(?:[\w-]+\/)*[\w-]+\.md(?:#[\w-]+)?/g)
const missingIn = (found: readonly Said[]) => pagesIn(found).filter(({ text }) => !isThere(text))

const standards = /(?:RFC \d+|UTS \d+|UAX \d+|ECMA-\d+) §[\d.]+/g
const outside = [/\bspec\/[\w-]+/g, /(?<![\w/])reference(?:\/[\w-]+(?!\.ts)| requirement\b| [A-Z]+-\d)/g, /§ ?[\d.]*/g]
const outsideIn = (found: readonly Said[]) => {
  const plain = found.map(({ file, words }) => ({ file, words: words.replaceAll(standards, '') }))
  return outside.flatMap((pattern) => matches(plain, pattern))
}

it('each id is defined once', () => {
  const ids = definitions.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(150)
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
})

it('each id that a comment, a test or a page cites is defined', () => {
  expect(idsIn(others).length).toBeGreaterThan(400)
  expect(unknownIn(others)).toEqual([])
})

it('each page of docs that is named, and each of its parts, is there', () => {
  expect(pagesIn(others).length).toBeGreaterThan(60)
  expect(missingIn(others)).toEqual([])
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s]*)#([\w-]+)\)/g)].map(([, page = '', part = '']) => ({ file, page, part })),
  )
  const pageOf = (file: string, page: string) => (page === '' ? file : relative(root, resolve(root, file, '..', page)))
  expect(links.filter(({ file, page, part }) => !isThere(`${pageOf(file, page)}#${part}`))).toEqual([])
})

it('each file that the architecture and the specification name is there', () => {
  const named = pages
    .flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path = '']) => ({ file, path })),
    )
    .filter(({ path }) => existsSync(join(root, path.split('/')[0] ?? '')))
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

it('what the specification lists is what the code has', () => {
  const rule = (id: string) =>
    pages.flatMap(({ text }) => text.match(new RegExp(`^\\| ${id} \\| (.*?) \\|`, 'm'))?.[1] ?? [])[0] ?? ''
  expect(rule('D3')).toBe(`Reserved slugs: ${[...reservedSlugs].join(', ')}`)
  const modes = Object.values(employee.sheets?.modes ?? {}).map(({ columns }) => Object.keys(columns).join(', '))
  expect(modes.length).toBe(2)
  expect(modes.filter((columns) => !rule('E7').includes(`: ${columns}.`))).toEqual([])
  expect(Object.keys(areas).filter((area) => !new RegExp(`\\b${area}\\b`).test(rule('P1')))).toEqual([])
})

it('no comment and no page names a document that is not in the repository', () => {
  expect(outsideIn(others)).toEqual([])
})

it('finds what is wrong where something is', () => {
  const text = [
    '/** Kept (X99, X21), as docs/specification/nowhere.md says. */',
    'const paper = "A9 § 3"',
    '// Asked for by spec/decisions, docs/architecture.md#nothing and RFC 9110 §12.5.3.',
    "it('is refused [SES-99]', () => {})",
  ].join('\n')
  const found = wordsOf({ file: 'sample.ts', text }).map((words) => ({ file: 'sample.ts', words }))
  expect(unknownIn(found).map(({ text: id }) => id)).toEqual(['X99', 'SES-99'])
  expect(missingIn(found).map(({ text: page }) => page)).toEqual([
    'docs/specification/nowhere.md',
    'docs/architecture.md#nothing',
  ])
  expect(outsideIn(found).map(({ text: name }) => name)).toEqual(['spec/decisions'])
})
