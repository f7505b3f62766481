import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../../platform/config.ts'
import type { FileStorage } from '../../platform/files/storage.ts'
import type { Standing, StandingReaders } from '../../api/server/operations.ts'
import { version } from './version.ts'

export type GaugeParts = {
  pool: Pool
  config: Pick<Config, 'role'>
  standing: StandingReaders
  storage: Pick<FileStorage, 'isAway'>
}

/** A number that some part of the standing holds; null where there is none to tell, as the age of what never was. */
type OfStanding<K extends keyof Standing> = readonly [
  name: string,
  help: string,
  read: (part: Standing[K]) => number | null,
]

const age = (at: number | null): number | null => (at === null ? null : Math.max(0, (Date.now() - at) / 1_000))

const ofStanding: { readonly [K in keyof Standing]: readonly OfStanding<K>[] } = {
  projection: [
    [
      'atrium_projection_lag_seconds',
      'Age of the oldest event that the read models lack',
      (one) => one.behindMs / 1_000,
    ],
    [
      'atrium_projection_lag_events',
      'Events of the log that the read models lack, counted to a thousand',
      (one) => one.behindEvents,
    ],
    [
      'atrium_projection_halted',
      'Whether projecting stands still before an event',
      (one) => Number(one.halted !== null),
    ],
    ['atrium_projection_leading', 'Whether this process writes the read models', (one) => Number(one.isLeading)],
    ['atrium_dead_lettered_streams', 'Records whose events could not be projected', (one) => one.deadLetteredStreams],
  ],
  deadLetteredEffects: [
    [
      'atrium_dead_lettered_effects',
      'Records behind an event of which something could not be made to follow',
      (one) => one,
    ],
  ],
  consumers: [
    [
      'atrium_consumer_lag_events',
      'Events that the slowest consumer lacks, counted to a thousand',
      (one) => one.behindEvents,
    ],
    ['atrium_consumer_lag_seconds', 'Age of the oldest event that some consumer lacks', (one) => one.behindMs / 1_000],
  ],
  outbox: [
    ['atrium_outbox_waiting', 'Mails that wait for the mail server', (one) => one.waiting],
    ['atrium_outbox_late', 'Mails that wait for more than ten minutes', (one) => one.late],
    ['atrium_outbox_oldest_seconds', 'Age of the oldest mail that waits', (one) => one.oldestSeconds],
    ['atrium_outbox_failed', 'Mails that were given up', (one) => one.failed],
  ],
  jobs: [
    ['atrium_jobs_waiting', 'Jobs that could begin and have not', (one) => one.waiting],
    ['atrium_jobs_overdue_seconds', 'How long the oldest of them has waited', (one) => one.overdueSeconds],
    ['atrium_jobs_running', 'Jobs under way', (one) => one.running],
    ['atrium_jobs_failed', 'Jobs of the last day with items that could not be done', (one) => one.failed],
    ['atrium_planned', 'What is planned for a later moment', (one) => one.planned],
  ],
  checkpoint: [
    ['atrium_checkpoint_age_seconds', 'Age of the newest signed checkpoint over the log', (one) => age(one.signedAt)],
    ['atrium_checkpoint_events', 'Events that it covers', (one) => one.size],
    [
      'atrium_witnesses_failing',
      'Keepers of checkpoints that could not be told, and the signing itself',
      (one) => one.failingWitnesses,
    ],
  ],
  verification: [
    [
      'atrium_verification_age_seconds',
      'Time since the log was last verified in the back office',
      (one) => one && age(one.at),
    ],
    [
      'atrium_verification_tampered',
      'Whether that found the log to be changed',
      (one) => one && Number(one.state === 'tampered'),
    ],
  ],
  backups: [
    ['atrium_backup_age_seconds', 'Age of the newest backup in BACKUP_DIR', (one) => one && age(one.newestAt)],
    [
      'atrium_backup_overdue_seconds',
      'How long the next one has been due; below 0 it is to come',
      (one) => one && one.nextAt && (Date.now() - one.nextAt) / 1_000,
    ],
    ['atrium_backup_bytes', 'Its size', (one) => one && one.bytes],
  ],
  database: [['atrium_database_bytes', 'Size of the database', (one) => one.bytes]],
  disk: [
    ['atrium_disk_free_bytes', 'Room that is left where DATA_DIR lies', (one) => one && one.free],
    ['atrium_disk_bytes', 'All the room there', (one) => one && one.total],
  ],
}

// What takes longer is left out of a scrape, so that a database which is slow does not take the rest with it.
const patience = 2_000

const within = async <T>(work: Promise<T>): Promise<T> => {
  const given = new AbortController()
  const late = pause(patience, undefined, { signal: given.signal, ref: false }).then(() => {
    throw new Error('It took too long.')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    given.abort()
  }
}

/** Gauges of what this process has at hand, and of what is asked of the database; answers what asks. A part that fails is left out. */
export const addGauges = (
  registers: Registry[],
  { pool, config, standing, storage }: GaugeParts,
): (() => Promise<void>) => {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  new Gauge({
    name: 'atrium_info',
    help: 'The version and role of this process',
    labelNames: ['version', 'role'],
    registers,
  }).set({ version, role: config.role }, 1)
  const connections = new Gauge({
    name: 'atrium_pool_connections',
    help: 'Connections to the database by what they do',
    labelNames: ['state'],
    registers,
  })
  const waiting = gauge('atrium_pool_waiting', 'Who waits for a connection to the database')
  const away = gauge('atrium_files_away', 'Whether the bucket of files did not answer when it was last asked')
  const failed = new Gauge({
    name: 'atrium_scrape_failed',
    help: 'Whether a part of the metrics could not be read this time',
    labelNames: ['part'],
    registers,
  })
  const part = <K extends keyof Standing>(name: K) => {
    const gauges = ofStanding[name].map(([metric, help, read]) => ({ one: gauge(metric, help), read }))
    return async () => {
      try {
        const read = await within(standing[name]())
        failed.set({ part: name }, 0)
        for (const { one, read: of } of gauges) {
          const value = of(read)
          if (value === null) one.remove()
          else one.set(value)
        }
      } catch {
        failed.set({ part: name }, 1)
        for (const { one } of gauges) one.remove()
      }
    }
  }
  const parts = [
    part('projection'),
    part('consumers'),
    part('deadLetteredEffects'),
    part('outbox'),
    part('jobs'),
    part('checkpoint'),
    part('verification'),
    part('backups'),
    part('database'),
    part('disk'),
  ]
  return async () => {
    connections.set({ state: 'idle' }, pool.idleCount)
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
    waiting.set(pool.waitingCount)
    away.set(Number(storage.isAway()))
    for (const collect of parts) await collect()
  }
}
