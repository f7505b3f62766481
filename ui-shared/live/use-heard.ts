import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onHeard } from './stream.ts'

// A whole house may say something at once.
const pause = 1_000

/** Reads anew what is below a key when something of a resource changed: at most once in a second. @param queryKey the same at each rendering */
export const useHeard = (resource: string, queryKey: QueryKey): void => {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void client.invalidateQueries({ queryKey })
    }
    const stop = onHeard((heard) => {
      if (heard.kind === 'changes' && heard.changes.some((change) => change.resource === resource))
        timer ??= setTimeout(refresh, pause)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client, resource, queryKey])
}
