import { type FetchQueryOptions, type QueryKey, useQuery } from '@tanstack/react-query'
import { reviewed } from '../../domain/review/reviewed.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { unreadQuery, useWaiting } from '../inbox/unread.ts'
import { activityQuery, useActivity } from '../log/activity.ts'
import { undeliveredQuery, useUndelivered } from '../mail/undelivered.ts'
import { refusedQuery } from '../schedule/refused.ts'
import { client } from '../shell/query-client.ts'
import { summaryQuery, totalsQuery, useSummary } from './summary.ts'

const [latestLogins, latestChanges, latestErrors, failedMails] = [
  { page: 1, per_page: 10, type: 'Login' },
  { page: 1, per_page: 8, type: 'Changes' },
  { page: 1, per_page: 1, type: 'Error', level: 'error' },
  { page: 1, per_page: 1, state: 'failed' },
]

const seesTrail = (me: Me | null) => can(me, 'r-activity_trail') || can(me, 'r-audit')

/** One part of the board: who sees it, how it is asked for before it is drawn, and how it is read where it is. */
const part = <T, K extends QueryKey, Read>(
  isSeen: (me: Me | null) => boolean,
  query: FetchQueryOptions<T, Error, T, K>,
  use: (isSeen: boolean) => Read,
) => ({ isSeen, ask: () => client.ensureQueryData({ ...query, revalidateIfStale: true }), use })

/** What the board is made of. The build names the same calls to browsers, by the same permissions (vite.pages.ts). */
export const boardParts = {
  totals: part(
    () => true,
    totalsQuery,
    () => useQuery(totalsQuery),
  ),
  // The calendar has no past of its own.
  plans: part(
    () => shownMoment() === null,
    refusedQuery,
    (isSeen) => useQuery({ ...refusedQuery, enabled: isSeen }),
  ),
  summary: part(seesTrail, summaryQuery, useSummary),
  logins: part(seesTrail, activityQuery(latestLogins), (isSeen) => useActivity(latestLogins, isSeen)),
  changes: part(seesTrail, activityQuery(latestChanges), (isSeen) => useActivity(latestChanges, isSeen)),
  errors: part(
    (me) => can(me, 'r-debug_log'),
    activityQuery(latestErrors),
    (isSeen) => useActivity(latestErrors, isSeen),
  ),
  mails: part(
    (me) => can(me, 'r-operations'),
    undeliveredQuery(failedMails),
    (isSeen) => useUndelivered(failedMails, isSeen),
  ),
  waiting: part((me) => can(me, reviewed), unreadQuery('review'), useWaiting),
}

/** Asks for all that somebody is shown. */
export const askForBoard = (me: Me): Promise<unknown>[] =>
  Object.values(boardParts).flatMap((one) => (one.isSeen(me) ? [one.ask()] : []))
