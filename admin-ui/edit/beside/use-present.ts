import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { api, randomKey } from '../../../ui-shared/api/client.ts'
import { onHeard } from '../../../ui-shared/live/stream.ts'
import { shownMoment } from '../../../ui-shared/moment.ts'
import { background } from '../../../ui-shared/session/attendance.ts'

const presentSchema = z.object({ data: z.array(z.object({ id: z.number(), name: z.string() })) })

const tab = randomKey()
const stillThere = 20_000

// The tab may be on its way out, so nothing waits for the answer.
const leave = () =>
  void fetch(`/api/live/presence/${tab}`, { method: 'DELETE', keepalive: true }).catch(() => undefined)

/** Says that this tab has the form of a record open, and answers the names of the others who have, as long as it is shown. */
export const usePresent = (resource: string, id: number): readonly string[] => {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    if (shownMoment() !== null) return
    let isLeft = false
    // One after the other: what is said last counts, here and there.
    let last: Promise<unknown> = Promise.resolve()
    const sayNow = async () => {
      if (isLeft) return
      try {
        const [body, headers] = [{ resource, id, tab }, background.header()]
        const { data } = await api.put('/live/presence', { body, headers, as: presentSchema })
        if (!isLeft) setNames(data.map(({ name }) => name))
      } catch {
        // It is said again soon, and nobody's work hangs on it.
      }
    }
    const say = () => {
      last = last.then(sayNow)
    }
    const timer = setInterval(say, stillThere)
    const stop = onHeard((heard) => {
      if (heard.kind === 'presence' && heard.resource === resource && heard.id === id) say()
    })
    window.addEventListener('pagehide', leave)
    say()
    return () => {
      isLeft = true
      clearInterval(timer)
      stop()
      window.removeEventListener('pagehide', leave)
      void last.then(leave)
    }
  }, [resource, id])
  return names
}
