import type { LibraryFile } from '../../../domain/library.ts'

/** Finds files of the library by words of their names; without words the newest. */
export type FindFiles = (words: string) => Promise<readonly LibraryFile[]>

const films = new Set(['mp4', 'webm'])

/** True for a film that browsers play. */
export const isFilm = ({ extension }: LibraryFile): boolean => films.has(extension)

const ofSize = (bytes: number): string => {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** What a file is and how big, as it stands on its card: `PDF · 1.2 MB`. */
export const noteOf = ({ extension, size }: LibraryFile): string => `${extension.toUpperCase()} · ${ofSize(size)}`
