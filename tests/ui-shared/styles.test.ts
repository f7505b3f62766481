import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Rule = { file: string; selector: string }

const withoutComments = (css: string) => css.replace(/\/\*.*?\*\//gs, '')
const withoutPrint = (css: string) => css.replace(/@media print\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')

const rulesOf = (file: string): Rule[] =>
  [...withoutPrint(withoutComments(readFileSync(file, 'utf8'))).matchAll(/([^{};]+)\{/g)].flatMap(([, head = '']) =>
    head.trim().startsWith('@')
      ? []
      : head.split(/,(?![^(]*\))/).map((selector) => ({ file, selector: selector.trim() })),
  )

const sheetsOf = (rooms: readonly string[]): Rule[] =>
  rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css'))
      .flatMap((file) => rulesOf(join(room, file))),
  )

const namesIn = (compound: string): string[] => [...compound.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)

// What `:is(…)` and the like say stands in for somebody else's element.
const compoundsOf = ({ selector }: Rule): string[] =>
  selector
    .replace(/::?[\w-]+(\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\]/g, '')
    .split(/[\s>+~]+/)
    .filter(Boolean)

/** The classes that are styled wherever they stand, each with the files that do so. */
const openClasses = (rules: readonly Rule[]): Map<string, Set<string>> => {
  const open = new Map<string, Set<string>>()
  for (const { file, selector } of rules) {
    const name = /^\.([\w-]+)$/.exec(selector)?.[1]
    if (name !== undefined) open.set(name, (open.get(name) ?? new Set()).add(file))
  }
  return open
}

// The first name says what the element is. Any other one is a word of that component, and must not be one of somebody else's.
const meetings = (rules: readonly Rule[], open: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  rules.flatMap((rule) =>
    compoundsOf(rule)
      .flatMap((compound) => namesIn(compound).slice(1))
      .filter((name) => open.has(name) && open.get(name)?.has(rule.file) !== true)
      .map((name) => `${rule.file}: ${rule.selector} meets .${name}`),
  )

test.each([['admin-ui'], ['portal-ui']])(
  'no component of %s gets the styles of another by the name of its class',
  (room) => {
    const rules = sheetsOf([room, 'ui-shared'])
    const open = openClasses(rules)
    expect(open.size).toBeGreaterThan(100)
    expect([...open].filter(([, files]) => files.size > 1)).toEqual([])
    expect(meetings(rules, open)).toEqual([])
  },
)
