import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { t } from '../i18n.ts'
import { unreachable } from '../api/wire.ts'
import { drawPage } from './draw-page.ts'
import { PdfProblem } from './fetch-pdf.ts'
import { type OpenPdf, pixelsPerPoint } from './pdf-file.ts'

// Both apps read the parts of the library that lie beside the portal (vite.pdf.ts).
const parts = `/assets/portal/pdf-${version}/`
GlobalWorkerOptions.workerSrc = `${parts}worker.js`

// A picture of more pixels takes a quarter of a gigabyte.
const mostPixels = 2 ** 26

const problemOf = (error: unknown): PdfProblem => {
  if (error instanceof PdfProblem) return error
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException')
    return new PdfProblem(t('This PDF is protected by a password. Download it to open it with the password.'))
  // The library names what it finds in a file; what has no name of its own is a part of the library that did not come.
  if (name === 'Error') return new PdfProblem(unreachable().message, true)
  return new PdfProblem(t('This file is damaged, or no PDF. Download it to open it otherwise.'))
}

/**
 * Begins to read a PDF apart from the page: `opened` is there when its first page is known, `end` gives its memory back. Nothing in the file
 * is run: neither its scripts, nor its forms', nor code that is made of its fonts and functions.
 * @throws PdfProblem by `opened`
 */
export const openPdf = (data: Uint8Array): { opened: Promise<OpenPdf>; end: () => void } => {
  const task: PDFDocumentLoadingTask = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    // The policy of the page and of the worker allow no WebAssembly: pictures are decoded by scripts.
    useWasm: false,
    useWorkerFetch: true,
    wasmUrl: parts,
    cMapUrl: `${parts}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${parts}fonts/`,
    maxImageSize: mostPixels,
    verbosity: VerbosityLevel.ERRORS,
  })
  const open = async (): Promise<OpenPdf> => {
    try {
      const document = await task.promise
      const first = await document.getPage(1)
      const { width, height } = first.getViewport({ scale: pixelsPerPoint })
      return { document, size: { width, height }, draw: (drawing) => drawPage(document, drawing) }
    } catch (error) {
      throw problemOf(error)
    }
  }
  return { opened: open(), end: () => void task.destroy() }
}
