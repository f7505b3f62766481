import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as z from 'zod/mini'
import { isSafeLink } from '../../domain/fields/safe-link.ts'
import { t } from '../i18n.ts'
import type { GoTo } from './pdf-file.ts'

// Kinds of schemas that the first screen has anyway: another one would make it larger.
const refSchema = z.union([z.number(), z.object({ num: z.number(), gen: z.number() })])

const linkSchema = z.object({
  subtype: z.string(),
  rect: z.array(z.number()),
  url: z.optional(z.string()),
  dest: z.optional(z.unknown()),
})
type Link = z.infer<typeof linkSchema>

/** The page that a place in the file, or the name of one, is on, from 1; null when there is none. */
const pageAt = async (pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> => {
  const place: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
  const found = refSchema.safeParse(Array.isArray(place) ? place[0] : null).data
  if (found === undefined) return null
  const index = typeof found === 'number' ? found : await pdf.getPageIndex(found)
  return index >= 0 && index < pdf.numPages ? index + 1 : null
}

const isOutside = (address: string): boolean => !address.startsWith('/') && isSafeLink(address)

const outside = (address: string): HTMLElement => {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
  link.setAttribute('aria-label', `${address} ${t('(opens in a new tab)')}`)
  return link
}

const within = (number: number, goTo: GoTo): HTMLElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('aria-label', t('Go to page {page}', { page: number }))
  button.addEventListener('click', () => goTo(number))
  return button
}

const elementFor = async ({ url, dest }: Link, pdf: PDFDocumentProxy, goTo: GoTo): Promise<HTMLElement | null> => {
  if (url !== undefined) return isOutside(url) ? outside(url) : null
  const number = dest ? await pageAt(pdf, dest).catch(() => null) : null
  return number === null ? null : within(number, goTo)
}

const percent = (share: number): string => `${100 * share}%`

const laid = (element: HTMLElement, { rect }: Link, viewport: PageViewport): HTMLElement => {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect
  const [x1, y1] = viewport.convertToViewportPoint(left, bottom)
  const [x2, y2] = viewport.convertToViewportPoint(right, top)
  Object.assign(element.style, {
    left: percent(Math.min(x1, x2) / viewport.width),
    top: percent(Math.min(y1, y2) / viewport.height),
    width: percent(Math.abs(x2 - x1) / viewport.width),
    height: percent(Math.abs(y2 - y1) / viewport.height),
  })
  return element
}

/** The links of a page, to be laid over it: to the web, to write a mail, and to other pages of the file. Any other address leads nowhere. */
export const linksOf = async (
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
  goTo: GoTo,
): Promise<HTMLElement> => {
  const found = (await page.getAnnotations())
    .flatMap((one) => linkSchema.safeParse(one).data ?? [])
    .filter(({ subtype }) => subtype === 'Link')
  const elements = await Promise.all(
    found.map(async (link) => {
      const element = await elementFor(link, pdf, goTo)
      return element ? [laid(element, link, viewport)] : []
    }),
  )
  const layer = document.createElement('div')
  layer.className = 'pdf-links'
  layer.append(...elements.flat())
  return layer
}
