import { setupI18n } from '@lingui/core'
import { compileMessage } from './compile-message.ts'

// English needs no catalogue: the sentence is the id. Other languages are loaded into the same object.
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
i18n.setMessagesCompiler(compileMessage)

/** What may be put into a sentence. */
export type Values = Readonly<Record<string, string | number>>

/**
 * A sentence in the reader's language. `message` is the English sentence and the id (ICU syntax: `{count, plural, …}`),
 * listed in domain/texts/.
 */
export const t = (message: string, values: Values = {}): string => i18n._(message, { ...values })

/** A sentence that the server wrote: translated when a catalogue knows it, else shown as it came (never read as ICU). */
export const say = (message: string): string => (message in i18n.messages ? i18n._(message) : message)

/** The language in force, as a BCP 47 tag. */
export const currentLocale = (): string => i18n.locale
