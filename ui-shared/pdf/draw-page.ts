import {
  AnnotationMode,
  type PageViewport,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { linksOf } from './page-links.ts'
import { type Drawing, pixelsPerPoint } from './pdf-file.ts'

// Telephones draw nothing on a canvas of more pixels.
const mostPixels = 2 ** 24

const canvasFor = ({ width, height }: PageViewport): { canvas: HTMLCanvasElement; ratio: number } => {
  const ratio = Math.min(window.devicePixelRatio, Math.sqrt(mostPixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * ratio))
  canvas.height = Math.max(1, Math.floor(height * ratio))
  // Its words stand in the layer above.
  canvas.setAttribute('aria-hidden', 'true')
  return { canvas, ratio }
}

type Layers = { parts: HTMLElement[]; done: Promise<unknown>; cancel: () => void }

const layersOf = (page: PDFPageProxy, viewport: PageViewport): Layers => {
  const { canvas, ratio } = canvasFor(viewport)
  const picture = page.render({
    canvas,
    viewport,
    transform: [ratio, 0, 0, ratio, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  })
  const words = document.createElement('div')
  words.className = 'pdf-text'
  words.dir = 'auto'
  const text = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
  return {
    parts: [canvas, words],
    done: Promise.all([picture.promise, text.render()]),
    cancel: () => {
      picture.cancel()
      text.cancel()
    },
  }
}

/**
 * Draws a page into an element as a picture, its words above it to be read, marked and found, and its links. What the element held stays until
 * then. Answers how to stop it.
 */
export const drawPage = (
  pdf: PDFDocumentProxy,
  { host, number, scale, goTo, onSize, onBroken }: Drawing,
): (() => void) => {
  let isOver = false
  let stop = () => {}
  const draw = async () => {
    const page = await pdf.getPage(number)
    if (isOver) return
    const { width, height } = page.getViewport({ scale: pixelsPerPoint })
    onSize(number, { width, height })
    const viewport = page.getViewport({ scale: scale * pixelsPerPoint })
    const layers = layersOf(page, viewport)
    stop = () => {
      layers.cancel()
      page.cleanup()
    }
    const [links] = await Promise.all([linksOf(pdf, page, viewport, goTo), layers.done])
    if (isOver) return
    host.style.setProperty('--total-scale-factor', String(scale * pixelsPerPoint))
    host.replaceChildren(...layers.parts, links)
  }
  draw().catch(() => !isOver && onBroken())
  return () => {
    isOver = true
    stop()
  }
}
