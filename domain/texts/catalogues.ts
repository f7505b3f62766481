import type { Language } from './languages.ts'

/** By the English text: the same in another language, with the same places. */
export type Catalogue = Readonly<Record<string, string>>

// Loaded alone: whoever reads English gets none of them.
const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  zh: () => import('./zh.json', { with: { type: 'json' } }),
}

/** The texts of a language; none for English, whose sentences are the ids. @throws when it cannot be loaded */
export const catalogueOf = async (language: Language): Promise<Catalogue> =>
  language === 'en' ? {} : (await loaders[language]()).default
