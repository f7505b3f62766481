import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { ledgerName, readLedger, writeLedger } from '../app/backup/ledger.ts'
import { BackupRefused } from '../app/backup/manifest.ts'
import { openBackup } from '../app/backup/read.ts'
import { restoreBackup, settleRecovered } from '../app/backup/restore.ts'
import { writeBackup } from '../app/backup/write.ts'
import { openDatabase } from '../app/database.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import { openStorage } from '../platform/files/storage-place.ts'
import { makeFolder } from '../platform/small-file.ts'

type Parts = { config: Config; logger: Logger; say(text: string): void }
type Command = (parts: Parts, words: readonly string[]) => Promise<number>

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const folderOf = ({ backupDir }: Config, to: string | undefined): string => {
  const folder = to ?? backupDir
  if (folder === null) throw new ConfigError('BACKUP_DIR must be set, or --to given: where backups go.')
  return folder
}

/** `backup [--to <folder>]`: writes one archive, beside a running server or without one. Answers 1 when stored files had to be left out. */
const backup: Command = async ({ config, logger, say }, words) => {
  const { values } = parseArgs({ args: [...words], options: { to: { type: 'string' } } })
  const folder = folderOf(config, values.to)
  if (config.eventStoreUrl !== null)
    throw new BackupRefused(
      'The log lies in EventStoreDB: back up PostgreSQL and EventStoreDB by their own tools (docs/operations.md).',
    )
  const { pool, leave } = await openDatabase(config, logger, 'atrium backup')
  try {
    const storage = openStorage(config)
    await writeLedger(pool, folder)
    const made = await writeBackup({ pool, storage, folder, passphrase: config.backupPassphrase })
    const { manifest, path, bytes, changedFiles } = made
    const events = manifest.tables.find(({ name }) => name === 'log.event')?.rows ?? 0
    say(`${path}: ${events} events, ${manifest.files} files, ${megabytes(bytes)}.`)
    say('The master key is not in it: keep MASTER_KEY (or DATA_DIR/master.key) apart from the backups.')
    for (const hash of changedFiles)
      say(`The file ${hash.slice(0, 12)}… was left out: its bytes are not what was stored.`)
    return changedFiles.length > 0 ? 1 : 0
  } finally {
    await leave()
  }
}

const fileIn = (positionals: readonly string[]): string => {
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new BackupRefused('Name one backup: the file that backup wrote.')
  return file
}

/** `check-backup <file>`: reads all of a backup and compares every byte with what was written. */
const checkBackup: Command = async ({ config, say }, words) => {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
  makeFolder(config.dataDir)
  const opened = await openBackup(fileIn(positionals), config.backupPassphrase, config.dataDir)
  const { madeAt, parts, files, position } = opened.manifest
  await opened.close()
  say(
    `The backup of ${madeAt} is whole: ${Object.keys(parts).length} parts, ${files} files, the log up to position ${position ?? 0}.`,
  )
  return 0
}

/** `restore <file> [--erasures <ledger>]`: puts a backup into an empty database. */
const restore: Command = async ({ config, logger, say }, words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { erasures: { type: 'string' } },
  })
  const file = fileIn(positionals)
  const ledger = values.erasures ?? join(dirname(file), ledgerName)
  const erasures = readLedger(ledger)
  if (erasures === null)
    throw new BackupRefused(
      `${ledgerName} does not lie beside the backup: without it, people who were erased since would come back. Name it with --erasures.`,
    )
  makeFolder(config.dataDir)
  const opened = await openBackup(file, config.backupPassphrase, config.dataDir)
  try {
    await restoreBackup({ config, logger, backup: opened, erasures })
    const { madeAt, tables, files, position } = opened.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    say(`Restored what was there at ${madeAt}: ${rows} rows, ${files} files, the log up to position ${position ?? 0}.`)
    say(
      'The next start builds the read models, and erases again whom the ledger names. Everybody signs in anew; no mail of before is sent.',
    )
    say(
      'If DATA_DIR/checkpoints or a witness knows a newer log, nothing is signed until that is cleared up (docs/operations.md).',
    )
    return 0
  } finally {
    await opened.close()
  }
}

/** `after-recovery --erasures <ledger>`: what a database needs that PostgreSQL's own tools have put back. */
const afterRecovery: Command = async ({ config, logger, say }, words) => {
  const { values } = parseArgs({ args: [...words], options: { erasures: { type: 'string' } } })
  const ledger = values.erasures ?? (config.backupDir && join(config.backupDir, ledgerName))
  const erasures = ledger && readLedger(ledger)
  if (!erasures)
    throw new BackupRefused(
      `Name the newest ${ledgerName} with --erasures: without it, people who were erased since would come back.`,
    )
  await settleRecovered({ config, logger, erasures })
  say('Nobody is signed in any more, no code works, and no mail of before is sent.')
  say('The next start erases again whom the ledger names.')
  say(
    'If DATA_DIR/checkpoints or a witness knows a newer log, nothing is signed until that is cleared up (docs/operations.md).',
  )
  return 0
}

/** The commands of the backup, by their names. */
export const backupCommands: Readonly<Record<string, Command>> = {
  backup,
  'check-backup': checkBackup,
  restore,
  'after-recovery': afterRecovery,
}
