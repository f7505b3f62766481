import { lazy, Suspense, useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'

const standingSchema = oneOf(z.object({ isHalted: z.boolean(), deadLetteredStreams: z.number() }))

const StandingWords = lazy(async () => ({ default: (await import('./standing-words.tsx')).StandingWords }))

const afterFirstScreen = 3_000

// What a browser has seen of the log is compared once the screen stands: what does it is more than some screens.
const useLater = (): boolean => {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterFirstScreen)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

/**
 * Says to those who look after the server that records are out of date, or that nothing new is shown, and what to do; and to those who audit
 * that the log is not the one that this browser has seen.
 */
export const StandingNotice = () => {
  const me = useMe()
  const isLater = useLater()
  const [mayKnow, audits] = [can(me, 'r-operations'), can(me, 'r-audit') && isLater]
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
      <Suspense>{(isBehind || audits) && <StandingWords standing={isBehind && standing} audits={audits} />}</Suspense>
    </div>
  )
}
