import { LRUCache } from 'lru-cache'
import { contentCleaner } from './cleaner.ts'

export type Styles = {
  /** The CSS of a record, scoped; done once until it changes, however many ask. @throws Rejected when the text takes more than 20 s. */
  of(article: { stream: string; css: string }): Promise<string>
  close(): Promise<void>
}

type Known = { css: string; scoped: Promise<string> }

// In characters. What is scoped names the record in each rule, so it is about twice as long as what was written.
const kept = 32_000_000
const sizeOf = (css: string) => 3 * css.length

/** Has a worker of its own, so that nobody who saves a text waits behind those who read. */
export const scopedStyles = (): Styles => {
  const cleaner = contentCleaner()
  // One entry for each record: what it was before is never asked for again, and would fill the memory while somebody edits.
  const cache = new LRUCache<string, Known>({ maxSize: kept })
  return {
    of: async ({ stream, css }) => {
      if (css === '') return ''
      const known = cache.get(stream)
      if (known?.css === css) return known.scoped
      const scoped = cleaner.scopeCss(css, `.content-${stream}`).then((result) => result.css)
      const fresh = { css, scoped }
      cache.set(stream, fresh, { size: sizeOf(css) })
      try {
        return await scoped
      } catch (error) {
        if (cache.peek(stream) === fresh) cache.delete(stream)
        throw error
      }
    },
    close: () => cleaner.close(),
  }
}
