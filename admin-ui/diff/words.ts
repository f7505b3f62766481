import { diffWords } from 'diff'

/** A run of words: added, removed, or the same on both sides. */
export type Run = { text: string; kind: 'same' | 'added' | 'removed' }

// In milliseconds. Two long texts that share little would take minutes, and the answer would be "everything" all the same.
const limit = 500
const context = 160

const kindOf = ({ added, removed }: { added: boolean; removed: boolean }): Run['kind'] =>
  added ? 'added' : removed ? 'removed' : 'same'

/** The words that differ between two texts. */
export const wordRuns = (from: string, to: string): Run[] => {
  // Also where words are not parted by spaces.
  const intlSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const found = diffWords(from, to, { intlSegmenter, timeout: limit })
  if (found) return found.map((run) => ({ text: run.value, kind: kindOf(run) }))
  return [
    { text: from, kind: 'removed' },
    { text: to, kind: 'added' },
  ]
}

const firstOf = (text: string) => text.slice(0, context).replace(/\s?\S*$/, ' …\n')
const lastOf = (text: string) => text.slice(-context).replace(/^\S*\s?/, '… ')

/** The runs with what stays the same cut to what stands near a change. */
export const nearChanges = (runs: readonly Run[]): Run[] =>
  runs.map((run, index) => {
    if (run.kind !== 'same' || run.text.length <= 2 * context) return run
    const text = (index > 0 ? firstOf(run.text) : '') + (index < runs.length - 1 ? lastOf(run.text) : '')
    return { ...run, text: runs.length === 1 ? firstOf(run.text) : text }
  })
