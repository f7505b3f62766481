import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { isObject } from '../domain/json.ts'

// What is asked of signing in and of access, by group. AZ-6, AZ-7 and AZ-9 are about what employees read and send.
const groups: Readonly<Record<string, readonly number[]>> = {
  AUTHN: [1, 2, 3, 4, 5, 6, 7],
  OTP: [1, 2, 3, 4, 5, 6],
  RST: [1, 2, 3, 4, 5, 6],
  SES: [1, 2, 3, 4, 5, 6],
  AZ: [1, 2, 3, 4, 5, 8],
}

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => isObject(value)
const partOf = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined)
const typeOf = (node: unknown) => partOf(node, 'type')
const partsOf = (node: unknown, name: string): readonly unknown[] => {
  const parts = partOf(node, name)
  return Array.isArray(parts) ? parts : []
}
const textOf = (node: unknown): string => {
  const value = partOf(node, 'name') ?? partOf(node, 'value')
  return typeof value === 'string' ? value : ''
}

/** What is called, as it stands there: `it`, `it.each()`, `describe.skipIf()`. */
const nameOf = (callee: unknown): string => {
  if (typeOf(callee) === 'CallExpression') return `${nameOf(partOf(callee, 'callee'))}()`
  if (typeOf(callee) !== 'MemberExpression') return textOf(callee)
  return `${nameOf(partOf(callee, 'object'))}.${textOf(partOf(callee, 'property'))}`
}
const calledIn = (node: Node): string => (typeOf(node) === 'CallExpression' ? nameOf(partOf(node, 'callee')) : '')

// A test that is skipped, or may be, shows nothing; nor does what is in a group that may be.
const mayBeSkipped = (node: Node): boolean =>
  /^(it|test|describe)\.(skip|todo|skipIf|runIf|only)\b/.test(calledIn(node))

/** A piece of a program and all that is in it, without what may be skipped. */
const nodesIn = (node: unknown): Node[] => {
  if (typeof node !== 'object' || node === null) return []
  if (isNode(node) && mayBeSkipped(node)) return []
  return [...(isNode(node) ? [node] : []), ...Object.values(node).flatMap(nodesIn)]
}

const namesIn = (node: unknown): string[] =>
  nodesIn(node)
    .filter((one) => typeOf(one) === 'Identifier')
    .map(textOf)

/** What stands behind the names of a file: where they are declared, and what is assigned to them later. */
const meaningsOf = (program: readonly Node[]): Map<string, unknown[]> => {
  const found = new Map<string, unknown[]>()
  const add = (names: readonly string[], meaning: unknown) => {
    for (const name of names) found.set(name, [...(found.get(name) ?? []), meaning])
  }
  for (const node of program) {
    if (typeOf(node) === 'VariableDeclarator') add(namesIn(partOf(node, 'id')), partOf(node, 'init'))
    if (typeOf(node) === 'AssignmentExpression') add(namesIn(partOf(node, 'left')), partOf(node, 'right'))
    if (typeOf(node) === 'FunctionDeclaration') add(namesIn(partOf(node, 'id')), node)
  }
  return found
}

/** The names that are imported from files of the project. */
const importedIn = (program: readonly Node[]): Set<string> =>
  new Set(
    program
      .filter((node) => typeOf(node) === 'ImportDeclaration' && textOf(partOf(node, 'source')).startsWith('.'))
      .flatMap((node) => partsOf(node, 'specifiers').map((one) => textOf(partOf(one, 'local')))),
  )

/** Everything that a piece comes to by the names that it uses. */
const reachedFrom = (pieces: readonly unknown[], meanings: ReadonlyMap<string, unknown[]>): Node[] => {
  const seen = new Set<string>()
  const reached: Node[] = []
  for (let next: readonly unknown[] = pieces; next.length > 0; ) {
    const nodes = next.flatMap(nodesIn)
    reached.push(...nodes)
    const fresh = [...new Set(namesIn(nodes))].filter((name) => !seen.has(name))
    for (const name of fresh) seen.add(name)
    next = fresh.flatMap((name) => meanings.get(name) ?? [])
  }
  return reached
}

// By what it says of a value that is not written beside it: what is only written holds whatever the program does.
const expectsSomething = (reached: readonly Node[], imported: ReadonlySet<string>): boolean =>
  reached.some((node) => {
    const called = calledIn(node)
    if (/^expect[A-Z]/.test(called)) return imported.has(called)
    return /^expect(\.poll)?$/.test(called) && namesIn(partsOf(node, 'arguments')[0]).length > 0
  })

/** The titles of the tests that a file runs and that look at the project: by what they do, and by all that this comes to. */
const titlesIn = (code: string): string[] => {
  const program = nodesIn(parseSync('test.ts', code).program)
  const [meanings, imported] = [meaningsOf(program), importedIn(program)]
  return program
    .filter((node) => /^it(\.each\(\))?$/.test(calledIn(node)))
    .map((node) => partsOf(node, 'arguments'))
    .filter(([, ...given]) => {
      const reached = reachedFrom(given, meanings)
      return expectsSomething(reached, imported) && namesIn(reached).some((name) => imported.has(name))
    })
    .map(([title]) => textOf(title))
}

const titles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .filter((code) => /\[[A-Z]+-\d\]/.test(code))
  .flatMap(titlesIn)

it.each(Object.entries(groups).flatMap(([group, numbers]) => numbers.map((number) => `${group}-${number}`)))(
  '%s is the subject of a test that runs and looks at the project',
  (id) => expect(titles.filter((title) => title.includes(`[${id}]`))).not.toEqual([]),
)

const imports = "import { grant } from '../commands/grant.ts'; import { expectWell } from './well.ts'\n"

it.each([
  ["it('is so [AZ-1]', () => { expect(grant()).toBe(1) })", ['is so [AZ-1]']],
  ["describe('a', () => { it.each([1])('is so [AZ-1]', async (n) => { await expectWell(n) }) })", ['is so [AZ-1]']],
  ["const all = () => expect(given).toBe(1); let given; given = grant()\nit('is so [AZ-1]', all)", ['is so [AZ-1]']],
  ["// it('is so [AZ-1]', () => { expect(grant()).toBe(1) })", []],
  ["const said = `\nit('is so [AZ-1]', () => { expect(grant()).toBe(1) })`", []],
  ["it.skip('is so [AZ-1]', () => { expect(grant()).toBe(1) })", []],
  ["describe.skipIf(true)('a', () => { it('is so [AZ-1]', () => { expect(grant()).toBe(1) }) })", []],
  ["it('is so [AZ-1]', () => {})", []],
  ["it('is so [AZ-1]', () => { grant() })", []],
  ["it('is so [AZ-1]', () => { grant(); expect(true).toBe(true) })", []],
  ["it('is so [AZ-1]', () => { const one = 1; expect(one).toBe(1) })", []],
  ["const expectWell = () => {}\nit('is so [AZ-1]', () => { expectWell(1) })", []],
])('of %s the titles that count are %j', (code, found) => {
  expect(titlesIn(code.startsWith('const expectWell') ? code : imports + code)).toEqual(found)
})

it.fails('a test that names a requirement, here [AZ-0], and comes to no expectation is red', () => {
  const none: number[] = []
  for (const one of none) expect(one).toBe(1)
})
