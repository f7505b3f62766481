import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { BackupsStanding, Standing, StandingReaders } from '../../api/server/operations.ts'
import { countDeadLettered, slowestConsumer } from '../../projections/consumers/consumer.ts'
import { madeAtOf } from '../backup/manifest.ts'
import type { Log } from '../../event-store/log.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import { isCode } from '../../platform/small-file.ts'
import type { Config } from '../../platform/config.ts'
import { outboxStanding } from '../../platform/mail/standing.ts'
import { jobsStanding } from '../../commands/jobs/standing.ts'
import type { Projector } from '../../projections/running/projector.ts'
import type { Verifications } from '../../projections/running/verifications.ts'

export type StandingParts = {
  pool: Pool
  config: Pick<Config, 'backupDir' | 'backupHours' | 'dataDir' | 'eventStoreUrl'>
  projector: Pick<Projector, 'status'>
  proof: Pick<Proof, 'failing'>
  log: Pick<Log, 'store'>
  verifications: Pick<Verifications, 'list'>
}

const hour = 3_600_000
const mostCounted = 1_000

const backupsStanding = async ({
  backupDir,
  backupHours,
  eventStoreUrl,
}: StandingParts['config']): Promise<BackupsStanding> => {
  if (backupDir === null || eventStoreUrl !== null) return null
  const names = await readdir(backupDir).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  const made = names.flatMap((name) => {
    const at = madeAtOf(name)?.getTime()
    return at === undefined ? [] : [{ name, at }]
  })
  const [newest] = made.sort((one, other) => other.at - one.at)
  if (!newest) return { newestAt: null, nextAt: null, bytes: 0, count: 0 }
  const { size } = await stat(join(backupDir, newest.name))
  return { newestAt: newest.at, nextAt: newest.at + backupHours * hour, bytes: size, count: made.length }
}

const diskOf = async (folder: string): Promise<Standing['disk']> => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return null
  }
}

const checkpointStanding = async ({
  pool,
  proof,
}: Pick<StandingParts, 'pool' | 'proof'>): Promise<Standing['checkpoint']> => {
  const { rows } = await pool.query<{ size: string; signed_at: Date }>(
    'select size, signed_at from log.checkpoint order by size desc limit 1',
  )
  const [newest] = rows
  return {
    signedAt: newest?.signed_at.getTime() ?? null,
    size: Number(newest?.size ?? 0),
    failingWitnesses: await proof.failing(),
  }
}

const verificationStanding = async ({
  verifications,
}: Pick<StandingParts, 'verifications'>): Promise<Standing['verification']> => {
  const [newest] = await verifications.list(1)
  return newest ? { at: (newest.finishedAt ?? newest.startedAt).getTime(), state: newest.state } : null
}

const projectionStanding = async ({
  projector,
  log,
}: Pick<StandingParts, 'projector' | 'log'>): Promise<Standing['projection']> => {
  const status = await projector.status()
  const { position, head } = status
  return { ...status, behindEvents: position < head ? (await log.store.readAll(position, mostCounted)).length : 0 }
}

const databaseStanding = async (pool: Pool): Promise<Standing['database']> => {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return { bytes: Number(rows[0]?.bytes ?? 0) }
}

const consumersStanding = async ({
  pool,
  log,
}: Pick<StandingParts, 'pool' | 'log'>): Promise<Standing['consumers']> => {
  const position = await slowestConsumer(pool)
  if (position === null || position >= (await log.store.head())) return { behindEvents: 0, behindMs: 0 }
  const lacking = await log.store.readAll(position, mostCounted)
  const [first] = lacking
  return { behindEvents: lacking.length, behindMs: first ? Math.max(0, Date.now() - Date.parse(first.recordedAt)) : 0 }
}

/** Parts of the standing by name, each by a few statements that indexes answer; one after the other they take one connection of the pool. */
export const standingOf = (parts: StandingParts): StandingReaders => ({
  projection: () => projectionStanding(parts),
  deadLetteredEffects: () => countDeadLettered(parts.pool),
  consumers: () => consumersStanding(parts),
  outbox: () => outboxStanding(parts.pool),
  jobs: () => jobsStanding(parts.pool),
  checkpoint: () => checkpointStanding(parts),
  verification: () => verificationStanding(parts),
  backups: () => backupsStanding(parts.config),
  database: () => databaseStanding(parts.pool),
  disk: () => diskOf(parts.config.dataDir),
})
