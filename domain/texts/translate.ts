import type { Language } from './languages.ts'
import { inEnglish, type Message, type Values } from '../message.ts'
import type { Catalogue } from './catalogues.ts'

/** A language with its texts. */
export type Translation = { language: Language; texts: Catalogue }

/** A name as it stands amid a sentence: in small letters, but for German, whose nouns begin with a capital. */
export const amid = (name: string, language: Language): string =>
  language === 'de' ? name : name.toLocaleLowerCase(language)

// Places that the server fills with names of resources, fields and verbs; every other value is somebody's own words.
const named = new Set(['record', 'plural', 'label', 'earlier', 'state', 'name', 'verb'])

const nameIn = (name: string, { language, texts }: Translation): string => {
  const known = Object.hasOwn(texts, name) ? texts[name] : undefined
  if (known !== undefined) return known
  const id = Object.keys(texts).find((text) => text.toLowerCase() === name)
  return id === undefined ? name : amid(texts[id] ?? name, language)
}

/** The values of a server's message, with names of resources, fields and verbs in the reader's language. */
export const valuesIn = (values: Values, translation: Translation): Values =>
  Object.fromEntries(
    Object.entries(values).map(([place, value]) => [
      place,
      named.has(place) && typeof value === 'string' ? nameIn(value, translation) : value,
    ]),
  )

/** A server's message in another language; in English where its texts have none. Knows places, no plurals. */
export const inLanguage = ({ id, values }: Message, translation: Translation): string => {
  const text = translation.texts[id]
  return text === undefined ? inEnglish({ id, values }) : inEnglish({ id: text, values: valuesIn(values, translation) })
}
