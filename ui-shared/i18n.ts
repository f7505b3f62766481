import { setupI18n } from '@lingui/core'
import { messageOf, type Values } from '../domain/message.ts'
import { compileMessage } from './compile-message.ts'

// English needs no catalogue: the sentence is the id. Other languages are loaded into the same object.
const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
i18n.setMessagesCompiler(compileMessage)

/** A sentence in the reader's language; `message` is the English one and the id (ICU), listed in domain/texts/. */
export const t = (message: string, values: Values = {}): string => i18n._(message, { ...values })

/** A sentence of the server or a declaration: translated when a catalogue knows it, else as it came, never read as ICU. */
export const say = (message: string, { id, values } = messageOf(message)): string =>
  id in i18n.messages ? i18n._(id, { ...values }) : message

/** The language in force, as a BCP 47 tag. */
export const currentLocale = (): string => i18n.locale
