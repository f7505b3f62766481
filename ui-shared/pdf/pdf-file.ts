import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Width and height in CSS pixels at 100 %. */
export type PageSize = { width: number; height: number }

/** Shows another page. */
export type GoTo = (number: number) => void

/** What is drawn where: the page `number` into `host`, at a `scale` of which 1 is 100 %. */
export type Drawing = {
  host: HTMLElement
  number: number
  scale: number
  goTo: GoTo
  onSize: (number: number, size: PageSize) => void
  onBroken: () => void
}

/** A PDF that can be drawn: its pages, the size of the first, and what draws one, which answers how to stop it. */
export type OpenPdf = { document: PDFDocumentProxy; size: PageSize; draw: (drawing: Drawing) => () => void }

/** CSS pixels for each point of a PDF. */
export const pixelsPerPoint = 96 / 72
