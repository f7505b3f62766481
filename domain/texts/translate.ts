import type { Language } from './languages.ts'
import { inEnglish, type Message, partsOfName, type Values } from '../message.ts'
import type { Catalogue } from './catalogues.ts'

/** A language with its texts. */
export type Translation = { language: Language; texts: Catalogue }

/** A name as it stands amid a sentence: in small letters, but for German, whose nouns begin with a capital. */
export const amid = (name: string, language: Language): string =>
  language === 'de' ? name : name.toLocaleLowerCase(language)

// Places that the server fills with names of resources, fields and verbs; every other value is somebody's own words.
const named = new Set(['record', 'plural', 'label', 'earlier', 'state', 'name', 'verb', 'unit'])

const nameIn = (name: string, translation: Translation): string => {
  const { texts } = translation
  return name in texts ? (texts[name] ?? name) : partsOfName(name, (part) => oneNameIn(part, translation))
}

const oneNameIn = (name: string, { language, texts }: Translation): string => {
  const known = Object.hasOwn(texts, name) ? texts[name] : undefined
  if (known !== undefined) return known
  const id = Object.keys(texts).find((text) => text.toLowerCase() === name)
  return id === undefined ? name : amid(texts[id] ?? name, language)
}

const valueIn = (place: string, value: string, translation: Translation): string => {
  if (place === 'labels')
    return value
      .split(', ')
      .map((name) => nameIn(name, translation))
      .join(', ')
  return named.has(place) ? nameIn(value, translation) : value
}

/** The values of a server's message, with names of resources, fields (also several) and verbs in the reader's language. */
export const valuesIn = (values: Values, translation: Translation): Values =>
  Object.fromEntries(
    Object.entries(values).map(([place, value]) => [
      place,
      typeof value === 'string' ? valueIn(place, value, translation) : value,
    ]),
  )

/** A server's message in another language; in English where its texts have none. Knows places, no plurals. */
export const inLanguage = ({ id, values }: Message, translation: Translation): string => {
  const text = translation.texts[id]
  return text === undefined ? inEnglish({ id, values }) : inEnglish({ id: text, values: valuesIn(values, translation) })
}
