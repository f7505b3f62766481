import type { Logger } from 'pino'
import { openDatabase } from '../app/database.ts'
import { sealedColumns } from '../app/sealed-columns.ts'
import { type Config, ConfigError, readKey } from '../platform/config.ts'
import { transaction, alone } from '../platform/database/connection.ts'
import { isAtriumRunning, stopFirst } from '../platform/database/running.ts'
import { nextMasterKeyIn, takeNextMasterKey } from '../platform/master-key.ts'
import { rotateKeys } from '../platform/rotate-keys.ts'

type Parts = {
  config: Config
  environment: Readonly<Record<string, string | undefined>>
  logger: Logger
  say(text: string): void
}

const applicationName = 'atrium rotate-master-key'
const often = 50_000

// They hold the keys of before, and would seal with them what nobody can open afterwards.
const running = `${stopFirst} Nothing was changed.`

// From the variable where the present one is there, else from a file beside the present one, so that a run that was broken off can go on.
const nextKey = (environment: Parts['environment'], { dataDir, masterKey }: Config): Uint8Array => {
  const [present, next] = [environment.MASTER_KEY?.trim(), environment.NEW_MASTER_KEY?.trim()]
  if (!present && next) throw new ConfigError('MASTER_KEY must be set when NEW_MASTER_KEY is set.')
  if (!present) return nextMasterKeyIn(dataDir)
  if (!next) throw new ConfigError('NEW_MASTER_KEY must be set to the key that follows MASTER_KEY.')
  const key = readKey('NEW_MASTER_KEY', next)
  if (Buffer.compare(key, masterKey) === 0) throw new ConfigError('NEW_MASTER_KEY must be another key than MASTER_KEY.')
  return key
}

/**
 * Seals all keys anew with the next master key, while no process runs. One transaction: broken off at any moment, the present key or
 * the next one opens everything, and running it again finishes it. Answers the exit code: 0 done, 1 while processes run.
 * @throws ConfigError for keys that are missing or do not open this database
 */
export const rotateMasterKey = async ({ config, environment, logger, say }: Parts): Promise<number> => {
  const keys = { present: config.masterKey, next: nextKey(environment, config) }
  const { pool, leave } = await openDatabase(config, logger, applicationName)
  try {
    if (await isAtriumRunning(pool)) {
      say(running)
      return 1
    }
    let said = often
    const progress = (sealed: number) => {
      if (sealed < said) return
      said += often
      say(`${sealed} values are sealed anew.`)
    }
    const rotation = await alone(pool, (client) =>
      transaction(client, async () => {
        // Until here a process may have started; from here on one waits, and then has the wrong key.
        await client.query("set lock_timeout = '10s'")
        // What is promised here must hold after a crash of the machine.
        await client.query('set local synchronous_commit = on')
        const done = await rotateKeys(client, keys, sealedColumns, progress)
        if (await isAtriumRunning(client)) throw new OthersRunning(running)
        return done
      }),
    )
    if (rotation === 'wrong key')
      throw new ConfigError('MASTER_KEY is not the key that this database is sealed with: set the right one.')
    if (!environment.MASTER_KEY?.trim()) takeNextMasterKey(config.dataDir)
    say(rotation === 'rotated before' ? 'The database was sealed with the new key before.' : saying(rotation))
    say(
      environment.MASTER_KEY?.trim() ? 'Set MASTER_KEY to the new key now, and start.' : 'The new key is in DATA_DIR.',
    )
    return 0
  } catch (error) {
    if (!(error instanceof OthersRunning)) throw error
    say(error.message)
    return 1
  } finally {
    await leave()
  }
}

class OthersRunning extends Error {
  override name = 'OthersRunning'
}

const saying = ({ sealed, unreadable }: { sealed: number; unreadable: number }): string =>
  `${sealed} values are sealed with new keys${unreadable === 0 ? '' : `; ${unreadable} could not be opened and were left`}.`
