import { staff } from '../../domain/person.ts'
import { type FetchQueryOptions, type QueryKey, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import '../styles/board.css'
import { formatDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { meQuery, useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { reviewed } from '../../domain/review/reviewed.ts'
import { unreadIn, unreadQuery, useWaiting } from '../inbox/unread.ts'
import { activityQuery, useActivity } from '../log/activity.ts'
import { undeliveredQuery, useUndelivered } from '../mail/undelivered.ts'
import { TotalPosts } from '../post/total-posts.tsx'
import { refusedQuery } from '../schedule/refused.ts'
import { isOnlyAuditor } from '../shell/may-see.ts'
import { client } from '../shell/query-client.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Attention } from './attention.tsx'
import { ChangesPlot } from './changes-plot.tsx'
import { LatestChanges, LatestLogins } from './latest.tsx'
import { SignInsPlot } from './sign-ins-plot.tsx'
import { SoughtPage } from './sought-page.tsx'
import { summaryQuery, totalsQuery, useSummary } from './summary.ts'

const AuditQuestions = lazy(async () => ({ default: (await import('../audit/questions.tsx')).AuditQuestions }))

const [latestLogins, latestChanges, latestErrors, failedMails] = [
  { page: 1, per_page: 10, type: 'Login' },
  { page: 1, per_page: 8, type: 'Changes' },
  { page: 1, per_page: 1, type: 'Error', level: 'error' },
  { page: 1, per_page: 1, state: 'failed' },
]

/** What of the board somebody may see. */
const seenBy = (me: Me | null) => ({
  seesTrail: can(me, 'r-activity_trail') || can(me, 'r-audit'),
  asksQuestions: isOnlyAuditor(me),
  seesDebug: can(me, 'r-debug_log'),
  seesMail: can(me, 'r-operations'),
  seesReviews: can(me, reviewed),
  // The calendar has no past of its own.
  asksPlans: shownMoment() === null,
})

type Sees = ReturnType<typeof seenBy>

const hasBoard = (me: Me | null): me is Me => me?.type === staff && me.role !== null

// The board is drawn once where its answers come so soon, in milliseconds.
const patience = 400

/** Asks for all that is shown, and waits a moment for it, so that it is there when the board is drawn. */
export const loader = async () => {
  const me = await client.ensureQueryData(meQuery)
  if (!hasBoard(me)) return null
  const { seesTrail, seesDebug, seesMail, seesReviews, asksPlans } = seenBy(me)
  const ask = async <T, K extends QueryKey>(isSeen: boolean, query: FetchQueryOptions<T, Error, T, K>) =>
    isSeen && client.ensureQueryData({ ...query, revalidateIfStale: true })
  const asked = [
    ask(true, totalsQuery),
    ask(asksPlans, refusedQuery),
    ask(seesTrail, summaryQuery),
    ask(seesTrail, activityQuery(latestLogins)),
    ask(seesTrail, activityQuery(latestChanges)),
    ask(seesDebug, activityQuery(latestErrors)),
    ask(seesMail, undeliveredQuery(failedMails)),
    ask(seesReviews, unreadQuery('review')),
  ]
  const tired = new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.allSettled(asked), tired])
  return null
}

/** Everything at once when all of it is there, so that nothing moves while it comes in. */
const Board = ({ seesTrail, seesDebug, seesMail, seesReviews, asksQuestions, asksPlans }: Sees) => {
  const totals = useQuery(totalsQuery)
  const summary = useSummary(seesTrail)
  const logins = useActivity(latestLogins, seesTrail)
  const changes = useActivity(latestChanges, seesTrail)
  const errors = useActivity(latestErrors, seesDebug)
  const mails = useUndelivered(failedMails, seesMail)
  const waiting = useWaiting(seesReviews)
  const plans = useQuery({ ...refusedQuery, enabled: asksPlans })
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
      {hasBoard(me) && <Board {...seenBy(me)} />}
    </>
  )
}
