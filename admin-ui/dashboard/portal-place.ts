import { appOf } from '../../ui-shared/session/apps.ts'
import type { ResourceEntry } from '../resource-entry.ts'
import { screenResource } from '../shell/menu-table.ts'

/** A page of the portal: its address, the same for the preview, and the record that it shows. */
export type PortalPlace = { address: string; preview: string; record: { resource: ResourceEntry; slug: string } | null }

const readable = /^(\/[\w%.~-]+)+\/?$/
const longest = 300

/** What a remembered path means in the portal, by path only; null for its first page and what is no plain path below it. */
export const portalPlace = (path: string | null): PortalPlace | null => {
  const [address = '', search] = (path ?? '').split('?')
  if (!readable.test(address) || address.length > longest || appOf(address) !== 'portal') return null
  const query = new URLSearchParams(search)
  query.set('preview', '1')
  const [, name, slug = ''] = /^\/([^/]+)\/([^/]+)\/?$/.exec(address) ?? []
  const resource = screenResource(name)
  const record = resource?.pageAt ? { resource, slug } : null
  return { address, preview: `${address}?${query}`, record }
}
