import type { ContentCleaner } from './cleaner.ts'

export type Written = { content: string; css: string }

/** Turns a text into what the portal gets of it; the CSS is scoped to the class `content-preview`. */
export const previewWith =
  (cleaner: ContentCleaner, withSizes: (html: string) => Promise<string>) =>
  async ({ content, css }: Written): Promise<Written> => ({
    content: await withSizes((await cleaner.cleanHtml(content)).html),
    css: (await cleaner.scopeCss(css, '.content-preview')).css,
  })
