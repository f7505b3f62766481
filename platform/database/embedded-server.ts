import { existsSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { processIdentity } from '../process-identity.ts'
import { readText, writeWhole } from '../small-file.ts'
import { type Cluster, logTail } from './embedded-cluster.ts'
import { embeddedSettings } from './embedded-settings.ts'
import { ended, spawnProgram } from './embedded-spawn.ts'

const startMilliseconds = 15_000
const recoveryMilliseconds = 60_000
const stopMilliseconds = 10_000

/** The process id of the PostgreSQL server that works in a folder, or null. */
export const serverProcess = (folder: string): number | null => {
  const pid = Number.parseInt(readText(join(folder, 'postmaster.pid')) ?? '', 10)
  if (!Number.isInteger(pid) || processIdentity(pid) === null) return null
  // The id may have gone to another process meanwhile; only the server's works in this folder.
  return process.platform !== 'linux' || workingFolder(pid) === realpathSync(folder) ? pid : null
}

/** True when a server worked in a folder and ended without being shut down. */
export const wasBrokenOff = (folder: string): boolean =>
  existsSync(join(folder, 'postmaster.pid')) && serverProcess(folder) === null

const workingFolder = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}

// An address of a socket has room for 108 bytes on Linux and 104 on macOS.
const longestSocket = 103

/** Where the cluster is served: by its socket where there is one; the port stays the same for good unless somebody else has taken it. */
export const serverUrl = (cluster: Cluster, database = 'atrium'): string => {
  const { home, password } = cluster
  const port = readText(portFile(cluster)) ?? 0
  const socket = join(home, `.s.PGSQL.${port}`)
  const isReached = Buffer.byteLength(socket) <= longestSocket && existsSync(socket)
  return `postgres://atrium:${password}@${isReached ? encodeURIComponent(home) : '127.0.0.1'}:${port}/${database}`
}

/** Starts the server and waits for its answer, under the lock. @param mayMove whether a taken port may change @throws Error after 15 s */
export const startServer = async (cluster: Cluster, mayMove: boolean): Promise<void> => {
  const deadline = Date.now() + startMilliseconds
  while (!(await tryStart(cluster, mayMove))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${logTail(cluster.programs.logFile)}`)
    await pause(100)
  }
}

const tryStart = async (cluster: Cluster, mayMove: boolean): Promise<boolean> => {
  const pidFile = join(cluster.folder, 'postmaster.pid')
  const pid = Number.parseInt(readText(pidFile) ?? '', 10)
  // PostgreSQL itself clears the file of a process that is gone, but not one whose id has another owner now.
  if (pid > 0 && processExists(pid)) rmSync(pidFile, { force: true })
  killOrphans(cluster.folder)
  writeSettings(cluster, await choosePort(cluster, mayMove))
  const child = spawnProgram(cluster.programs, 'postgres', (path) => ['-D', `${path}/cluster`])
  child.unref()
  const hasEnded = new AbortController()
  void ended(child).then(() => hasEnded.abort())
  if (!(await answers(cluster, hasEnded.signal))) return false
  await ensureDatabase(cluster)
  return true
}

/** Children of a killed server keep its memory, and a new one refuses to start beside them, until they notice. */
const killOrphans = (folder: string): void => {
  if (process.platform !== 'linux') return
  const real = realpathSync(folder)
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const isOrphan = pid > 0 && workingFolder(pid) === real && readText(`/proc/${pid}/comm`) === 'postgres\n'
    if (isOrphan) process.kill(pid, 'SIGKILL')
  }
}

const processExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const writeSettings = (cluster: Cluster, port: number): void => {
  const { account } = cluster.programs
  writeWhole(join(cluster.folder, 'postgresql.conf'), embeddedSettings(port), account)
  if (readText(portFile(cluster)) !== `${port}`) writeWhole(portFile(cluster), `${port}`)
}

const choosePort = async (cluster: Cluster, mayMove: boolean): Promise<number> => {
  const port = Number(readText(portFile(cluster)) ?? 0)
  if (port === 0 || (mayMove && (await freePort(port)) === null)) return (await freePort(0)) ?? 0
  return port
}

const freePort = (wanted: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null))
    })
  })

/** Waits until the server takes connections; false when `signal` says that it has ended, or after a minute. */
export const answers = async (cluster: Cluster, signal: AbortSignal): Promise<boolean> => {
  const deadline = Date.now() + recoveryMilliseconds
  while (!signal.aborted && Date.now() < deadline) {
    try {
      await ask(cluster, 'select 1')
      return true
    } catch {
      await pause(25)
    }
  }
  return false
}

const ensureDatabase = async (cluster: Cluster): Promise<void> => {
  const [row] = await ask(cluster, "select 1 from pg_database where datname = 'atrium'")
  if (!row) await ask(cluster, 'create database atrium')
}

const ask = async (cluster: Cluster, statement: string): Promise<readonly unknown[]> => {
  const client = new pg.Client({ connectionString: serverUrl(cluster, 'postgres'), connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** Ends the server: running statements are broken off, what was committed is on disk. Call it under the lock. */
export const stopServer = async (cluster: Cluster): Promise<void> => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const pid = serverProcess(cluster.folder)
    if (pid === null) return
    process.kill(pid, signal)
    const deadline = Date.now() + stopMilliseconds
    while (processIdentity(pid) !== null && Date.now() < deadline) await pause(20)
  }
}

const portFile = (cluster: Cluster): string => join(cluster.home, 'port')
