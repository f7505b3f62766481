import type { Node, NodeSpec } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { t } from '../../../ui-shared/i18n.ts'
import { inertBox, inertNodes, unmasked } from './html-blocks.ts'

const longest = 90

/** A short name for a part of the text that the editor cannot show: `<section>`, a comment, loose text. */
export const opaqueBlockName = (source: string): string => {
  const [node] = inertNodes(source)
  if (node instanceof Element) return `<${node.localName}>`
  return node instanceof Comment ? t('comment') : t('text')
}

const wordsOf = (source: string): string => {
  const box = inertBox(inertNodes(source))
  const texts = box.ownerDocument.createTreeWalker(box, NodeFilter.SHOW_TEXT)
  let words = ''
  while (texts.nextNode() && words.length <= longest) words += ` ${texts.currentNode.nodeValue ?? ''}`
  const line = unmasked(words).replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const element = (tag: string, className: string, text: string): HTMLElement => {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** How an opaque block looks in the text: its name, its first words, and a button that opens its code. It is never run or drawn. */
export const opaqueBlockView = (node: Node, onEditCode: (source: string) => void): NodeView => {
  const source = String(node.attrs.source)
  const dom = element('div', 'opaque-block', '')
  const name = element('span', 'opaque-block-name', t('HTML block {name}', { name: opaqueBlockName(source) }))
  const button = element('button', 'btn small', t('Edit code'))
  button.setAttribute('type', 'button')
  button.addEventListener('click', () => onEditCode(source))
  dom.append(name, element('span', 'opaque-block-words', wordsOf(source)), button)
  return {
    dom,
    stopEvent: (event) => event.target instanceof globalThis.Node && button.contains(event.target),
    ignoreMutation: () => true,
  }
}

/** A part of the text that the editor cannot show, by its source. */
export const opaqueBlock: NodeSpec = { group: 'block', attrs: { source: { default: '' } } }

/** A line break inside of a paragraph. */
export const lineBreak: NodeSpec = {
  group: 'inline',
  inline: true,
  selectable: false,
  leafText: () => '\n',
  toDOM: () => ['br'],
}

/** Preformatted text. The package's own view keeps every event from the editor, so that what is pasted there is lost. */
export const codeView = (): NodeView => {
  const dom = document.createElement('pre')
  const contentDOM = dom.appendChild(document.createElement('code'))
  return { dom, contentDOM }
}
