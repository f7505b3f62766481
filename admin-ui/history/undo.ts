import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import type { Written } from '../../ui-shared/api/answers.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'

/**
 * What takes back what a call has just written, for the toast that tells of it: nothing where it changed nothing, or where whoever asks
 * may not do that. It asks for nothing before it is called; `onBack` runs once it is done.
 */
export const undoOf = (
  { me, ...place }: { client: QueryClient; resource: Resource; me: Me | null; onBack?: () => unknown },
  { data }: Written,
): (() => unknown) | undefined => {
  const { events, area, isSingleton } = place.resource
  if (data?.before === undefined) return undefined
  // What was just made goes into Trash.
  if (data.before === 0 && (isSingleton || events.delete === undefined || !can(me, `d-${area}`))) return undefined
  return async () => (await import('./take-back.ts')).takeBack(place, data)
}
