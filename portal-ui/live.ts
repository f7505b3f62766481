import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type KeysOf, refreshOnHints } from '../ui-shared/live/refresh.ts'
import { startStream } from '../ui-shared/live/stream.ts'
import { meQuery } from '../ui-shared/session/session.ts'
import { portalQuery } from './portal-data.ts'

const portal = portalQuery.queryKey

// What else shows something of a resource.
const also: Readonly<Record<string, readonly QueryKey[]>> = {
  banner: [portal],
  flash: [portal],
  popup: [portal],
  menubar: [portal],
  homepage: [portal],
  configuration: [portal],
  post: [portal],
  page: [portal],
  category: [['post'], portal],
  title: [['employee']],
  division: [['employee']],
  departement: [['employee']],
  employee: [meQuery.queryKey],
  request: [['mine']],
  job_application: [['mine']],
}

const keysOf: KeysOf = ({ resource }) => [[resource], ...(also[resource] ?? [])]

// Everybody hears of the same at the same moment, and does not ask at the same moment.
const spread = () => 100 + Math.random() * 400

let isFollowing = false

/** Keeps open screens at what the server says has changed; once for each load of the page. */
export const followLive = (client: QueryClient): void => {
  if (isFollowing) return
  isFollowing = true
  refreshOnHints(client, keysOf, spread)
  startStream()
}
