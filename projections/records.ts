import type { Pool } from 'pg'
import type { Resource } from '../domain/resource.ts'
import type { SheetMode } from '../domain/sheets/declaration.ts'
import type { Log } from '../event-store/log.ts'
import { type ActivityOptions, failedSignIns, listActivity } from './activity.ts'
import { summariseActivity } from './activity-summary.ts'
import { findActors } from './people/actors.ts'
import { chart } from './people/chart.ts'
import { listDebug } from './debug.ts'
import { directory, personDetail } from './people/directory.ts'
import { documents, usesOfFile, fileByKey, libraryFiles, type Viewer } from './files.ts'
import { activeIds, findRecord, highestId, holdersOf, labelsOf } from './find.ts'
import { countUnread, unreadAmong } from './inbox/unread.ts'
import { countByStatus, type ListOptions, listRecords, matchingIds, optionsOf } from './list.ts'
import { changesByClockIn } from './live.ts'
import { menuContents, menuSources } from './menu.ts'
import { orderedRecords } from './order.ts'
import { namesOf, peopleIn } from './people.ts'
import { liveRecord, portalList, type PortalListOptions, portalRecord } from './portal.ts'
import { search } from './search/search.ts'
import { sheetRows } from './sheet.ts'
import type { Scope } from './sql.ts'
import { usersOf } from './uses.ts'

type Parts = { pool: Pool; log: Log; resources: readonly Resource[] }

/** The read side over a pool whose search path names the read tables: what routes and commands may ask. */
export const openRecords = ({ pool, log, resources }: Parts) => {
  const known = new Map(resources.map((resource) => [resource.name, resource]))
  const bound =
    <Asked extends unknown[], Answer>(ask: (pool: Pool, ...asked: Asked) => Answer) =>
    (...asked: Asked) =>
      ask(pool, ...asked)
  return {
    list: (resource: Resource, options: ListOptions) => listRecords(pool, resource, options, known),
    matching: (resource: Resource, asked: Omit<ListOptions, 'page' | 'perPage'>) =>
      matchingIds(pool, resource, asked, known),
    find: (resource: Resource, key: string, scope: Scope) => findRecord(pool, resource, key, scope, known),
    options: bound(optionsOf),
    changesByClockIn: bound(changesByClockIn),
    live: (resource: Resource) => liveRecord(pool, resource, known),
    portalList: (resource: Resource, options: PortalListOptions) => portalList(pool, resource, options, known),
    portalRecord: (resource: Resource, key: string) => portalRecord(pool, resource, key, known),
    unreadAmong: bound(unreadAmong),
    countUnread: bound(countUnread),
    activity: (options: ActivityOptions) => listActivity(pool, options, failedSignIns, known),
    actors: bound(findActors),
    activitySummary: bound(summariseActivity),
    debug: bound(listDebug),
    totals: bound(countByStatus),
    files: bound(libraryFiles),
    directory: bound(directory),
    person: bound(personDetail),
    menuContents: bound(menuContents),
    menuSources: bound(menuSources),
    documents: bound(documents),
    sheetRows: (resource: Resource, mode: SheetMode, ids: readonly number[]) =>
      sheetRows(pool, resource, mode, ids, known),
    usesOfFile: (id: number) => usesOfFile(pool, resources, id),
    usersOf: (resource: Resource, id: number) => usersOf({ pool, log, resources }, resource, id),
    chart: bound(chart),
    holdersOf: bound(holdersOf),
    search: bound(search),
    labels: bound(labelsOf),
    names: bound(namesOf),
    people: peopleIn(pool, resources),
    order: bound(orderedRecords),
    highestId: bound(highestId),
    activeIds: (resource: Resource, values: Readonly<Record<string, string>>) =>
      activeIds(pool, resource, values, known),
    fileByKey: (key: string, viewer: Viewer) => fileByKey(pool, resources, key, viewer),
  }
}

export type Records = ReturnType<typeof openRecords>
