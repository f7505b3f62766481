import type { Pool } from 'pg'
import type { People } from '../commands/sign-in/dependencies.ts'
import type { Numbered } from '../domain/order.ts'
import type { Resource } from '../domain/resource.ts'
import { failedSignIns, listActivity } from '../projections/activity.ts'
import { findActors } from '../projections/actors.ts'
import { summariseActivity } from '../projections/activity-summary.ts'
import { chart } from '../projections/people/chart.ts'
import { listDebug } from '../projections/debug.ts'
import { directory, personDetail } from '../projections/people/directory.ts'
import { documents, usesOfFile, fileByKey, libraryFiles, type StoredFile, type Viewer } from '../projections/files.ts'
import { activeIds, findRecord, highestId, holdersOf, labelsOf } from '../projections/find.ts'
import { countByStatus, listRecords, matchingIds, optionsOf } from '../projections/list.ts'
import { menuContents, menuSources } from '../projections/menu.ts'
import { namesOf, peopleIn } from '../projections/people.ts'
import { orderedRecords } from '../projections/order.ts'
import { changesByClockIn } from '../projections/live.ts'
import { liveRecord, portalList, portalRecord } from '../projections/portal.ts'
import { search } from '../projections/search/search.ts'
import type { Log } from '../event-store/log.ts'
import { sheetRows } from '../projections/sheet.ts'
import { countUnread, unreadAmong } from '../projections/inbox/unread.ts'
import { usersOf } from '../projections/uses.ts'
import type { Services } from '../api/services.ts'

/** The read side, bound to its pool: what routes and commands may ask. */
export type Records = Services['records'] & {
  people: People
  highestId(resource: Resource): Promise<number>
  /** The records of a resource that people put in order. */
  order(resource: Resource): Promise<readonly Numbered[]>
  activeIds(resource: Resource, values: Readonly<Record<string, string>>): Promise<number[]>
  fileByKey(key: string, viewer: Viewer): Promise<StoredFile | null>
}

/** Opens the read side over a pool whose search path names the read tables. */
export const openRecords = ({
  pool,
  log,
  resources,
}: {
  pool: Pool
  log: Log
  resources: readonly Resource[]
}): Records => {
  const known = new Map(resources.map((resource) => [resource.name, resource]))
  return {
    list: (resource, options) => listRecords(pool, resource, options, known),
    matching: (resource, options) => matchingIds(pool, resource, options, known),
    find: (resource, key, scope) => findRecord(pool, resource, key, scope, known),
    options: (resource, asked) => optionsOf(pool, resource, asked),
    changesByClockIn: (resources) => changesByClockIn(pool, resources),
    live: (resource) => liveRecord(pool, resource, known),
    portalList: (resource, options) => portalList(pool, resource, options, known),
    portalRecord: (resource, key) => portalRecord(pool, resource, key, known),
    unreadAmong: (resource, reader, ids) => unreadAmong(pool, resource, reader, ids),
    countUnread: (resource, reader) => countUnread(pool, resource, reader),
    activity: (options) => listActivity(pool, options, failedSignIns, known),
    actors: (asked) => findActors(pool, asked),
    activitySummary: (zone, days) => summariseActivity(pool, zone, days),
    debug: (options) => listDebug(pool, options),
    totals: (readable) => countByStatus(pool, readable),
    files: (keyword) => libraryFiles(pool, keyword),
    directory: (by, keyword) => directory(pool, by, keyword),
    person: (id) => personDetail(pool, id),
    menuContents: (posts, pages) => menuContents(pool, posts, pages),
    menuSources: () => menuSources(pool),
    documents: (options) => documents(pool, options),
    sheetRows: (resource, mode, ids) => sheetRows(pool, resource, mode, ids, known),
    usesOfFile: (id) => usesOfFile(pool, resources, id),
    usersOf: (resource, id) => usersOf({ pool, log, resources }, resource, id),
    chart: (asked) => chart(pool, asked),
    holdersOf: (holder, field, id) => holdersOf(pool, holder, field, id),
    search: (searched, scope, text) => search(pool, searched, scope, text),
    labels: (resource, ids) => labelsOf(pool, resource, ids),
    names: (actors) => namesOf(pool, actors),
    people: peopleIn(pool, resources),
    order: (resource) => orderedRecords(pool, resource),
    highestId: (resource) => highestId(pool, resource),
    activeIds: (resource, values) => activeIds(pool, resource, values, known),
    fileByKey: (key, viewer) => fileByKey(pool, resources, key, viewer),
  }
}
