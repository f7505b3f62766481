import { pipeline } from 'node:stream/promises'
import type { Client, Pool } from 'pg'
import { from } from 'pg-copy-streams'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../platform/config.ts'
import { alone, transaction } from '../../platform/database/connection.ts'
import { migrate } from '../../platform/database/migrations.ts'
import { isAtriumRunning, stopFirst } from '../../platform/database/running.ts'
import { openStorage } from '../../platform/files/storage-place.ts'
import { erasuresAgain } from '../../platform/personal-keys.ts'
import { unwrapKeys, wrappedKeys } from '../../platform/purpose-keys.ts'
import { migrations, ofOwner, reachDatabase } from '../database.ts'
import type { Erasure } from './ledger.ts'
import { BackupRefused, type Manifest, partOfFile, partOfTable } from './manifest.ts'
import type { OpenBackup } from './read.ts'
import { endedByRestore } from './tables.ts'

type Parts = { config: Config; logger: Logger; backup: OpenBackup; erasures: readonly Erasure[] }

const withOwner = async ({ config, logger }: Pick<Parts, 'config' | 'logger'>, work: (pool: Pool) => Promise<void>) => {
  const { pool, leave } = await reachDatabase(ofOwner(config), logger, 'atrium restore')
  try {
    await work(pool)
  } finally {
    await leave()
  }
}

const notEmpty = 'The database is not empty: restore into a new one, so that nothing is mixed or lost.'

const idsOf = async (pool: Pool): Promise<readonly string[]> => {
  const { rows: found } = await pool.query<{ table: string | null }>(
    "select to_regclass('public.platform_migration') as table",
  )
  if (!found[0]?.table) return []
  return (await pool.query<{ id: string }>('select id from public.platform_migration')).rows.map(({ id }) => id)
}

// A restore that broke off has left tables without rows.
const checkEmpty = async (pool: Pool, manifest: Manifest): Promise<void> => {
  if (await isAtriumRunning(pool)) throw new BackupRefused(stopFirst)
  const ids = await idsOf(pool)
  if (ids.length === 0) return
  if (ids.some((id) => !manifest.migrations.includes(id))) throw new BackupRefused(notEmpty)
  if (!ids.includes('event-store-1-event')) return
  if ((await pool.query('select 1 from log.event limit 1')).rowCount !== 0) throw new BackupRefused(notEmpty)
}

const stepsOf = ({ migrations: made }: Manifest) => {
  const known = new Set(migrations.map(({ id }) => id))
  if (made.some((id) => !known.has(id)))
    throw new BackupRefused('The backup was made by a newer version of Atrium: restore it with that one.')
  return migrations.filter(({ id }) => made.includes(id))
}

const fill = async (client: Client, { manifest, read }: OpenBackup): Promise<void> => {
  for (const { name, columns, rows } of manifest.tables) {
    // What migrations put there, such as the name of the log. A statement that deletes nothing is refused by what is append-only.
    if ((await client.query(`select 1 from ${name} limit 1`)).rowCount !== 0) await client.query(`delete from ${name}`)
    const copy = client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`))
    await pipeline(await read(partOfTable(name)), copy)
    if (copy.rowCount !== rows) throw new BackupRefused(`${copy.rowCount} of ${rows} rows of ${name} came back.`)
  }
  for (const [name, last] of Object.entries(manifest.sequences)) {
    const [schema, sequence] = name.split('.')
    if (schema === 'sequence') await client.query(`create sequence if not exists sequence.${sequence} as int`)
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last])
  }
}

const checkKey = async (client: Client, { masterKey }: Config): Promise<void> => {
  if (unwrapKeys(masterKey, await wrappedKeys(client))) return
  throw new ConfigError(
    'MASTER_KEY (where it is not set: the file master.key in DATA_DIR) is not the key that this backup is sealed with. Nothing was restored.',
  )
}

const putFiles = async ({ config, backup }: Parts): Promise<void> => {
  const storage = openStorage(config)
  for (const [part, { bytes }] of Object.entries(backup.manifest.parts)) {
    const hash = part.slice(partOfFile('').length)
    if (part !== partOfFile(hash)) continue
    const stored = await storage.put(await backup.read(part), bytes)
    if (stored.hash !== hash)
      throw new BackupRefused(`The file ${hash.slice(0, 12)}… has other bytes than its name says.`)
  }
}

const noteErasures = async (client: Client, erasures: readonly Erasure[]): Promise<void> => {
  await client.query(erasuresAgain)
  await client.query(
    `insert into keys.erasure_again (subject, first, event, actor)
     select subject, first, event, actor from json_to_recordset($1) as noted (subject text, first uuid, event uuid, actor jsonb)
     where exists (select 1 from log.event where stream = noted.subject and id = noted.first)
       and not exists (select 1 from keys.erasure where erasure.subject = noted.subject) on conflict do nothing`,
    [JSON.stringify(erasures)],
  )
}

/**
 * Ends in a database that PostgreSQL's own tools have put back what `restoreBackup` does not bring along: sign-ins, codes and mails that wait. Who
 * was erased since is noted for the next start. One transaction. @throws BackupRefused while Atrium runs on it
 */
export const settleRecovered = async ({ config, logger, erasures }: Omit<Parts, 'backup'>): Promise<void> =>
  withOwner({ config, logger }, async (pool) => {
    if (await isAtriumRunning(pool)) throw new BackupRefused(stopFirst)
    await alone(pool, (client) =>
      transaction(client, async () => {
        await client.query('set local synchronous_commit = on')
        for (const table of endedByRestore) await client.query(`delete from ${table}`)
        await noteErasures(client, erasures)
      }),
    )
  })

/**
 * Puts a backup into an empty database and its files into the folder for them: one transaction, so that a run which breaks off is repeated. Who
 * was erased since is noted for the next start, which erases them again before anybody is let in.
 * @throws BackupRefused for a database that is not empty and a backup of a newer version; ConfigError for another master key
 */
export const restoreBackup = async (parts: Parts): Promise<void> => {
  const { config, backup, erasures } = parts
  if (config.eventStoreUrl !== null)
    throw new BackupRefused('A backup holds the log of PostgreSQL: restore it without EVENTSTORE_URL.')
  await withOwner(parts, async (pool) => {
    const steps = stepsOf(backup.manifest)
    await checkEmpty(pool, backup.manifest)
    await migrate(pool, steps)
    await alone(pool, (client) =>
      transaction(client, async () => {
        await client.query('set local synchronous_commit = on')
        await fill(client, backup)
        await checkKey(client, config)
        await putFiles(parts)
        await noteErasures(client, erasures)
      }),
    )
  })
}
