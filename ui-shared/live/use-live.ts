import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { shownMoment } from '../moment.ts'
import { settled } from '../settled.ts'

type Loaded = { followLive(client: QueryClient): void }

/** Loads what keeps open screens up to date after the first screen, and lets it begin: what changed until then is told as well. */
export const useLive = (load: () => Promise<Loaded>): void => {
  const client = useQueryClient()
  useEffect(() => {
    // What was so then changes no more.
    if (shownMoment() !== null) return
    let isOpen = true
    const follow = async () => {
      await settled
      if (!isOpen) return
      const { followLive } = await load()
      followLive(client)
    }
    void follow()
    return () => {
      isOpen = false
    }
  }, [client, load])
}
