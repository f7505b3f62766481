import { useEffect, useState } from 'react'
import { formatDate, formatDateTime, formatShortDate } from './date.tsx'
import { t } from './i18n.ts'
import { shownMoment } from './moment.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const distance = (at: string, now: number): string => {
  const past = now - new Date(at).getTime()
  // Beside what was so then, or is planned, a distance from now says nothing.
  if (shownMoment() !== null) return formatDate(at)
  if (past < minute) return t('just now')
  if (past < hour) return t('{count} min ago', { count: Math.floor(past / minute) })
  if (past < day) return t('{count} h ago', { count: Math.floor(past / hour) })
  if (past < 2 * day) return t('yesterday')
  return past < 300 * day ? formatShortDate(at) : formatDate(at)
}

/** How long ago something was, or when on a page that shows another moment; with the whole moment as its title. `at` is an ISO moment. */
export const RelativeTime = ({ at }: { at: string }) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {distance(at, now)}
    </time>
  )
}
