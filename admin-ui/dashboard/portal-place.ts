import { appOf } from '../../ui-shared/session/apps.ts'

/** A page of the portal: its address, the same for the preview, and the slug when it is a post. */
export type PortalPlace = { address: string; preview: string; post: string | null }

const readable = /^(\/[\w%.~-]+)+\/?$/
const longest = 300

/** What a remembered path means in the portal, by path only; null for its first page and what is no plain path below it. */
export const portalPlace = (path: string | null): PortalPlace | null => {
  const [address = '', search] = (path ?? '').split('?')
  if (!readable.test(address) || address.length > longest || appOf(address) !== 'portal') return null
  const query = new URLSearchParams(search)
  query.set('preview', '1')
  const [, post = null] = /^\/post\/([^/]+)\/?$/.exec(address) ?? []
  return { address, preview: `${address}?${query}`, post }
}
