import { setupI18n } from '@lingui/core'
import type { Catalogue } from '../domain/texts/catalogues.ts'
import { isLanguage, type Language } from '../domain/texts/languages.ts'
import { englishOf, messageOf, type Values } from '../domain/message.ts'
import { amid as lowered, valuesIn } from '../domain/texts/translate.ts'
import { compileMessage } from './compile-message.ts'

// English needs no catalogue: the sentence is the id. Other languages are loaded into the same object.
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
i18n.setMessagesCompiler(compileMessage)
let texts: Catalogue = {}

/** The language in force. */
export const currentLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en')

/** The language in force as a BCP 47 tag for Intl: English as the house writes it, day before month. */
export const currentLocale = (): string => (i18n.locale === 'en' ? 'en-GB' : i18n.locale)

/** Puts a language in force, with its texts. */
export const setLanguage = (language: Language, messages: Catalogue): void => {
  texts = messages
  i18n.loadAndActivate({ locale: language, messages })
}

/** Calls back whenever another language is in force. */
export const onLanguage = (listener: () => void): (() => void) => i18n.on('change', listener)

/** A number as the reader writes it: 12,345 or 12.345. */
export const formatNumber = (value: number): string => new Intl.NumberFormat(currentLocale()).format(value)

// What counts something; numbers of records, codes and the like are shown as they are. Plurals choose by the bare number.
const counts =
  /^(count|total|done|failed|active|inactive|left|first|last|min|max|most|least|expected|added|page|pages|rest)$/

const spokenValues = (message: string, values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isCount = typeof value === 'number' && counts.test(name) && !message.includes(`{${name},`)
      return [name, isCount ? formatNumber(value) : value]
    }),
  )

// Most of what a screen says reads as it is written in English: without places, and without quotes, which may quote a brace.
const toRead = /[{']/

const speak = (id: string, values: Values): string => {
  if (currentLanguage() !== 'en') return i18n._(id, spokenValues(id, values))
  const message = englishOf(id)
  return toRead.test(message) ? i18n._(message, spokenValues(id, values)) : message
}

/** A sentence in the reader's language; `message` is the English one and the id (ICU), listed in domain/texts/. */
export const t = (message: string, values: Values = {}): string => speak(message, values)

/** A name as it stands amid a sentence. */
export const amid = (name: string): string => lowered(name, currentLanguage())

/**
 * A sentence of the server or a declaration: translated when a catalogue knows it, else as it came, never read as ICU. Where only the id
 * came, `message` is empty.
 */
export const say = (message: string, { id, values } = messageOf(message)): string => {
  const language = currentLanguage()
  return id in texts || (message === '' && id !== '')
    ? speak(id, valuesIn(values, { language, texts }))
    : englishOf(message)
}
