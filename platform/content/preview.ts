import type { ContentCleaner } from './cleaner.ts'

export type Written = { content: string; css: string }

/** What the portal gets of a text, and in words what cleaning takes out of it, each once. */
export type Previewed = Written & { removed: string[] }

/** Turns a text into what the portal gets of it; the CSS is scoped to the class `content-preview`. */
export const previewWith =
  (cleaner: ContentCleaner, withSizes: (html: string) => Promise<string>) =>
  async ({ content, css }: Written): Promise<Previewed> => {
    const text = await cleaner.cleanHtml(content)
    const styles = await cleaner.scopeCss(css, '.content-preview')
    const removed = [...new Set([...text.removed, ...styles.removed])]
    return { content: await withSizes(text.html), css: styles.css, removed }
  }
