import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import { isCode, makeFolder, readText, writeWhole } from '../small-file.ts'
import { embeddedAccount } from './embedded-account.ts'
import { embeddedBinaries } from './embedded-binaries.ts'
import { ended, type Programs, spawnProgram } from './embedded-spawn.ts'

/** A folder of PostgreSQL's data with all that is needed to run it. `home` holds `cluster`, the password and our own files. */
export type Cluster = { home: string; folder: string; password: string; programs: Programs }

const logLimitBytes = 20_000_000

/** Makes DATA_DIR/postgres fit for the account that runs PostgreSQL; safe in parallel. @throws ConfigError when it is not ours to write */
export const prepareHome = (dataDir: string, copies: string): { home: string; programs: Programs } => {
  const home = join(dataDir, 'postgres')
  try {
    makeFolder(home)
    const { uid, mode } = statSync(home)
    const account = embeddedAccount(uid)
    if (account === null && process.getuid !== undefined && uid !== process.getuid()) {
      throw new ConfigError(
        'DATA_DIR holds a database of another user: start Atrium as that user, or set another DATA_DIR.',
      )
    }
    if (account !== null && uid !== account.uid) chownSync(home, account.uid, account.gid)
    if ((mode & 0o777) !== 0o700) chmodSync(home, 0o700)
    const logFile = join(dataDir, 'postgres.log')
    return { home, programs: { binaries: embeddedBinaries(account, copies), home, logFile, account } }
  } catch (error) {
    if (isCode(error, 'EACCES') || isCode(error, 'EROFS') || isCode(error, 'ENOTDIR')) {
      throw new ConfigError('DATA_DIR must be a folder that this user can write.', { cause: error })
    }
    throw error
  }
}

/** The cluster of the home folder, made by initdb when there is none; a half-made one is made anew. Call it under the lock. */
export const openCluster = async (home: string, programs: Programs): Promise<Cluster> => {
  shortenLog(programs.logFile)
  const folder = join(home, 'cluster')
  const passwordFile = join(home, 'password')
  if (!existsSync(folder)) await initialise(home, programs, passwordFile)
  const password = readText(passwordFile)
  if (password === null) throw new ConfigError('DATA_DIR holds a database but not its file postgres/password.')
  return { home, folder, password, programs }
}

const initialise = async (home: string, programs: Programs, passwordFile: string): Promise<void> => {
  writeWhole(passwordFile, randomBytes(24).toString('base64url'), programs.account)
  for (const name of readdirSync(home)) {
    if (name.startsWith('cluster.new')) rmSync(join(home, name), { recursive: true, force: true })
  }
  // The initdb of a killed process may still be at work in its own.
  const draft = `cluster.new.${randomUUID()}`
  const child = spawnProgram(programs, 'initdb', (path) => [
    `--pgdata=${path}/${draft}`,
    `--pwfile=${path}/password`,
    '--username=atrium',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--data-checksums',
  ])
  const failure = await ended(child)
  if (failure !== null) throw new Error(`initdb failed (${failure}): ${logTail(programs.logFile)}`)
  renameSync(join(home, draft), join(home, 'cluster'))
}

const shortenLog = (logFile: string): void => {
  if (existsSync(logFile) && statSync(logFile).size > logLimitBytes) truncateSync(logFile)
}

/** The last lines of PostgreSQL's log, for error messages. */
export const logTail = (logFile: string): string =>
  (readText(logFile) ?? '').trimEnd().split('\n').slice(-4).join(' | ')
