import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { isObject } from '../domain/json.ts'

const root = join(import.meta.dirname, '..')

/** The requirements of OWASP ASVS 5.0.0 of levels 1 and 2, by their sections. */
const sections: Readonly<Record<string, readonly number[]>> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}
const asked = Object.entries(sections).flatMap(([section, numbers]) => numbers.map((number) => `V${section}.${number}`))

const results = ['met', 'deviation', 'does not apply', 'by whoever runs it']

type Row = { ids: string[]; result: string; how: string; tests: { file: string; words: string }[] }

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| (V\d[^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$/gm)].map(
    ([, ids = '', result = '', how = '', tests = '']) => ({
      ids: ids.split(', '),
      result,
      how,
      tests: [...tests.matchAll(/`([^`]+)`: ((?:(?!; `).)+)/g)].map(([, file = '', words = '']) => ({
        file,
        words: words.trim(),
      })),
    }),
  )

const rows = rowsOf(readFileSync(join(root, 'docs', 'security.md'), 'utf8'))

const partOf = (node: unknown, name: string): unknown => (isObject(node) ? node[name] : undefined)

const nameOf = (node: unknown): string => {
  const name = partOf(node, 'name')
  return typeof name === 'string' ? name : ''
}

/** What is called, as it stands there, without its arguments: `it`, `it.each`, `describe.skipIf`. */
const calleeOf = (node: unknown): string => {
  const callee = partOf(node, 'callee')
  if (partOf(callee, 'type') === 'CallExpression') return calleeOf(callee)
  const object = nameOf(partOf(callee, 'object'))
  return object === '' ? nameOf(callee) : `${object}.${nameOf(partOf(callee, 'property'))}`
}

/** The words of all literals in a piece. */
const literalsIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  if (!isObject(node)) return []
  const { type, value } = node
  if (type === 'Literal') return typeof value === 'string' ? [value] : []
  if (type === 'TemplateElement') return [String(partOf(value, 'cooked'))]
  return Object.values(node).flatMap(literalsIn)
}

// A title is the first argument, and is filled from the table of `each`. What is skipped whatever happens shows nothing.
const titlesIn = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(titlesIn)
  if (!isObject(node)) return []
  const callee = partOf(node, 'type') === 'CallExpression' ? calleeOf(node) : ''
  if (/^(it|test|describe)\.(skip|todo|only)$/.test(callee)) return []
  const isTest = /^(it|test|describe)(\.(each|skipIf|runIf|sequential|concurrent))?$/.test(callee)
  const [first] = isTest && Array.isArray(node.arguments) ? node.arguments : []
  const table = isTest ? partOf(node, 'callee') : undefined
  return [...literalsIn(first), ...literalsIn(table), ...Object.values(node).flatMap(titlesIn)]
}

const titles = new Map<string, string[]>()
const titlesOf = (file: string): string[] => {
  const found = titles.get(file) ?? titlesIn(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  titles.set(file, found)
  return found
}

const isThere = ({ file, words }: Row['tests'][number]): boolean =>
  existsSync(join(root, file)) && titlesOf(file).some((title) => title.includes(words))

const faultsOf = ({ ids, result, how, tests }: Row): string[] => [
  ...(results.includes(result) ? [] : [`${ids.join()}: ${result} is no result`]),
  ...(how.trim() === '' ? [`${ids.join()}: nothing is said`] : []),
  ...(result === 'met' && tests.length === 0 ? [`${ids.join()}: no test`] : []),
  ...tests.filter((one) => !isThere(one)).map(({ file, words }) => `${ids.join()}: ${file} has no test ${words}`),
]

it('has each requirement of levels 1 and 2 once, and no other', () => {
  expect(asked).toHaveLength(253)
  const said = rows.flatMap(({ ids }) => ids)
  expect(said.toSorted()).toEqual(asked.toSorted())
})

it('names tests that are there', () => {
  expect(rows.flatMap(({ tests }) => tests).length).toBeGreaterThan(100)
  expect(rows.flatMap(faultsOf)).toEqual([])
})

it('finds a row without a test, one whose test is not there, and one whose words are in no title', () => {
  const page =
    '| V1.1.1 | met | So |  |\n| V1.1.2 | met | So | `tests/security.test.ts`: no words as these, ' + 'ever |\n'
  expect(rowsOf(page).flatMap(faultsOf)).toHaveLength(2)
  // Of this file, and of no title in it.
  const words = '| V1.1.3 | met | So | `tests/security.test.ts`: const results |\n'
  const title = '| V1.2.1 | met | So | `tests/security.test.ts`: names tests that are there |\n'
  expect([rowsOf(words).flatMap(faultsOf).length, rowsOf(title).flatMap(faultsOf).length]).toEqual([1, 0])
})
