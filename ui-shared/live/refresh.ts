import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Me } from '../session/me.ts'
import { meQuery } from '../session/session.ts'
import { type Hint, onHeard } from './stream.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `isHeld`: somebody is working on what was read; it is not read anew beneath them. */
    queryMeta: { isHeld?: boolean }
  }
}

/** What a hint makes old. */
export type KeysOf = (hint: Hint) => readonly QueryKey[]

const isNews = (client: QueryClient, perms: readonly string[]): boolean => {
  const known = client.getQueryData<Me | null>(meQuery.queryKey)?.perms
  return known === undefined || perms.length !== known.length || perms.some((perm) => !known.includes(perm))
}

/** Reads anew what is on the screen when it is heard of, together with what is heard within `pause` milliseconds; what nobody looks at waits. */
export const refreshOnHints = (client: QueryClient, keysOf: KeysOf, pause: () => number): void => {
  const due = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (document.hidden) return
    const keys = [...due.values()]
    due.clear()
    for (const queryKey of keys)
      void client.invalidateQueries({ queryKey, predicate: ({ meta }) => meta?.isHeld !== true })
  }
  const plan = (keys: readonly QueryKey[]) => {
    for (const key of keys) due.set(JSON.stringify(key), key)
    if (due.size > 0) timer ??= setTimeout(flush, pause())
  }
  document.addEventListener('visibilitychange', () => plan([]))
  onHeard((heard) => {
    if (heard.kind === 'all') plan([[]])
    if (heard.kind === 'rights' && isNews(client, heard.perms)) plan([meQuery.queryKey])
    if (heard.kind === 'changes') plan(heard.changes.flatMap(keysOf))
  })
}
