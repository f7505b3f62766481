import { type Language, languageOf, isLanguage } from '../../domain/texts/languages.ts'
import { catalogueOf } from '../../domain/texts/catalogues.ts'
import { currentLanguage, setLanguage } from '../i18n.ts'
import { keepOnDevice, keptOnDevice } from '../kept/on-device.ts'

const key = 'atrium.language'
// Chosen here, but not yet kept for the person on the server.
const unsavedKey = 'atrium.language.unsaved'

/** Keeps the language in force on this device. */
export const rememberLanguage = (): void => keepOnDevice(key, currentLanguage())

/** Whether somebody chose a language here that the server does not know of. */
export const isUnsaved = (): boolean => keptOnDevice(unsavedKey) !== null
/** Notes that the choice still has to reach the server, or that it did. */
export const markUnsaved = (isSo: boolean): void => keepOnDevice(unsavedKey, isSo ? '1' : null)

let wanted: Language = 'en'

/** The language in force, or the one that will be once its texts are there. */
export const wantedLanguage = (): Language => wanted

/** Changes to a language once its texts are there; the last one asked for wins. @throws when they cannot be loaded */
export const changeLanguage = async (language: Language): Promise<void> => {
  wanted = language
  const texts = await catalogueOf(language).catch((error: unknown) => {
    if (wanted === language) wanted = currentLanguage()
    throw error
  })
  if (wanted !== language) return
  document.documentElement.lang = language
  setLanguage(language, texts)
}

let chosen = 0

/** How often somebody chose a language on this page. */
export const choicesMade = (): number => chosen

/**
 * Takes what somebody chose. It is kept on this device before its texts are there, so that what the server says of the person
 * meanwhile does not go before it. @throws when they cannot be loaded: the one before stays
 */
export const takeChoice = async (language: Language): Promise<void> => {
  chosen += 1
  keepOnDevice(key, language)
  markUnsaved(true)
  await changeLanguage(language).catch((error: unknown) => {
    rememberLanguage()
    throw error
  })
}

/** The language of this device before the first screen: the one of last time, else the first that the browser asks for. */
export const startLanguage = async (): Promise<void> => {
  const last = keptOnDevice(key)
  const language = isLanguage(last) ? last : languageOf(navigator.languages)
  if (language === 'en') return
  await changeLanguage(language).catch(() => undefined)
}
