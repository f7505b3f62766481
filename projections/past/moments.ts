import type pg from 'pg'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { checkMoment } from '../../domain/schedule/schedulable.ts'
import type { Log } from '../../event-store/log.ts'
import type { Logger } from '../../platform/logger.ts'
import { poolBeside } from '../../platform/database/pool.ts'
import { openTrailCache } from '../activity/activity.ts'
import type { Reader } from '../reader.ts'
import { openRecords, type Records } from '../records.ts'
import type { Projector } from '../running/projector.ts'
import { readSchema } from '../schema.ts'
import { quote } from '../sql.ts'
import { type Moment, readersAt } from './reader-at.ts'
import { pastName } from './tables.ts'
import { momentPath } from './views.ts'

export type Moments = {
  /**
   * The moment of an ISO 8601 text with its offset, or of a position as digits. One ahead has the position of now, and what is planned until then
   * is another's (planned/). @throws Rejected malformed for a position that has not come yet, and for what is too far ahead
   */
  at(asked: string): Promise<Moment>
  /** The moment at which a record came to a version, by its id; null when it never did. */
  ofVersion(resource: Resource, id: number, version: number): Promise<Moment | null>
  /** What the read side would have answered then. */
  records(moment: Moment): Records
  /** What reads the tables of then. */
  reader(moment: Moment): Reader
  close(): Promise<void>
}

type Parts = {
  pool: pg.Pool
  log: Log
  resources: readonly Resource[]
  projector: Pick<Projector, 'waitFor'>
  logger: Logger
}

type Row = { position: string; recorded_at: Date }

const beforeAll: Moment = { position: 0n, at: new Date(0).toISOString() }

/** True for a moment that has not come yet. */
export const isAhead = ({ at }: Pick<Moment, 'at'>): boolean => Date.parse(at) > Date.now()

const notYet = (): Rejected => new Rejected('This moment has not come yet.', 'malformed')

/** Moments of the log: where each lies, and what was so then (docs/decisions/projections/0126). */
export const openMoments = ({ pool, log, resources, projector, logger }: Parts): Moments => {
  const { name } = readSchema(resources)
  const past = poolBeside(pool, logger, momentPath(name))
  const readerAt = readersAt(past)
  const trailCache = openTrailCache()

  const last = async (condition: string, order: string, values: unknown[]): Promise<Row | undefined> => {
    const text = `select position, recorded_at from activity where ${condition} order by ${order} limit 1`
    return (await pool.query<Row>({ name: `moment ${order}`, text, values })).rows[0]
  }

  /** Until what the log holds by now is in the read models; those that know of something later have it already. */
  const caughtUp = async (isPassed: (newest: Row) => boolean): Promise<bigint> => {
    const newest = await last('position > $1', 'position desc', [0])
    if (newest && isPassed(newest)) return BigInt(newest.position)
    const head = await log.store.head()
    if (await projector.waitFor(head, 2_000)) return head
    throw new Rejected('What was so then is not ready yet. Please try again in a moment.', 'unavailable')
  }

  const atPosition = async (position: bigint): Promise<Moment> => {
    const reached = await caughtUp((newest) => BigInt(newest.position) >= position)
    if (position > reached) throw notYet()
    const row = await last('position <= $1', 'position desc ', [String(position)])
    return row ? { position, at: row.recorded_at.toISOString() } : beforeAll
  }

  const ahead = async (moment: Date): Promise<Moment> => {
    checkMoment(moment, new Date())
    return { position: await caughtUp(() => false), at: moment.toISOString() }
  }

  const atMoment = async (moment: Date): Promise<Moment> => {
    if (isAhead({ at: moment.toISOString() })) return ahead(moment)
    await caughtUp((newest) => newest.recorded_at >= moment)
    const row = await last('recorded_at <= $1', 'recorded_at desc, position desc', [moment])
    return { position: BigInt(row?.position ?? 0), at: moment.toISOString() }
  }

  return {
    at: async (asked) => (/^\d+$/.test(asked) ? atPosition(BigInt(asked)) : atMoment(new Date(asked))),
    ofVersion: async (resource, id, version) => {
      const tables = [resource.name, pastName(resource.name)].map(
        (table) => `select position from ${quote(table)} where id = $1 and version = $2`,
      )
      const { rows } = await pool.query<{ position: string }>(tables.join(' union all '), [id, version])
      return rows[0] ? atPosition(BigInt(rows[0].position)) : null
    },
    records: (moment) => openRecords({ pool: readerAt(moment), log, resources, trailCache }),
    reader: readerAt,
    close: () => past.end(),
  }
}
