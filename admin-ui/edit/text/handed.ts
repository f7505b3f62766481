/**
 * What somebody did in the place of a text before its editor was there: whether it has the focus, where it was pressed (from the left of
 * the text and the top of its first block on), and what was typed.
 */
export type Handed = { hasFocus: boolean; point: { left: number; top: number } | null; typed: string }

const left = new Map<string, Handed>()

/** Leaves it for the editor of a path, which takes its place at once or not at all: the form may have been left. */
export const handOn = (path: string, handed: Handed): void => {
  if (!handed.hasFocus && handed.typed === '') return
  left.set(path, handed)
  setTimeout(() => left.delete(path))
}

/** What was left for the editor of a path, once. */
export const takeHanded = (path: string): Handed | null => {
  const handed = left.get(path) ?? null
  left.delete(path)
  return handed
}
