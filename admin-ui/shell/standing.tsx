import { type ComponentType, createElement, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { settled } from '../../ui-shared/settled.ts'
import { late } from '../../ui-shared/parts/late.ts'

const standingSchema = oneOf(z.object({ isHalted: z.boolean(), deadLetteredStreams: z.number() }))

const StandingWords = late(async () => (await import('./standing-words.tsx')).StandingWords)

const again = 30_000

// What a browser has seen of the log is compared once the screen stands: what does it is more than some screens. Without a connection
// it cannot be loaded, which takes nothing from the screen.
const useSeenNotice = (audits: boolean): ReactNode => {
  const [notice, setNotice] = useState<{ Shown: ComponentType } | null>(null)
  useEffect(() => {
    if (!audits) return
    let timer: ReturnType<typeof setTimeout>
    let isOpen = true
    const load = async () => {
      if (!isOpen) return
      await import('../checkpoints/seen-notice.tsx').then(
        ({ SeenNotice }) => setNotice({ Shown: SeenNotice }),
        () => {
          timer = setTimeout(load, again)
        },
      )
    }
    void settled.then(load)
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [audits])
  return notice && createElement(notice.Shown)
}

/**
 * Says to those who look after the server that records are out of date, or that nothing new is shown, and what to do; and to those who audit
 * that the log is not the one that this browser has seen.
 */
export const StandingNotice = () => {
  const me = useMe()
  const [mayKnow, audits] = [can(me, 'r-operations'), can(me, 'r-audit')]
  const seen = useSeenNotice(audits)
  const { data } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.get('/utility/operations', { as: standingSchema, signal }),
    enabled: mayKnow,
    refetchInterval: 60_000,
  })
  if (!mayKnow && !audits) return null
  const standing = data?.data
  const isBehind = standing && (standing.isHalted || standing.deadLetteredStreams > 0)
  return (
    <div className="standing no-print" role="status">
      <Suspense>{isBehind && <StandingWords standing={standing} />}</Suspense>
      {seen}
    </div>
  )
}
