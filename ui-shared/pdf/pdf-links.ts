import { hasOtherMeaning } from '../parts/follow.ts'

/** A PDF that is to be shown: its address at this site, and what it is called. */
export type Pdf = { link: string; name: string }

const isFile = (link: HTMLAnchorElement): boolean =>
  link.origin === window.location.origin && /^\/files\/[0-9a-f]{32}\/[^/]+$/.test(link.pathname)

// A card of a text says what its file is behind the name.
const saysPdf = (link: HTMLAnchorElement): boolean =>
  // Where it is known to be one by its content, whatever it is called.
  link.type === 'application/pdf' ||
  /\.pdf$/i.test(link.pathname) ||
  /^PDF\b/.test(link.closest('.file-card')?.querySelector('small')?.textContent ?? '')

const nameOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The PDF that a click asks for, or null when the browser is to follow the link, or there is none. */
export const pdfOf = (event: MouseEvent): Pdf | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || hasOtherMeaning(event) || link.hasAttribute('download')) return null
  return isFile(link) && saysPdf(link) ? { link: link.pathname, name: nameOf(link.pathname) } : null
}
