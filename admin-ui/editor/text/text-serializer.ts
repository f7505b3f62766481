import {
  type Attrs,
  DOMSerializer,
  Fragment,
  type DOMOutputSpec,
  type Mark,
  type Node,
  type Schema,
} from 'prosemirror-model'
import { opaqueTag, packSource, unpackSource } from '../html/clean.ts'
import { blockWriters, videoParts } from '../blocks/block-nodes.ts'
import { blankLine, giveBack } from '../html/passthrough.ts'
import { plainMarks } from '../html/structure.ts'
import { inertBox, inertNodes, unmasked } from '../html/html-blocks.ts'

type NodeWriter = (node: Node) => DOMOutputSpec
type MarkWriter = (mark: Mark) => DOMOutputSpec

// A paragraph that stands for the bare text of a list item or cell; see the parser.
const bare = 'data-bare'

const block =
  (tag: string): NodeWriter =>
  (node) => [tag, giveBack(node.attrs), 0]

const cell =
  (tag: string): NodeWriter =>
  ({ attrs }) => {
    const [colspan, rowspan] = [attrs.colspan, attrs.rowspan].map((span) => (Number(span) > 1 ? span : null))
    return [tag, { colspan, rowspan, ...giveBack(attrs) }, 0]
  }

const codeBlock: NodeWriter = ({ attrs }) => {
  if (attrs.rawHTML === 'pre') return ['pre', giveBack(attrs), 0]
  return ['pre', giveBack(attrs), ['code', { class: attrs.language ? `language-${attrs.language}` : null }, 0]]
}

const image = (attrs: Attrs): DOMOutputSpec => [
  'img',
  { src: attrs.imageUrl, alt: attrs.altText ?? '', ...giveBack(attrs) },
]

// The place for the caption must be the only child of a description, so the picture is put before it here.
const figure: NodeWriter = ({ attrs }) => {
  const { ownerDocument } = inertBox([])
  const { dom } = DOMSerializer.renderSpec(ownerDocument, ['figure', giveBack(attrs)])
  dom.appendChild(DOMSerializer.renderSpec(ownerDocument, image({ ...attrs, htmlAttrs: attrs.imageAttrs })).dom)
  return { dom, contentDOM: dom instanceof HTMLElement ? dom : undefined }
}

const video: NodeWriter = ({ attrs }) => {
  const { ownerDocument } = inertBox([])
  const parts = videoParts(attrs, giveBack)
  const { dom } = DOMSerializer.renderSpec(ownerDocument, ['figure', parts.figure])
  dom.appendChild(DOMSerializer.renderSpec(ownerDocument, ['video', parts.video]).dom)
  return { dom, contentDOM: dom instanceof HTMLElement ? dom : undefined }
}

const paragraph: NodeWriter = ({ attrs, content }) => {
  const isBlank = !content.size && Object.hasOwn(attrs.htmlAttrs ?? {}, blankLine)
  if (isBlank) return ['p', giveBack(attrs), ['br']]
  return ['p', attrs.htmlAttrs ? giveBack(attrs) : { [bare]: '' }, 0]
}

const nodeWriters: Record<string, NodeWriter> = {
  ...blockWriters(giveBack),
  video,
  paragraph,
  heading: (node) => [`h${node.attrs.level}`, giveBack(node.attrs), 0],
  bulletList: block('ul'),
  orderedList: ({ attrs }) => ['ol', { start: attrs.order === 1 ? null : attrs.order, ...giveBack(attrs) }, 0],
  listItem: () => ['li', 0],
  blockQuote: block('blockquote'),
  codeBlock,
  thematicBreak: ({ attrs }) => ['hr', giveBack(attrs)],
  table: block('table'),
  tableHead: block('thead'),
  tableBody: block('tbody'),
  tableRow: block('tr'),
  tableHeadCell: cell('th'),
  tableBodyCell: cell('td'),
  image: ({ attrs }) => image(attrs),
  figure,
  // A figure without words has no caption.
  caption: (node) => ['figcaption', node.content.size ? giveBack(node.attrs) : { [bare]: '' }, 0],
  lineBreak: () => ['br'],
  [opaqueTag]: ({ attrs }) => [opaqueTag, { 'data-source': packSource(String(attrs.source)) }],
}

const inline =
  (tag: string): MarkWriter =>
  ({ attrs }) => [attrs.rawHTML ?? tag, giveBack(attrs), 0]
const markWriters: Record<string, MarkWriter> = {
  strong: inline('strong'),
  emph: inline('em'),
  strike: inline('del'),
  code: inline('code'),
  link: ({ attrs }) => ['a', { href: attrs.linkUrl, ...giveBack(attrs) }, 0],
  ...Object.fromEntries(plainMarks.map((tag) => [tag, inline(tag)])),
}

/** Writes the model as HTML that could be stored; also what is put on the clipboard. */
export const textSerializer = (schema: Schema): DOMSerializer =>
  new DOMSerializer(
    { ...DOMSerializer.nodesFromSchema(schema), ...nodeWriters },
    { ...DOMSerializer.marksFromSchema(schema), ...markWriters },
  )

/** Marks the paragraph that stands for the loose text of a quotation. */
export const looseMark = 'data-loose'

const isAlone = (paragraph: Element): boolean =>
  /^(LI|TD|TH)$/.test(paragraph.parentElement?.tagName ?? '') &&
  !paragraph.previousElementSibling &&
  paragraph.nextElementSibling?.localName !== 'p'

const unwrapBare = (root: ParentNode): void => {
  for (const caption of root.querySelectorAll(`figcaption[${bare}]`)) caption.remove()
  for (const paragraph of root.querySelectorAll(`p[${bare}]`)) {
    paragraph.removeAttribute(bare)
    if (isAlone(paragraph)) paragraph.replaceWith(...paragraph.childNodes)
  }
  for (const paragraph of root.querySelectorAll(`p[${looseMark}]`)) {
    paragraph.removeAttribute(looseMark)
    if (paragraph.parentElement?.children.length === 1) paragraph.replaceWith(...paragraph.childNodes)
  }
}

// An opaque block that was moved into a list or quotation: its source goes in as nodes, which changes nothing of what it says.
const openOpaqueBlocks = (root: ParentNode): void => {
  for (const opaque of root.querySelectorAll<HTMLElement>(opaqueTag)) {
    opaque.replaceWith(...inertNodes(unpackSource(opaque.dataset.source)))
  }
}

/** Writes single blocks as HTML. `taken` holds the text's ids; a second element of the same id (a split paragraph) loses it. */
export const blockWriter = (schema: Schema) => {
  const serializer = textSerializer(schema)
  // Nodes never change, and each key press writes the whole text: only the block that is typed in is new.
  const known = new WeakMap<Node, string>()
  return (node: Node, taken: Set<string>): string => {
    const before = known.get(node)
    if (before !== undefined) return before
    const box = inertBox([])
    box.append(serializer.serializeFragment(Fragment.from(node), { document: box.ownerDocument }))
    unwrapBare(box)
    openOpaqueBlocks(box)
    const named = [...box.querySelectorAll('[id]')]
    for (const element of named) {
      if (taken.has(element.id)) element.removeAttribute('id')
      taken.add(element.id)
    }
    const html = unmasked(box.innerHTML)
    // Which ids a block may have depends on the others.
    if (!named.length) known.set(node, html)
    return html
  }
}
