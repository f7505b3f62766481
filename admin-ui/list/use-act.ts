import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Row } from './row.ts'
import type { RecordVerb } from './verbs.ts'

/** Verbs on records. `act` asks, sends and tells; it answers the ids that failed, null when nothing was sent. */
export const useAct = (resource: Resource) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] })
  const act = async (verb: RecordVerb, rows: readonly Row[], version?: number): Promise<number[] | null> => {
    if (rows.length === 0) return null
    // What asks and sends comes with the first act: a list is shown without it.
    const acting = await import('./acting/act.ts')
    return acting.act({ resource, client, setBusy }, verb, rows, version)
  }
  return { act, isBusy, refresh }
}
