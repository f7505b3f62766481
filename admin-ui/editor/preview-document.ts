import type { Theme } from '../../ui-shared/theme.ts'
import { previewCss } from './preview-css.ts'

// The portal's article, in short: what an author has to see is measure, type and rhythm.
const portal = `
:root { --ink: #1b201d; --ink-2: #4e5650; --paper: #fbfbf9; --sunk: #f3f4f0; --line: #e0e3dc; --accent: #0b5d4b; --soft: #e4f0eb; color-scheme: light }
[data-theme=dark] { --ink: #e6eae7; --ink-2: #b0b8b3; --paper: #121514; --sunk: #0e1110; --line: #2c3330; --accent: #7cd5bc; --soft: #17312a; color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; padding: 24px 32px 40px; color: var(--ink); background: var(--paper) }
.prose { max-width: 72ch; margin-inline: auto; font: 18px/1.7 ui-serif, 'Iowan Old Style', Charter, Georgia, 'Noto Serif', serif; overflow-wrap: anywhere }
.title { max-width: 72ch; margin-inline: auto; font: 18px/1.7 ui-serif, 'Iowan Old Style', Charter, Georgia, 'Noto Serif', serif }
.title > * { margin-block-end: .7em; font-size: 40px; line-height: 1.15; letter-spacing: -.015em; text-wrap: balance; overflow-wrap: anywhere }
@media (max-width: 560px) { body { padding: 20px 16px 32px } .title > * { font-size: 30px } }
.prose > :first-child { margin-block-start: 0 }
p, ul, ol, dl, blockquote, figure, pre, table { margin: 1.1em 0 }
h1, h2, h3, h4, h5, h6 { font-size: 24px; font-weight: 400; line-height: 1.3; letter-spacing: -.01em; margin: 1.6em 0 .6em }
h1 { font-size: 30px } h2 { font-size: 26px } h4, h5, h6 { font-size: 20px }
ul, ol { padding-inline-start: 1.5em } dt { font-weight: 600 } dd { margin-inline-start: 1.4em }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px }
blockquote { padding-inline-start: 22px; border-inline-start: 2px solid var(--accent); color: var(--ink-2); font-style: italic }
img { max-width: 100%; height: auto; border-radius: 4px }
figcaption { font: 14px/1.5 system-ui, sans-serif; color: var(--ink-2) }
hr { border: 0; border-block-start: 1px solid var(--line); margin: 2em 0 }
code, kbd, samp, pre { font-family: ui-monospace, Menlo, 'DejaVu Sans Mono', monospace; font-size: .86em }
pre { padding: 14px 16px; overflow: auto; border: 1px solid var(--line); border-radius: 4px; background: var(--sunk) }
mark { background: var(--soft); color: inherit }
table { width: 100%; border-collapse: collapse; font: 15px/1.5 system-ui, sans-serif }
th, td { padding: 8px 12px; border-block-end: 1px solid var(--line); text-align: start; vertical-align: top }`

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * A whole document for a sandboxed frame: clean HTML (see `safeFragment`) with the portal's look and the author's CSS.
 * `nonce` is that of the page, whose policy the frame inherits; `heading` stands above the text.
 */
export const previewDocument = (parts: {
  html: string
  css: string
  title: string
  nonce: string
  theme: Theme
  heading?: string | undefined
}): string => {
  const { html, css, title, theme, heading } = parts
  // No h1, which the author's CSS may speak of; in the portal it reaches the text only.
  const head = heading
    ? `<div class="title"><div role="heading" aria-level="1" dir="auto">${escape(heading)}</div></div>`
    : ''
  const nonce = escape(parts.nonce)
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'`
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}"><title>${escape(title)}</title>
<style nonce="${nonce}">${portal}</style><style nonce="${nonce}">${previewCss(css)}</style></head>
<body>${head}<div class="prose" dir="auto">${html}</div></body></html>`
}
