import type { QueryClient } from '@tanstack/react-query'
import { configQuery } from '../ui-shared/config/use-config.ts'
import { type KeysOf, refreshOnHints } from '../ui-shared/live/refresh.ts'
import { startStream } from '../ui-shared/live/stream.ts'
import { entries } from './resources.ts'

// Settings are among what there is one of; the overview counts everything.
const keysOf: KeysOf = ({ resource }) => [
  [resource],
  ['totals'],
  ['activity'],
  ...(entries.find(({ name }) => name === resource)?.isSingleton ? [configQuery.queryKey] : []),
]

let isFollowing = false

/** Keeps open screens at what the server says has changed; once for each load of the page. */
export const followLive = (client: QueryClient): void => {
  if (isFollowing) return
  isFollowing = true
  refreshOnHints(client, keysOf, () => 100)
  startStream()
}
