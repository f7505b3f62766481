import type { RecordRow } from './kinds.ts'
import type { Answered, Fields } from '../domain/fields/values.ts'
import type { Resource } from '../domain/resource.ts'
import type { SheetColumns } from '../domain/sheets/declaration.ts'
import type { Log } from '../event-store/log.ts'
import { listActivity, openTrailCache, type TrailCache } from './activity/activity.ts'
import type { ActivityOptions } from './activity/page.ts'
import { streamsOfEntries } from './activity/streams.ts'
import { recordsTouched } from './activity/span.ts'
import { summariseActivity } from './activity/summary.ts'
import { answerNames, listAnswer, recordAnswer } from './answers/answers.ts'
import { type ActorsAsked, findActors } from './people/actors.ts'
import { type AuthorsAsked, authorsOf } from './people/authors.ts'
import { recordMoments } from './schedule/calendar.ts'
import { chart } from './people/chart.ts'
import { listCauses, listDebug } from './activity/debug.ts'
import { colleagueNames, directory, personDetail } from './people/directory.ts'
import { holdersAmong } from './people/holders.ts'
import { documents, usesOfFile, fileByKey, libraryFiles, type Viewer } from './files.ts'
import { endOfMoment } from './activity/moment.ts'
import { activeIds, everyId, findRecord, highestId, holdersOf, labelsOf } from './find.ts'
import { sentBy } from './inbox/sent.ts'
import { countUnread, unreadAmong, versionsOf } from './inbox/unread.ts'
import { countByStatus, type ListOptions, listRecords, matchingIds, optionsOf } from './list.ts'
import { changesByClockIn } from './live.ts'
import { menuContents, menuSources } from './menu.ts'
import { orderedRecords } from './order.ts'
import { namesOf, peopleIn } from './people.ts'
import { liveRecord, portalList, type PortalListOptions, portalRecord } from './portal.ts'
import type { Reader } from './reader.ts'
import { commentsOf, postWithAuthor } from './discussion/comments.ts'
import { reactionsOf } from './discussion/reactions.ts'
import { search } from './search/search.ts'
import { newsOf } from './reading/news.ts'
import { isPostShown } from './reading/opened.ts'
import { postsToRead, readersOfPost } from './reading/readers.ts'
import { countReviews, openReviews, proposersOf, remarksOf, reviewById } from './review/reviews.ts'
import { sheetRows } from './sheet.ts'
import type { Scope } from './scope.ts'
import { passagesOf } from './texts/passages.ts'
import { wordsReached } from './texts/consumer.ts'
import { usersOf } from './uses.ts'

/** `trailCache` is shared by those who read the same tables at different moments. */
type Parts = { pool: Reader; log: Log; resources: readonly Resource[]; trailCache?: TrailCache }

// A statement answers the columns of the declaration that it was made from, under their names.
const named = <F extends Fields, Row extends RecordRow | null>(row: Row) => row as Row & Answered<F>

/** The read side over a pool whose search path names the read tables: what routes and commands may ask. */
export const openRecords = ({ pool, log, resources, trailCache = openTrailCache() }: Parts) => {
  const known = new Map(resources.map((resource) => [resource.name, resource]))
  const bound =
    <Asked extends unknown[], Answer>(ask: (pool: Reader, ...asked: Asked) => Answer) =>
    (...asked: Asked) =>
      ask(pool, ...asked)
  return {
    list: (resource: Resource, options: ListOptions) => listRecords(pool, resource, options, known),
    answerNames: (resource: Resource) => answerNames(resource, known),
    listAnswer: (resource: Resource, options: ListOptions, chosen?: readonly string[] | null) =>
      listAnswer(pool, resource, options, known, chosen),
    answer: (resource: Resource, key: string, scope: Scope, chosen?: readonly string[] | null) =>
      recordAnswer(pool, resource, key, scope, known, chosen),
    matching: (resource: Resource, asked: Omit<ListOptions, 'page' | 'perPage'>) =>
      matchingIds(pool, resource, asked, known),
    find: <F extends Fields>(resource: Resource<F>, key: string, scope: Scope): Promise<Answered<F> | null> =>
      findRecord(pool, resource, key, scope, known).then(named),
    options: bound(optionsOf),
    changesByClockIn: bound(changesByClockIn),
    live: (resource: Resource) => liveRecord(pool, resource, known),
    portalList: <F extends Fields>(
      resource: Resource<F>,
      options: PortalListOptions,
    ): Promise<{ rows: Answered<F>[]; total: number }> =>
      portalList(pool, resource, options, known).then(({ rows, total }) => ({ rows: rows.map(named), total })),
    portalRecord: <F extends Fields>(resource: Resource<F>, key: string): Promise<Answered<F> | null> =>
      portalRecord(pool, resource, key, known).then(named),
    unreadAmong: bound(unreadAmong),
    countUnread: bound(countUnread),
    sentBy: bound(sentBy),
    readersOfPost: bound(readersOfPost),
    postsToRead: bound(postsToRead),
    newsOf: bound(newsOf),
    isPostShown: bound(isPostShown),
    reactionsOf: bound(reactionsOf),
    commentsOf: bound(commentsOf),
    postWithAuthor: bound(postWithAuthor),
    openReviews: bound(openReviews),
    countReviews: bound(countReviews),
    reviewById: bound(reviewById),
    remarksOf: bound(remarksOf),
    proposersOf: bound(proposersOf),
    versionsOf: bound(versionsOf),
    activity: (options: ActivityOptions) => listActivity(pool, options, known, trailCache),
    streamsOfEntries: (positions: readonly string[]) => streamsOfEntries(pool, known, positions),
    actors: (asked: ActorsAsked) => findActors(pool, known, asked),
    authors: (resource: Resource, asked: AuthorsAsked) => authorsOf(pool, known, resource, asked),
    activitySummary: bound(summariseActivity),
    debug: bound(listDebug),
    debugCauses: bound(listCauses),
    totals: bound(countByStatus),
    files: bound(libraryFiles),
    directory: bound(directory),
    person: bound(personDetail),
    colleagues: bound(colleagueNames),
    menuContents: bound(menuContents),
    menuSources: bound(menuSources),
    documents: bound(documents),
    sheetRows: (resource: Resource, mode: SheetColumns, ids: readonly number[]) =>
      sheetRows(pool, resource, mode, ids, known),
    usesOfFile: (id: number) => usesOfFile(pool, resources, id),
    usersOf: (resource: Resource, id: number) => usersOf({ pool, log, resources }, resource, id),
    chart: bound(chart),
    recordMoments: bound(recordMoments),
    recordsTouched: bound(recordsTouched),
    holdersOf: bound(holdersOf),
    search: bound(search),
    passages: bound(passagesOf),
    wordsReached: bound(wordsReached),
    labels: bound(labelsOf),
    names: bound(namesOf),
    holders: bound(holdersAmong),
    people: peopleIn(pool, resources),
    order: bound(orderedRecords),
    highestId: bound(highestId),
    everyId: bound(everyId),
    endOf: bound(endOfMoment),
    activeIds: (resource: Resource, values: Readonly<Record<string, string>>) =>
      activeIds(pool, resource, values, known),
    fileByKey: (key: string, viewer: Viewer) => fileByKey(pool, resources, key, viewer),
  }
}

export type Records = ReturnType<typeof openRecords>
