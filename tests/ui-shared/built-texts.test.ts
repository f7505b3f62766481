import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../domain/json.ts'
import { englishTexts } from '../../domain/texts/en.ts'
import { languages } from '../../domain/texts/languages.ts'
import { serverTexts } from '../support/texts/server-texts.ts'
import { builtApp } from './built-app.ts'

const others = Object.keys(languages).filter((language) => language !== 'en')

// A string as it stands in code: minified ones are written with any of three quotes.
const stringOf = (node: object): string | null => {
  if (!('type' in node)) return null
  if (node.type === 'Literal' && 'value' in node && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateElement' || !('value' in node) || !isObject(node.value)) return null
  return typeof node.value.cooked === 'string' ? node.value.cooked : null
}

const stringsIn = (code: string): Set<string> => {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const text = stringOf(node)
    if (text !== null) found.add(text)
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync('module.js', code).program)
  return found
}

// Sentences about sheets and lists of what came in, about exports, proofs, the trail, reverts, schedules and reviews, are for staff alone.
const isForStaff = (file: string) =>
  /sheets|inbox|download|activity|history|revert|personal-data|checkpoint|evidence|verify|job|schedul|request\.ts|deliveries|\/review|rules\/publishing/.test(
    file,
  )
const rooms = ['domain', 'platform', 'event-store', 'commands', 'projections', 'api', 'app']

describe.each(['portal', 'admin'] as const)('what is built of the %s', (app) => {
  it('has every text that it can show in each of the languages that it loads', { timeout: 120_000 }, async () => {
    const chunks = await builtApp(app)
    const codes = chunks.flatMap(({ modules }) =>
      Object.entries(modules).flatMap(([id, { code }]) =>
        code === null || id.includes('node_modules') || id.endsWith('.json') ? [] : [stringsIn(code)],
      ),
    )
    const shown = new Set(codes.flatMap((strings) => [...strings]).filter((text) => englishTexts.has(text)))
    expect(shown.size).toBeGreaterThan(200)
    const said = serverTexts(rooms).texts.filter(({ file }) => app === 'admin' || !isForStaff(file))
    expect(said.length).toBeGreaterThan(300)
    for (const language of others) {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`texts/${language}.json`)))
      const texts = stringsIn(chunk?.code ?? '')
      const known = new Set([...texts].flatMap((text) => (text.startsWith('{"') ? Object.keys(JSON.parse(text)) : [])))
      expect(known.size).toBeGreaterThan(500)
      expect([...shown].filter((text) => !known.has(text))).toEqual([])
      expect(said.filter(({ id }) => englishTexts.has(id) && !known.has(id))).toEqual([])
    }
  })
})
