import { join } from 'node:path'
import type { Logger } from 'pino'
import { passwordHasher } from '../commands/identity/credentials/password-hash.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { tryFolder, tryStorage } from '../platform/files/storage-place.ts'
import { openBase } from './open.ts'
import { type Atrium, startOn } from './start.ts'
import { startError } from './start-error.ts'

// Tried by those who write there: others may run where it cannot be written.
const tryFolders = async (config: Config): Promise<void> => {
  const { dataDir, demo, role } = config
  const isServing = role === 'all' || role === 'api'
  if (demo && role === 'all') tryFolder('DATA_DIR', dataDir)
  if (isServing) await tryStorage(config)
}

/**
 * Opens everything and, unless the role says otherwise, the HTTP server (not yet listening). `close` leaves in order: the server first,
 * the database last. What fails leaves nothing open that outlives the process; `signal` breaks it off,
 * and commands are decided, and carried out when they were planned for, by `clock`.
 * @throws ConfigError for what the operator can mend.
 */
export const openAtrium = async (
  config: Config,
  logger: Logger,
  resources: readonly Resource[],
  dist = join(process.cwd(), 'dist'),
  hasher = passwordHasher(),
  signal = new AbortController().signal,
  clock = () => new Date(),
): Promise<Atrium> => {
  await tryFolders(config)
  const base = await openBase(config, logger, resources)
  const leave = () => base.close().catch(() => undefined)
  const breakOff = () => void leave()
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', breakOff)
    const atrium = await startOn(base, config, logger, resources, dist, hasher, clock)
    signal.throwIfAborted()
    return atrium
  } catch (error) {
    await leave()
    throw startError(error, config)
  } finally {
    signal.removeEventListener('abort', breakOff)
  }
}
