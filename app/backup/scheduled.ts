import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import type { Config } from '../../platform/config.ts'
import type { FileStorage } from '../../platform/files/storage.ts'
import type { Logger } from '../../platform/logger.ts'
import { isCode } from '../../platform/small-file.ts'
import { writeLedger } from './ledger.ts'
import { madeAtOf } from './manifest.ts'
import { writeBackup } from './write.ts'

const hour = 3_600_000
const day = 24 * hour

type Parts = {
  config: Pick<Config, 'backupDir' | 'backupHours' | 'backupKeep' | 'backupPassphrase' | 'eventStoreUrl'>
  pool: Pool
  storage: Pick<FileStorage, 'open' | 'listOlderThan'>
  logger: Logger
}

type Kept = { name: string; madeAt: Date }

const backupsIn = async (folder: string): Promise<readonly Kept[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  const kept = names.flatMap((name) => {
    const madeAt = madeAtOf(name)
    return madeAt ? [{ name, madeAt }] : []
  })
  return kept.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

// What a process that was killed has left.
const removeDrafts = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const madeAt = madeAtOf(name.replace(/\.[0-9a-f-]{36}\.partial$/, ''))
    if (name.endsWith('.partial') && madeAt && madeAt.getTime() < now - day)
      await rm(join(folder, name), { force: true })
  }
}

/**
 * Backups by the clock, for whoever does the maintenance: one every `backupHours`, of which the newest `backupKeep` stay; older ones go only after
 * a newer was written. `ledger` keeps the list of erasures beside them. Both do nothing without BACKUP_DIR.
 */
export const scheduledBackups = ({ config, pool, storage, logger }: Parts) => {
  const { backupDir: folder, backupHours, backupKeep, backupPassphrase: passphrase } = config
  const stopped = new AbortController()
  let running: Promise<void> | null = null

  const make = async (into: string): Promise<void> => {
    const { path, bytes, changedFiles } = await writeBackup({
      pool,
      storage,
      folder: into,
      passphrase,
      signal: stopped.signal,
    })
    logger.info({ path, bytes }, 'a backup was made')
    if (changedFiles.length > 0)
      logger.warn(
        { files: changedFiles.length },
        'stored files were left out of the backup: their bytes are not what was stored',
      )
    for (const { name } of (await backupsIn(into)).slice(backupKeep)) await rm(join(into, name), { force: true })
    await removeDrafts(into, Date.now())
  }

  return {
    ledger: async (): Promise<void> => {
      if (folder !== null && config.eventStoreUrl === null) await writeLedger(pool, folder)
    },
    /** Begins a backup when one is due and none is being made; the maintenance does not wait for it. */
    backUp: async (): Promise<void> => {
      if (folder === null || config.eventStoreUrl !== null || running) return
      const [newest] = await backupsIn(folder)
      if (newest && newest.madeAt.getTime() > Date.now() - backupHours * hour) return
      running = make(folder)
        .catch((error: unknown) => {
          if (!stopped.signal.aborted) logger.warn({ err: error }, 'the backup failed')
        })
        .finally(() => {
          running = null
        })
    },
    stop: async (): Promise<void> => {
      stopped.abort()
      await running
    },
  }
}
