import type { Upload } from '../fields/field-values.ts'

/** How much of the file of a path has left, when `sent` of all (0 to 1) has: files are sent one after the other. */
export const shareOf = (sent: number, uploads: readonly Upload[], path: string): number | null => {
  const at = uploads.findIndex((upload) => upload.path === path)
  const own = uploads[at]?.file.size
  if (own === undefined) return null
  const sizeOf = (some: readonly Upload[]) => some.reduce((sum, { file }) => sum + file.size, 0)
  const done = sent * sizeOf(uploads) - sizeOf(uploads.slice(0, at))
  return Math.max(0, Math.min(1, own === 0 ? sent : done / own))
}
