import { DOMParser, type Attrs, type Schema, type TagParseRule } from 'prosemirror-model'
import { type BoxName, boxes, type CardKind, cards, readBox, readCard, readVideo } from '../blocks/block-nodes.ts'
import { opaqueTag, unpackSource } from '../html/clean.ts'
import { readFigure, readPicture } from '../pictures/figure.ts'
import { blankLine, passThrough, passThroughAny } from '../html/passthrough.ts'
import { plainMarks } from '../html/structure.ts'

type Reader = (element: HTMLElement) => Attrs | false

const withKept: Reader = (element) => ({ htmlAttrs: passThroughAny(element) })
const withoutAttributes: Reader = (element) => (element.attributes.length ? false : {})

const node = (tag: string, name: string, getAttrs: Reader = withKept): TagParseRule => ({ tag, node: name, getAttrs })
const mark = (tag: string, name: string, getAttrs: Reader = withKept): TagParseRule => ({ tag, mark: name, getAttrs })

const heading = (level: number): TagParseRule =>
  node(`h${level}`, 'heading', (element) => ({ level, htmlAttrs: passThroughAny(element) }))

const picture: Reader = (element) => {
  const read = readPicture(element)
  return read && { imageUrl: read.imageUrl, altText: read.altText, htmlAttrs: read.kept }
}

// <pre><code class="language-x">, or a bare <pre>; anything else inside of it is not plain code.
const codeBlock: Reader = (element) => {
  const code = element.firstElementChild
  if (!code) return { rawHTML: 'pre', htmlAttrs: passThroughAny(element) }
  const [language] = /(?<=^language-)\S+$/.exec(code.className) ?? []
  const isPlain = code.localName === 'code' && !code.children.length && element.childNodes.length === 1
  const hasOther = code.attributes.length > (language ? 1 : 0)
  return isPlain && !hasOther ? { language: language ?? null, htmlAttrs: passThroughAny(element) } : false
}

// The editor writes strong, em and del by itself; only the other spelling is remarked.
const other = (tag: string): string | null => (['strong', 'em', 'del'].includes(tag) ? null : tag)
const number = (element: Element): number => Number(element.getAttribute('start') ?? 1)

const cell: Reader = (element) => ({
  colspan: Number(element.getAttribute('colspan') ?? 1) || 1,
  rowspan: Number(element.getAttribute('rowspan') ?? 1) || 1,
  htmlAttrs: passThroughAny(element, ['colspan', 'rowspan']),
})

const boxRules = (Object.keys(boxes) as BoxName[]) // the names of a table that is written here
  .map((name) => node(`${boxes[name].tag}.${boxes[name].className.replace(' ', '.')}`, name, readBox(name)))
const cardRules = (Object.keys(cards) as CardKind[]).map((kind) => node(`p.${cards[kind]}`, 'card', readCard(kind)))

// One line break and nothing else is how a blank line is stored: it is a paragraph without words, which remembers that.
const isBlankLine = ({ childNodes, firstChild }: HTMLElement): boolean =>
  childNodes.length === 1 && firstChild instanceof HTMLBRElement && !firstChild.attributes.length

const rules: readonly TagParseRule[] = [
  ...boxRules,
  ...cardRules,
  node('figure', 'video', readVideo),
  { tag: 'figure > video', ignore: true },
  // A written <p> has a record, even an empty one; the editor's own paragraph in a list item or cell has none.
  node('p', 'paragraph', (element) => ({
    htmlAttrs: { ...passThrough(element), ...(isBlankLine(element) && { [blankLine]: '' }) },
  })),
  ...[1, 2, 3, 4, 5, 6].map(heading),
  node('ul', 'bulletList'),
  node('ol', 'orderedList', (element) => ({ order: number(element), htmlAttrs: passThroughAny(element, ['start']) })),
  node('li', 'listItem', withoutAttributes),
  node('blockquote', 'blockQuote'),
  { ...node('pre', 'codeBlock', codeBlock), preserveWhitespace: 'full' },
  node('hr', 'thematicBreak'),
  node('table', 'table'),
  node('thead', 'tableHead'),
  node('tbody', 'tableBody'),
  node('tr', 'tableRow'),
  node('th', 'tableHeadCell', cell),
  node('td', 'tableBodyCell', cell),
  node('figure', 'figure', readFigure),
  // Read with its figure.
  { tag: 'figure > img', ignore: true },
  node('figcaption', 'caption'),
  node('img[src]', 'image', picture),
  {
    tag: 'p > br:only-child',
    ignore: true,
    getAttrs: (element) => isBlankLine(element.parentElement ?? element) && null,
  },
  { tag: 'br', node: 'lineBreak' },
  {
    tag: opaqueTag,
    node: opaqueTag,
    getAttrs: (element) => ({ source: unpackSource(element.dataset.source) }),
  },
  mark('a[href]', 'link', (element) => ({
    linkUrl: element.getAttribute('href') ?? '',
    htmlAttrs: passThroughAny(element, ['href']),
  })),
  ...['strong', 'b'].map((tag) =>
    mark(tag, 'strong', (element) => ({ rawHTML: other(tag), htmlAttrs: passThroughAny(element) })),
  ),
  ...['em', 'i'].map((tag) =>
    mark(tag, 'emph', (element) => ({ rawHTML: other(tag), htmlAttrs: passThroughAny(element) })),
  ),
  ...['s', 'del'].map((tag) =>
    mark(tag, 'strike', (element) => ({ rawHTML: other(tag), htmlAttrs: passThroughAny(element) })),
  ),
  mark('code', 'code'),
  ...plainMarks.map((tag) => mark(tag, tag)),
]

/** Reads HTML into the editor's model so that nothing which it can show is lost: attributes, <br>, <b> beside <strong>. */
export const textParser = (schema: Schema): DOMParser => new DOMParser(schema, rules)
