import { staff } from '../../domain/person.ts'
import { lazy, Suspense } from 'react'
import '../styles/board.css'
import { formatDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { reviewed } from '../../domain/review/reviewed.ts'
import { unreadIn, useWaiting } from '../inbox/unread.ts'
import { useActivity } from '../log/activity.ts'
import { useUndelivered } from '../mail/undelivered.ts'
import { TotalPosts } from '../post/total-posts.tsx'
import { useRefused } from '../schedule/refused.ts'
import { isOnlyAuditor } from '../shell/may-see.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Attention } from './attention.tsx'
import { ChangesPlot } from './changes-plot.tsx'
import { LatestChanges, LatestLogins } from './latest.tsx'
import { SignInsPlot } from './sign-ins-plot.tsx'
import { SoughtPage } from './sought-page.tsx'
import { useAllTotals, useSummary } from './summary.ts'

const AuditQuestions = lazy(async () => ({ default: (await import('../audit/questions.tsx')).AuditQuestions }))

/** Everything at once when all of it is there, so that nothing moves while it comes in. */
type Sees = { seesTrail: boolean; seesDebug: boolean; seesMail: boolean; seesReviews: boolean; asksQuestions: boolean }

const Board = ({ seesTrail, seesDebug, seesMail, seesReviews, asksQuestions }: Sees) => {
  const totals = useAllTotals()
  const summary = useSummary(seesTrail)
  const logins = useActivity({ page: 1, per_page: 10, type: 'Login' }, seesTrail)
  const changes = useActivity({ page: 1, per_page: 8, type: 'Changes' }, seesTrail)
  const errors = useActivity({ page: 1, per_page: 1, type: 'Error', level: 'error' }, seesDebug)
  const mails = useUndelivered({ page: 1, per_page: 1, state: 'failed' }, seesMail)
  const waiting = useWaiting(seesReviews)
  // The calendar has no past of its own.
  const asksPlans = shownMoment() === null
  const plans = useRefused(asksPlans)
  const asked = [
    totals,
    ...(asksPlans ? [plans] : []),
    ...(seesTrail ? [summary, logins, changes] : []),
    ...(seesDebug ? [errors] : []),
    ...(seesMail ? [mails] : []),
    ...(seesReviews ? [waiting] : []),
  ]
  if (asked.some(({ isPending }) => isPending)) return <PleaseWait />
  const failed = asked.filter(({ error }) => error)
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  const days = summary.data?.data ?? null
  const count = errors.data?.meta.total_item ?? null
  const undelivered = mails.data?.meta.total_item ?? null
  const refused = plans.data ?? []
  const reviews = unreadIn(waiting.data, 'reviews')
  const seesMore = [seesTrail, seesDebug, seesMail, refused.length > 0, reviews > 0].includes(true)
  return (
    <>
      {failed[0]?.error && <LoadError message={failed[0].error.message} onRetry={retry} />}
      <div className="board">
        {asksQuestions && (
          <Suspense fallback={<section className="cell c4" />}>
            <AuditQuestions />
          </Suspense>
        )}
        {totals.data && <TotalPosts totals={totals.data.data} />}
        {totals.data && (totals.data.data.length > 0 || seesMore) && (
          <Attention
            totals={totals.data.data}
            summary={days}
            errors={count}
            mails={undelivered}
            {...{ refused, reviews }}
          />
        )}
        {days && <ChangesPlot summary={days} />}
        {days && <SignInsPlot summary={days} />}
        {changes.data && <LatestChanges entries={changes.data.data} />}
        {logins.data && <LatestLogins entries={logins.data.data} />}
      </div>
    </>
  )
}

/** The first screen; what somebody may not read is absent, not empty (T19). */
export const Component = () => {
  const me = useMe()
  return (
    <>
      <PageHead
        title={t('Dashboard')}
        facts={`${formatDay(new Date())}.`}
        addTo={can(me, 'c-post') && shownMoment() === null ? '/dashboard/post/create' : undefined}
        addLabel={t('Create {thing}', { thing: t('Post') })}
      />
      <SoughtPage />
      {me?.type === staff && !me.role && (
        <p className="notice" role="status">
          {t('No Role Assigned')}
        </p>
      )}
      {me?.type === staff && me.role && (
        <Board
          seesTrail={can(me, 'r-activity_trail') || can(me, 'r-audit')}
          asksQuestions={isOnlyAuditor(me)}
          seesDebug={can(me, 'r-debug_log')}
          seesMail={can(me, 'r-operations')}
          seesReviews={can(me, reviewed)}
        />
      )}
    </>
  )
}
