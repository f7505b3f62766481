import { appOf } from '../ui-shared/session/apps.ts'

// Addresses that the server answers itself, so the browser has to go there.
const isServed = (path: string): boolean => /^\/(files|api|assets)\//.test(path)

/** The path within the portal that an address leads to, with query and place; null when the browser has to go there itself. */
export const portalPath = (address: string): string | null => {
  const { href, origin } = window.location
  if (!URL.canParse(address, href)) return null
  const url = new URL(address, href)
  if (url.origin !== origin || appOf(url.pathname) === 'admin' || isServed(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
