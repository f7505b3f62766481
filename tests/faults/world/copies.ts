import { execFile } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { vi } from 'vitest'
import { prepareHome } from '../../../platform/database/embedded-cluster.ts'
import { writeWhole } from '../../../platform/small-file.ts'
import { type OwnPostgres, running } from './postgres.ts'

const run = promisify(execFile)
const patient = { timeout: 60_000, interval: 50 }

/** Asks a PostgreSQL itself, past every proxy. */
export const ask = async (server: OwnPostgres, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: server.urlAt(server.port(), 'postgres') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** A base backup by hand, as the manual of PostgreSQL has it: a cluster in another folder that was never started. */
export const baseCopy = async (server: OwnPostgres, folder: string): Promise<OwnPostgres['cluster']> => {
  const { home, programs } = prepareHome(folder, '/var/cache/atrium')
  const { password } = server.cluster
  const cluster = { home, folder: join(home, 'cluster'), password, programs }
  const client = new pg.Client({ connectionString: server.urlAt(server.port(), 'postgres') })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('copy', true)`)
    // A file that goes meanwhile is none that the copy needs.
    await run('cp', ['-a', server.cluster.folder, cluster.folder]).catch(() => undefined)
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop()')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster.folder, name), { force: true })
    writeWhole(join(cluster.folder, 'backup_label'), rows[0]?.label ?? '', programs.account)
    writeWhole(join(home, 'password'), password, programs.account)
    return cluster
  } finally {
    await client.end()
  }
}

/** Starts a copy with settings of its own, and a file that says what it is: a standby, or one that recovers to a moment. */
export const startCopy = async (
  cluster: OwnPostgres['cluster'],
  signal: 'standby' | 'recovery',
  settings: Readonly<Record<string, string>>,
): Promise<OwnPostgres> => {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(cluster.folder, 'postgresql.auto.conf'), lines.join(''))
  writeWhole(join(cluster.folder, `${signal}.signal`), '', cluster.programs.account)
  return running(cluster)
}

/** A standby for which every commit waits, and how to go over to it. */
export const openStandby = async (primary: OwnPostgres, folder: string): Promise<OwnPostgres> => {
  const cluster = await baseCopy(primary, folder)
  const standby = await startCopy(cluster, 'standby', {
    primary_conninfo: `host=127.0.0.1 port=${primary.port()} user=atrium password=${primary.cluster.password}`,
  })
  const states = () => ask(primary, 'select state, sync_state from pg_stat_replication')
  await vi.waitUntil(async () => (await states()).some(({ state }) => state === 'streaming'), patient)
  await ask(primary, `alter system set synchronous_standby_names = '*'`)
  await ask(primary, 'select pg_reload_conf()')
  await vi.waitUntil(async () => (await states()).some(({ sync_state: state }) => state === 'sync'), patient)
  return standby
}
