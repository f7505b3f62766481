import type { Attrs, DOMOutputSpec, Node, NodeSpec } from 'prosemirror-model'
import { isOwnAddress } from '../html/clean.ts'
import { passThroughAny } from '../html/passthrough.ts'

/** The blocks that are a box around others, by their names in the model: the element and the class of each, which blocks.css draws. */
export const boxes = {
  pullQuote: { tag: 'blockquote', className: 'pull-quote', content: 'paragraph+' },
  information: { tag: 'div', className: 'call-out', content: '(paragraph | bulletList | orderedList)+' },
  warning: {
    tag: 'div',
    className: 'call-out call-out-warning',
    content: '(paragraph | bulletList | orderedList)+',
  },
  columns: { tag: 'div', className: 'text-columns', content: 'column{2,3}' },
  column: { tag: 'div', className: 'text-column', content: '(block | figure | part)+' },
  gallery: { tag: 'div', className: 'picture-gallery', content: 'figure+' },
} as const
export type BoxName = keyof typeof boxes

/** Cards that lead to a file of the library, or to a film on another site. */
export const cards = { file: 'file-card', video: 'video-card' } as const
export type CardKind = keyof typeof cards

/** What a card says: where it leads, its words, and a note in smaller letters. */
export type Card = { kind: CardKind; address: string; name: string; note: string }

const videoClass = 'video-figure'
const part = 'part'
const kept = { htmlAttrs: { default: null } }

// Columns stand at the top level and hold everything else; whatever has a caption or a frame stays whole.
const group = (name: BoxName): string | undefined => (/^columns?$/.test(name) ? undefined : part)

const boxNode = (name: BoxName): NodeSpec => {
  const { tag, className, content } = boxes[name]
  const within = group(name)
  return {
    content,
    ...(within && { group: within }),
    attrs: kept,
    defining: true,
    isolating: /^(columns?|gallery)$/.test(name),
    toDOM: () => [tag, { class: className }, 0],
  }
}

const cardText = ({ attrs }: Node, link: Record<string, string>): DOMOutputSpec => {
  const note = String(attrs.note)
  const parts: DOMOutputSpec[] = [['a', link, String(attrs.name)]]
  return [
    'p',
    { class: cards[attrs.kind === 'video' ? 'video' : 'file'] },
    ...parts,
    ...(note ? [' ', ['small', note]] : []),
  ]
}

const linkOf = ({ kind, address }: Attrs): Record<string, string> =>
  kind === 'video' ? { href: String(address), target: '_blank', rel: 'noopener' } : { href: String(address) }

/** The nodes of the blocks of their own, added to the model of the text editor. */
export const blockNodes: Record<string, NodeSpec> = {
  doc: { content: '(block | figure | part | columns)+' },
  ...Object.fromEntries(
    (['pullQuote', 'information', 'warning', 'columns', 'column', 'gallery'] as const).map((name) => [
      name,
      boxNode(name),
    ]),
  ),
  card: {
    group: part,
    atom: true,
    draggable: true,
    attrs: { kind: { default: 'file' }, address: { default: '' }, name: { default: '' }, note: { default: '' } },
    // Without the address a click in the text leads nowhere.
    toDOM: (node) => cardText(node, { class: 'card-name', href: '#' }),
  },
  video: {
    group: part,
    content: 'caption',
    attrs: { address: { default: '' }, videoAttrs: { default: null }, ...kept },
    draggable: true,
    isolating: true,
  },
}

const hasLooseWords = (element: Element): boolean =>
  [...element.childNodes].some((node) => node instanceof Text && node.data.trim())

/** Reads a box; false for an element with other classes, which is not one of these. */
export const readBox =
  (name: BoxName) =>
  (element: Element): Attrs | false =>
    element.className === boxes[name].className && { htmlAttrs: passThroughAny(element, ['class']) }

/** Reads a card; false for a paragraph that only has its class. */
export const readCard =
  (kind: CardKind) =>
  (element: Element): Attrs | false => {
    const [link, note, ...more] = element.children
    if (element.className !== cards[kind] || element.attributes.length > 1 || hasLooseWords(element)) return false
    if (!(link instanceof HTMLAnchorElement) || more.length || link.children.length) return false
    if (note && (note.localName !== 'small' || note.children.length || note.attributes.length)) return false
    const address = link.getAttribute('href') ?? ''
    if (!address || (kind === 'file' && !isOwnAddress(address))) return false
    return { kind, address, name: link.textContent ?? '', note: note?.textContent ?? '' }
  }

/** Reads a film of this site with at most a caption; false for any other figure. */
export const readVideo = (element: Element): Attrs | false => {
  const [video, caption, ...more] = element.children
  if (!(video instanceof HTMLVideoElement) || more.length || hasLooseWords(element)) return false
  if (video.childNodes.length || (caption && caption.localName !== 'figcaption')) return false
  const address = video.getAttribute('src') ?? ''
  if (element.className !== videoClass || !isOwnAddress(address)) return false
  return {
    address,
    videoAttrs: passThroughAny(video, ['src']),
    htmlAttrs: passThroughAny(element, ['class']),
  }
}

type Given = (attrs: Attrs) => Record<string, string>

/** How the blocks of their own are stored. `giveBack` answers the attributes that a node carries. */
export const blockWriters = (giveBack: Given): Record<string, (node: Node) => DOMOutputSpec> => ({
  ...Object.fromEntries(
    Object.entries(boxes).map(([name, { tag, className }]) => [
      name,
      ({ attrs }: Node): DOMOutputSpec => [tag, { class: className, ...giveBack(attrs) }, 0],
    ]),
  ),
  card: (node) => cardText(node, linkOf(node.attrs)),
})

/** The attributes of the figure of a film, and of the film, as they are stored. */
export const videoParts = ({ address, videoAttrs, htmlAttrs }: Attrs, giveBack: Given) => ({
  figure: { class: videoClass, ...giveBack({ htmlAttrs }) },
  video: { src: String(address), ...giveBack({ htmlAttrs: videoAttrs }) },
})
