/** The languages of both apps, mails and exports, each by its own name. English is the default (docs/specification/README.md#two-populations). */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '中文',
} as const

export type Language = keyof typeof languages

/** True for the tag of a language that Atrium speaks. */
export const isLanguage = (tag: unknown): tag is Language => typeof tag === 'string' && Object.hasOwn(languages, tag)

/** The first of the wanted BCP 47 tags that there is, by its language alone: `fr-CH` is French. English when there is none. */
export const languageOf = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.trim().split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en'
