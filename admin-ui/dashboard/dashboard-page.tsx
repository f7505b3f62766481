import { staff } from '../../domain/person.ts'
import { lazy, Suspense } from 'react'
import '../styles/board.css'
import { formatDay } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { meQuery, useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { unreadIn } from '../inbox/unread.ts'
import { TotalPosts } from '../post/total-posts.tsx'
import { isOnlyAuditor } from '../shell/may-see.ts'
import { client } from '../shell/query-client.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Attention } from './attention.tsx'
import { askForBoard, boardParts } from './board-parts.ts'
import { ChangesPlot } from './changes-plot.tsx'
import { LatestChanges, LatestLogins } from './latest.tsx'
import { SignInsPlot } from './sign-ins-plot.tsx'
import { SoughtPage } from './sought-page.tsx'

const AuditQuestions = lazy(async () => ({ default: (await import('../audit/questions.tsx')).AuditQuestions }))

const hasBoard = (me: Me | null): me is Me => me?.type === staff && me.role !== null

// The board is drawn once where its answers come so soon, in milliseconds.
const patience = 400

/** Asks for all that is shown, and waits a moment for it, so that it is there when the board is drawn. */
export const loader = async () => {
  const me = await client.ensureQueryData(meQuery)
  if (!hasBoard(me)) return null
  const tired = new Promise<void>((resolve) => {
    setTimeout(resolve, patience)
  })
  await Promise.race([Promise.allSettled(askForBoard(me)), tired])
  return null
}

/** Everything at once when all of it is there, so that nothing moves while it comes in. */
const Board = ({ me }: { me: Me }) => {
  const sees = (name: keyof typeof boardParts) => boardParts[name].isSeen(me)
  const totals = boardParts.totals.use(true)
  const plans = boardParts.plans.use(sees('plans'))
  const summary = boardParts.summary.use(sees('summary'))
  const logins = boardParts.logins.use(sees('logins'))
  const changes = boardParts.changes.use(sees('changes'))
  const errors = boardParts.errors.use(sees('errors'))
  const mails = boardParts.mails.use(sees('mails'))
  const waiting = boardParts.waiting.use(sees('waiting'))
  const all = { totals, plans, summary, logins, changes, errors, mails, waiting }
  const asked = Object.values(all).filter(({ isEnabled }) => isEnabled)
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
  const seesMore = [sees('summary'), sees('errors'), sees('mails'), refused.length > 0, reviews > 0].includes(true)
  return (
    <>
      {failed[0]?.error && <LoadError message={failed[0].error.message} onRetry={retry} />}
      <div className="board">
        {isOnlyAuditor(me) && (
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
      {hasBoard(me) && <Board me={me} />}
    </>
  )
}
