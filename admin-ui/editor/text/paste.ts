import { completeTables } from '../tables/paste-tables.ts'
import { cleanClipboard, islandTag, isOwnAddress, unpackSource } from '../html/clean.ts'

/** What became of pasted HTML: safe HTML for the editor, and whether pictures of other places were left out. */
export type Pasted = { html: string; hasLostPictures: boolean }

const serialise = (root: DocumentFragment): string => {
  const box = root.ownerDocument.createElement('div')
  box.append(root)
  return box.innerHTML
}

const replaceWithContent = (element: Element): void => element.replaceWith(...element.childNodes)

const rename = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

// Word processors write bold and italic as styles of a span.
const readStyles = (root: DocumentFragment): void => {
  for (const wrapper of root.querySelectorAll('b[id^="docs-internal-guid"]')) replaceWithContent(wrapper)
  for (const span of root.querySelectorAll<HTMLElement>('span[style]')) {
    const { fontWeight, fontStyle } = span.style
    const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600
    const inner = fontStyle === 'italic' ? rename(span, 'em') : span
    if (!isBold) continue
    const strong = inner.ownerDocument.createElement('strong')
    strong.append(...inner.childNodes)
    inner.append(strong)
  }
}

const dropPictures = (root: DocumentFragment): boolean => {
  const foreign = [...root.querySelectorAll('img')].filter((image) => !isOwnAddress(image.getAttribute('src') ?? ''))
  for (const image of foreign) image.replaceWith(image.alt)
  return foreign.length > 0
}

const wanted = ['href', 'src', 'alt', 'title', 'start', 'scope', 'colspan', 'rowspan', 'data-source']

// What other programs hang on their text is not wanted; our own pieces keep what they have.
const strip = (root: DocumentFragment, isOurs: boolean): void => {
  for (const element of root.querySelectorAll('*')) {
    element.removeAttribute('style')
    if (isOurs) continue
    for (const name of element.getAttributeNames()) if (!wanted.includes(name)) element.removeAttribute(name)
    if (element.localName === 'span' || element.localName === 'font') replaceWithContent(element)
  }
}

// An island comes back only as one that this text holds; any other is read like all HTML.
const judgeIslands = (root: DocumentFragment, islands: readonly string[]): void => {
  for (const island of root.querySelectorAll<HTMLElement>(islandTag)) {
    const source = unpackSource(island.dataset.source)
    if (!islands.includes(source)) island.replaceWith(cleanClipboard(source))
  }
}

/** Makes clipboard HTML safe and plain. `fromWord` puts its input into the page, so it only gets what is clean already. */
export const cleanPaste = (html: string, islands: readonly string[], fromWord: (html: string) => string): Pasted => {
  const isOurs = html.includes('data-pm-slice')
  const first = cleanClipboard(html)
  const hasLostPictures = dropPictures(first)
  const read = /\bmso-/.test(html) ? cleanClipboard(fromWord(serialise(first))) : first
  for (const end of read.querySelectorAll('br.Apple-interchange-newline')) end.remove()
  judgeIslands(read, islands)
  readStyles(read)
  strip(read, isOurs)
  // Pieces of our own text have their place in it already.
  if (!isOurs) {
    completeTables(read)
    // The page has one first heading, which is the title of the text.
    for (const heading of read.querySelectorAll('h1')) rename(heading, 'h2')
  }
  return { html: serialise(read), hasLostPictures }
}
