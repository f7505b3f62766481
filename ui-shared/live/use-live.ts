import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shownMoment } from '../moment.ts'

type Loaded = { followLive(client: QueryClient): void }

// The first screen comes first; what changes until then is told as well.
const settled = 2_000

/** Loads what keeps open screens up to date, and lets it begin. */
export const useLive = (load: () => Promise<Loaded>): void => {
  const client = useQueryClient()
  useEffect(() => {
    // What was so then changes no more.
    if (shownMoment() !== null) return
    const timer = setTimeout(() => void load().then(({ followLive }) => followLive(client)), settled)
    return () => clearTimeout(timer)
  }, [client, load])
}
