import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const folder = join(import.meta.dirname, '../../domain/texts')
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

const languages = ['de', 'es', 'fr', 'ja', 'zh'] as const
const glossary = z
  .record(z.string(), z.strictObject(Object.fromEntries(languages.map((one) => [one, z.array(z.string()).min(1)]))))
  .parse(read('glossary'))

const folded = (text: string) => text.toLocaleLowerCase('en')

/** Whether an English text speaks of a term, in the singular or the plural; names of places in braces are no words. */
const speaksOf = (text: string, term: string): boolean =>
  new RegExp(`(?<![\\w{-])${term.replace(/y$/, '(?:y|ies)')}(?:s|es)?(?![\\w}])`, 'i').test(text)

describe.each(languages)('the glossary in %s', (language) => {
  const texts = Object.entries(z.record(z.string(), z.string()).parse(read(language)))

  it.each(Object.entries(glossary))('says %s alike in every text', (term, { [language]: words = [] }) => {
    const spoken = texts.filter(([english]) => speaksOf(english, term))
    expect(spoken.length, 'texts that speak of it').toBeGreaterThan(0)
    const otherwise = spoken.filter(([english, said]) => {
      const text = folded(said === '=' ? english : said)
      return !words.some((word) => text.includes(folded(word)))
    })
    expect(otherwise).toEqual([])
  })
})
