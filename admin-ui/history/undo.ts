import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'

/** What was written: the version that it made, and the one before. */
export type Step = { id: number; version: number; before: number }

/**
 * What takes back what a call has just written, for the toast that tells of it: nothing where it changed nothing, or where whoever asks
 * may not do that. It asks for nothing before it is called; `onBack` runs once it is done.
 */
export const undoOf = (
  { client, resource, me, onBack }: { client: QueryClient; resource: Resource; me: Me | null; onBack?: () => unknown },
  { data }: Written,
): (() => void) | undefined => {
  const { id, version, before } = data ?? {}
  const { events, area, isSingleton } = resource
  if (id === undefined || version === undefined || before === undefined || events.revert === undefined) return undefined
  // What was just made goes into Trash.
  if (before === 0 && (isSingleton || events.delete === undefined || !can(me, `d-${area}`))) return undefined
  return () =>
    void import('./take-back.ts').then(({ takeBack }) =>
      takeBack({ client, resource, me, ...(onBack ? { onBack } : {}) }, { id, version, before }),
    )
}
