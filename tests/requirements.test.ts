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

type Call = { name: string; arguments: readonly unknown[] }

const partOf = (node: unknown, name: string): unknown => (isObject(node) ? node[name] : undefined)
const textOf = (node: unknown): string => {
  const value = partOf(node, 'name') ?? partOf(node, 'value')
  return typeof value === 'string' ? value : ''
}

/** What is called, as it stands there: `it`, `it.each()`, `describe.skipIf()`. */
const nameOf = (callee: unknown): string => {
  if (partOf(callee, 'type') === 'CallExpression') return `${nameOf(partOf(callee, 'callee'))}()`
  if (partOf(callee, 'type') !== 'MemberExpression') return textOf(callee)
  return `${nameOf(partOf(callee, 'object'))}.${textOf(partOf(callee, 'property'))}`
}

const callOf = (node: object): Call | null => {
  const given = partOf(node, 'arguments')
  if (partOf(node, 'type') !== 'CallExpression' || !Array.isArray(given)) return null
  return { name: nameOf(partOf(node, 'callee')), arguments: given }
}

// A test that is skipped, or may be, shows nothing; nor does what is in a group that may be.
const mayBeSkipped = ({ name }: Call): boolean => /^(it|test|describe)\.(skip|todo|skipIf|runIf|only)\b/.test(name)

/** The calls in a piece of a program, without what may be skipped. */
const callsIn = (node: unknown): Call[] => {
  if (typeof node !== 'object' || node === null) return []
  const call = callOf(node)
  if (call && mayBeSkipped(call)) return []
  return [...(call ? [call] : []), ...Object.values(node).flatMap(callsIn)]
}

/** The titles of the tests that a file runs: of calls of `it` with a function that does something. */
const titlesIn = (code: string): string[] =>
  callsIn(parseSync('test.ts', code).program)
    .filter(({ name, arguments: [, ...given] }) => /^it(\.each\(\))?$/.test(name) && callsIn(given).length > 0)
    .map(({ arguments: [title] }) => textOf(title))

const titles = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.long.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .filter((code) => /\[[A-Z]+-\d\]/.test(code))
  .flatMap(titlesIn)

it.each(Object.entries(groups).flatMap(([group, numbers]) => numbers.map((number) => `${group}-${number}`)))(
  '%s is the subject of a test that runs',
  (id) => expect(titles.filter((title) => title.includes(`[${id}]`))).not.toEqual([]),
)

it.each([
  ["it('is so [AZ-1]', () => { expect(1).toBe(1) })", ['is so [AZ-1]']],
  ["describe('a', () => { it.each([1])('is so [AZ-1]', async (n) => { await expectWell(n) }) })", ['is so [AZ-1]']],
  ["// it('is so [AZ-1]', () => { expect(1).toBe(1) })", []],
  ["const said = `\nit('is so [AZ-1]', () => { expect(1).toBe(1) })`", []],
  ["it.skip('is so [AZ-1]', () => { expect(1).toBe(1) })", []],
  ["describe.skipIf(true)('a', () => { it('is so [AZ-1]', () => { expect(1).toBe(1) }) })", []],
  ["it('is so [AZ-1]', () => {})", []],
])('of %s the titles that count are %j', (code, found) => {
  expect(titlesIn(code)).toEqual(found)
})
