import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import type { Entry } from '../../domain/schedule/entry.ts'
import { screenResource } from '../shell/menu-table.ts'
import { type AllTotals, type Summary, trailOf } from './summary.ts'

// Rarely there, so loaded when it is.
const WaitingReviews = lazy(async () => ({ default: (await import('./waiting-reviews.tsx')).WaitingReviews }))
const RefusedPlans = lazy(async () => ({ default: (await import('./refused-plans.tsx')).RefusedPlans }))

type Item = { words: string; count: number; to: string }

const inactiveOf = (totals: AllTotals): Item[] =>
  totals.flatMap(({ resource: name, inactive }) => {
    const resource = screenResource(name)
    if (!resource) return []
    const words = t('Inactive {things}', { things: t(resource.plural) })
    return [{ words, count: inactive, to: `/dashboard/${name}?status=inactive` }]
  })

const failedOf = ({ from, to, days }: Summary): Item => ({
  words: t('Failed sign-ins in {count} days', { count: days.length }),
  count: days.reduce((sum, { failed }) => sum + failed, 0),
  to: trailOf({ type: 'Login', outcome: 'failed', from, to }),
})

/** What somebody should look at, each with the list that its number counts. Null is what one may not see. */
export const Attention = ({
  totals,
  summary,
  errors,
  mails,
  refused,
  reviews,
}: {
  totals: AllTotals
  summary: Summary | null
  errors: number | null
  mails: number | null
  /** What was planned and refused at its moment. */
  refused: readonly Entry[]
  /** How many reviews wait for oneself. */
  reviews: number
}) => {
  const items: Item[] = [
    ...inactiveOf(totals),
    ...(summary ? [failedOf(summary)] : []),
    ...(errors === null
      ? []
      : [{ words: t('Errors in the debug log'), count: errors, to: '/dashboard/debug_log?level=error' }]),
    ...(mails === null
      ? []
      : [{ words: t('Mails that were not delivered'), count: mails, to: '/dashboard/mail?state=failed' }]),
  ].filter(({ count }) => count > 0)
  return (
    <section className="cell c8">
      <h2 className="caps">{t('Needs attention')}</h2>
      {items.length === 0 && refused.length === 0 && reviews === 0 && (
        <p className="dim">{t('Nothing is inactive, and nothing has failed.')}</p>
      )}
      <ul className="todo">
        {items.map(({ words, count, to }) => (
          <li key={to}>
            <Link className="link" to={to}>
              {words} <b>{count}</b>
            </Link>
          </li>
        ))}
      </ul>
      {reviews > 0 && (
        <Suspense>
          <WaitingReviews />
        </Suspense>
      )}
      {refused.length > 0 && (
        <Suspense>
          <RefusedPlans entries={refused} />
        </Suspense>
      )}
    </section>
  )
}
