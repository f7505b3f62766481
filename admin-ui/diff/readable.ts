import { t } from '../../ui-shared/i18n.ts'

const blockTags = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main ol p pre section table tr ul'.split(
    ' ',
  ),
)

const openings: Readonly<Record<string, string>> = { br: '\n', li: '\n• ', td: ' ', th: ' ' }

const pictureWords = (element: Element): string => {
  const words = element.getAttribute('alt')
  return words ? ` [${t('Picture')}: ${words}] ` : ` [${t('Picture')}] `
}

const wordsOf = (node: Node): string => {
  if (node instanceof Text) return node.data.replace(/\s+/g, ' ')
  if (!(node instanceof Element) || node.localName === 'style' || node.localName === 'script') return ''
  if (node.localName === 'img') return pictureWords(node)
  const inner = [...node.childNodes].map(wordsOf).join('')
  return blockTags.has(node.localName) ? `\n${inner}\n` : (openings[node.localName] ?? '') + inner
}

/** What HTML says, as lines of plain text: a line for each paragraph, point of a list or row of a table. */
export const readableText = (html: string): string => {
  // Nothing in a template loads or runs.
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.childNodes]
    .map(wordsOf)
    .join('')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}
