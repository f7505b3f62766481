import { type Catalogue, catalogueOf } from '../../domain/texts/catalogues.ts'
import type { Language } from '../../domain/texts/languages.ts'
import { lazily } from './lazily.ts'

const loaders = new Map<Language, () => Promise<Catalogue>>()

/** As `catalogueOf`, in a process that may be short of files. @throws EMFILE or ENFILE then, after which it may be asked again */
export const loadedCatalogue = (language: Language): Promise<Catalogue> => {
  const load = loaders.get(language) ?? lazily(() => catalogueOf(language))
  loaders.set(language, load)
  return load()
}
