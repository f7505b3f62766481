import { cleanClipboard, cleanSource, isOwnAddress, opaqueTag, packSource, unpackSource } from '../html/clean.ts'
import { readFigure } from '../pictures/figure.ts'
import { rename, replaceWithContent } from '../paste/paste-nodes.ts'
import { readOffice } from '../paste/paste-office.ts'
import { completeTables } from '../tables/paste-tables.ts'

/** What became of pasted HTML: safe HTML for the editor, and whether pictures of other places were left out. */
export type Pasted = { html: string; hasLostPictures: boolean }

const serialise = (root: DocumentFragment): string => {
  const box = root.ownerDocument.createElement('div')
  box.append(root)
  return box.innerHTML
}

const dropPictures = (root: DocumentFragment): boolean => {
  const foreign = [...root.querySelectorAll('img')].filter((image) => !isOwnAddress(image.getAttribute('src') ?? ''))
  for (const image of foreign) image.replaceWith(image.alt)
  return foreign.length > 0
}

const wanted = ['href', 'src', 'alt', 'title', 'start', 'scope', 'colspan', 'rowspan', 'data-source']
const wantedOfPictures = [...wanted, 'width', 'height']

// What other programs hang on their text is not wanted; our own pieces keep what they have.
const strip = (root: DocumentFragment, isOurs: boolean): void => {
  for (const element of root.querySelectorAll('*')) {
    element.removeAttribute('style')
    if (isOurs) continue
    const names = element.localName === 'img' ? wantedOfPictures : wanted
    for (const name of element.getAttributeNames()) if (!names.includes(name)) element.removeAttribute(name)
    if (element.localName === 'span' || element.localName === 'font') replaceWithContent(element)
  }
}

// An opaque block stays one, without what runs: another text may hold it too, and the clipboard may say anything.
const judgeOpaqueBlocks = (root: DocumentFragment): void => {
  for (const opaque of root.querySelectorAll<HTMLElement>(opaqueTag)) {
    const source = cleanSource(unpackSource(opaque.dataset.source))
    if (source.trim()) opaque.dataset.source = packSource(source)
    else opaque.remove()
  }
}

const isAlone = (image: Element): boolean => {
  const { parentElement: around } = image
  return around?.localName === 'p' && around.children.length === 1 && !around.textContent?.trim()
}

// A picture alone in its paragraph is a figure; a figure that holds something else, or stands within a list, is none.
const settleFigures = (root: DocumentFragment): void => {
  const within = 'li, td, th, blockquote'
  for (const figure of root.querySelectorAll('figure')) {
    if (readFigure(figure) && !figure.parentElement?.closest(within)) continue
    for (const caption of figure.querySelectorAll('figcaption')) rename(caption, 'p')
    replaceWithContent(figure)
  }
  for (const caption of root.querySelectorAll('figcaption'))
    if (caption.parentElement?.localName !== 'figure') rename(caption, 'p')
  for (const image of root.querySelectorAll('p > img'))
    if (isAlone(image) && !image.closest(within) && image.parentElement) rename(image.parentElement, 'figure')
}

// Rows and cells of a table by themselves, as some spreadsheets give them.
const wholeTable = (html: string): string => {
  if (/<table\b/i.test(html)) return html
  if (/<tr\b/i.test(html)) return `<table>${html}</table>`
  return /<t[dh]\b/i.test(html) ? `<table><tr>${html}</tr></table>` : html
}

/** Makes clipboard HTML safe and plain; what stood in a text of this house already stays as it is. */
export const cleanPaste = (html: string): Pasted => {
  const isOurs = html.includes('data-pm-slice')
  const read = cleanClipboard(isOurs ? html : wholeTable(html))
  const hasLostPictures = dropPictures(read)
  for (const end of read.querySelectorAll('br.Apple-interchange-newline')) end.remove()
  judgeOpaqueBlocks(read)
  if (!isOurs) readOffice(read)
  strip(read, isOurs)
  // Pieces of our own text have their place in it already.
  if (!isOurs) {
    settleFigures(read)
    completeTables(read)
    // The page has one first heading, which is the title of the text.
    for (const heading of read.querySelectorAll('h1')) rename(heading, 'h2')
  }
  return { html: serialise(read), hasLostPictures }
}
