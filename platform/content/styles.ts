import { LRUCache } from 'lru-cache'
import { contentCleaner } from './cleaner.ts'

/** The stylesheets of articles, scoped for being read. */
export type Styles = {
  /** A version's CSS, scoped; done once, however many ask. @throws Rejected when the text takes more than 20 s. */
  of(article: { stream: string; version: number; css: string }): Promise<string>
  /** Ends the worker; what is not answered yet is rejected. */
  close(): Promise<void>
}

// In characters.
const kept = 32_000_000

/** Has a worker of its own, so that nobody who saves a text waits behind those who read. */
export function scopedStyles(): Styles {
  const cleaner = contentCleaner()
  const cache = new LRUCache<string, string, { css: string; scope: string }>({
    maxSize: kept,
    sizeCalculation: (css, key) => css.length + key.length,
    fetchMethod: async (_key, _stale, { context }) => (await cleaner.scopeCss(context.css, context.scope)).css,
  })
  return {
    of: async ({ stream, version, css }) => {
      if (css === '') return ''
      return (await cache.fetch(`${stream} ${version}`, { context: { css, scope: `.content-${stream}` } })) ?? ''
    },
    close: () => cleaner.close(),
  }
}
