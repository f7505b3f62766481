import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from '../../../ui-shared/parts/react-dom.ts'
import * as z from 'zod/mini'
import { oneOf } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { ArticleHead } from '../../../ui-shared/article/article-head.tsx'
import { safeFragment } from '../../../ui-shared/article/safe-html.tsx'
import article from '../../../ui-shared/styles/article.css?inline'
import base from '../../../ui-shared/styles/base.css?inline'
import controls from '../../../ui-shared/styles/controls.css?inline'
import prose from '../../../ui-shared/styles/prose.css?inline'
import tokens from '../../../ui-shared/styles/tokens.css?inline'
import type { Theme } from '../../../ui-shared/theme/theme.ts'
import { embedInCss, embedPictures } from './preview-pictures.ts'

/** What the portal shows above the text. */
export type PreviewHead = Omit<ComponentProps<typeof ArticleHead>, 'category'> & {
  category: { id: number; name: string } | null
}

const categoryLink = (category: PreviewHead['category']) =>
  category && (
    <a className="link" href={`/post?category=${category.id}`}>
      {category.name}
    </a>
  )

// The page around an article, as the portal's shell draws it.
const page =
  'body { font-size: 1rem; padding-inline: 32px } @media (max-width: 760px) { body { padding-inline: 16px } }'
const portal = [tokens, base, controls, article, prose, page].join('\n')

const cleaned = oneOf(z.object({ content: z.string(), css: z.string() }))

const markupOf = (node: ReactNode): DocumentFragment => {
  const template = document.createElement('template')
  const box = document.createElement('div')
  const root = createRoot(box)
  flushSync(() => root.render(node))
  template.innerHTML = box.innerHTML
  root.unmount()
  return template.content
}

/** What readers will get of a text, drawn with its pictures, and the author's CSS. @throws ApiError */
export const drawPreview = async (written: {
  content: string
  css: string
  head: PreviewHead | undefined
}): Promise<{ html: string; css: string }> => {
  const { content, css, head } = written
  const { data } = await api.post('/utility/preview', { body: { content, css }, as: cleaned })
  const root = markupOf(
    <>
      {head && <ArticleHead {...head} category={categoryLink(head.category)} />}
      <div className="box">
        <div className="prose content-preview" dir="auto" />
      </div>
    </>,
  )
  root.querySelector('.prose')?.append(safeFragment(data.content))
  await embedPictures(root)
  const box = document.createElement('template')
  box.content.append(root)
  return { html: box.innerHTML, css: await embedInCss(data.css) }
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A whole document for a sandboxed frame, with the portal's look; `nonce` is the page's, whose policy the frame inherits. */
export const previewDocument = (parts: {
  html: string
  css: string
  title: string
  nonce: string
  theme: Theme
}): string => {
  const { html, css, title, theme } = parts
  const nonce = escape(parts.nonce)
  const { lang, dir } = document.documentElement
  // Attributes with styles are those of the drawing that stands for a missing picture; a text has none.
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; form-action 'none'; base-uri 'none'`
  return `<!doctype html><html lang="${escape(lang)}" dir="${escape(dir)}" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(title)}</title><style nonce="${nonce}">${portal}</style><style nonce="${nonce}">${css}</style></head>
<body><article class="article">${html}</article></body></html>`
}
