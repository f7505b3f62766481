import { compileMessage, type Tokens } from '../../../ui-shared/compile-message.ts'
import type { Language } from '../../../domain/texts/languages.ts'
import type { Catalogue } from '../../../domain/texts/catalogues.ts'
import { type OtherLanguage, sameTexts } from './same-texts.ts'

type Place = { name: string; kind: string; cases: readonly string[] }

const placesOf = (tokens: Tokens): Place[] =>
  tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, kind = 'value', cases = {}] = token
    return [{ name, kind, cases: Object.keys(cases) }, ...Object.values(cases).flatMap(placesOf)]
  })

const namesIn = (places: readonly Place[]) => [...new Set(places.map(({ name }) => name))].toSorted()

// An apostrophe before a brace quotes it (compile-message.ts).
const isMalformed = (text: string): boolean => /[{}]/.test(text) && placesOf(compileMessage(text)).length === 0

/** The plural forms of a language that an example of each number asks for; `other` stands for the rest. */
const formsOf = (language: Language): string[] => {
  const rules = new Intl.PluralRules(language)
  return [...new Set([1, 2, 5].map((count) => rules.select(count)))]
}

/** What is wrong with a translation; null when nothing is. */
export const problemOf = (language: OtherLanguage, english: string, text: string): string | null => {
  const places = placesOf(compileMessage(text))
  if (isMalformed(text)) return 'cannot be read'
  if (namesIn(places).join() !== namesIn(placesOf(compileMessage(english))).join()) return 'has other places'
  const plurals = places.filter(({ kind }) => kind === 'plural')
  const lacks = plurals.some(({ cases }) => !['other', ...formsOf(language)].every((form) => cases.includes(form)))
  if (lacks) return 'lacks a plural form'
  const isSame = text === english && !(sameTexts[english] === 'all' || sameTexts[english]?.includes(language))
  return isSame ? 'is the English text' : null
}

/** The English texts that a language lacks, and those that it has in vain. */
export const gapsOf = (english: ReadonlySet<string>, texts: Catalogue) => ({
  missing: [...english].filter((text) => !(text in texts)),
  unused: Object.keys(texts).filter((text) => !english.has(text)),
})
