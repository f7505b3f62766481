import { describe, expect, it } from 'vitest'
import { messageOf } from '../../domain/message.ts'
import { request } from '../../domain/resources/request.ts'
import { languageOf } from '../../domain/texts/languages.ts'
import { catalogueOf } from '../../domain/texts/catalogues.ts'
import { englishTexts } from '../../domain/texts/en.ts'
import { readText, type Say } from '../../domain/texts/read-text.ts'
import { inLanguage } from '../../domain/texts/translate.ts'
import { gapsOf, problemOf } from '../support/texts/language-problems.ts'

const others = ['de', 'es', 'fr', 'ja', 'zh'] as const

// `npm run texts` prints what a language lacks.
describe.each(others)('the texts in %s', (language) => {
  it('are all there, and none is in vain', async () => {
    const texts = await catalogueOf(language)
    expect(Object.keys(texts).length).toBeGreaterThan(900)
    expect(gapsOf(englishTexts, texts)).toEqual({ missing: [], unused: [] })
  })

  it('have the places and plural forms that they need, and are not English', async () => {
    const found = Object.entries(await catalogueOf(language)).flatMap(([english, text]) => {
      const problem = problemOf(language, english, text)
      return problem === null ? [] : [`${english} → ${text}: ${problem}`]
    })
    expect(found).toEqual([])
  })
})

it('finds what is wrong with a translation', () => {
  const count = '{count, plural, one {# word} other {# words}}'
  expect([
    problemOf('de', 'Move {name}', 'Verschieben'),
    problemOf('fr', 'By {name}', "L'{name}"),
    problemOf('de', count, '{count, plural, other {# Wörter}}'),
    problemOf('de', count, '{count, plural, one {# Wort'),
    problemOf('de', 'Save', 'Save'),
    problemOf('ja', count, '{count, plural, other {#語}}'),
  ]).toEqual([
    'has other places',
    'cannot be read',
    'lacks a plural form',
    'cannot be read',
    'is the English text',
    null,
  ])
})

it('says messages of the server with the names of what they are about', async () => {
  const translation = { language: 'de', texts: await catalogueOf('de') } as const
  expect(inLanguage({ id: '{record} updated', values: { record: 'post' } }, translation)).toBe('Beitrag aktualisiert')
  expect(inLanguage({ id: 'A new one', values: {} }, translation)).toBe('A new one')
  const spanish = { language: 'es', texts: await catalogueOf('es') } as const
  const said = inLanguage({ id: 'This {record} does not exist.', values: { record: 'category' } }, spanish)
  expect(said).toBe('No existe: categoría.')
})

it('follows the first language of a browser that there is', () => {
  expect(languageOf(['fr-CH', 'en'])).toBe('fr')
  expect(languageOf(['nl', 'zh-Hant-TW'])).toBe('zh')
  expect(languageOf(['nl'])).toBe('en')
})

it('counts stationery in the units of the language, and leaves the ones that somebody wrote', async () => {
  const translation = { language: 'de' as const, texts: await catalogueOf('de') }
  const say: Say = (message) => inLanguage(typeof message === 'string' ? messageOf(message) : message, translation)
  const lines = ['rim', 'barrel'].map((unit, index) => ({ item: index, name: 'Paper', quantity: 2, unit, remarks: '' }))
  const { lines: field } = request.fields
  expect(field && readText(lines, field, say)).toContain('Einheit: Ries; ')
  expect(field && readText(lines, field, say)).toContain('Einheit: barrel')
  const refusal = {
    id: 'Of {item}, {quantity} {unit} were asked for. Still to be delivered: {rest}.',
    values: { item: 'Paper', quantity: 2, unit: 'rim', rest: 1 },
  }
  expect(say(refusal)).toContain('2 Ries')
})
