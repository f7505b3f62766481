import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, openCluster, prepareHome } from '../../../platform/database/embedded-cluster.ts'
import { serverProcess, serverUrl, startServer, stopServer } from '../../../platform/database/embedded-server.ts'

/** A PostgreSQL, and how to do it harm. */
export type Postgres = {
  /** By TCP. */
  port(): number
  urlAt(port: number, database?: string): string
  /** SIGKILL to the postmaster; its children go with it, or when the next one starts. */
  kill(): void
  start(): Promise<void>
  /** SIGSTOP and SIGCONT to all of its processes: a server that hangs. */
  freeze(): void
  thaw(): void
  isRunning(): boolean
  stop(): Promise<void>
}

/** A folder whose `postgres` is the real one in an environment of ours. */
const wrapped = (binaries: string, folder: string, environment: Readonly<Record<string, string>>): string => {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  const script = join(folder, 'bin', 'postgres')
  const words = Object.entries(environment).map(([name, value]) => `${name}='${value}'`)
  writeFileSync(script, `#!/bin/sh\nexec env ${words.join(' ')} '${join(binaries, 'bin', 'postgres')}' "$@"\n`)
  for (const path of [folder, join(folder, 'bin'), script]) chmodSync(path, 0o755)
  return folder
}

const overTcp = (url: string) => new URL(url.replace(/@[^/]*:(\d+)\//, '@127.0.0.1:$1/'))

const notOurs = () => {
  throw new Error('this PostgreSQL serves others too')
}

/** The database of an address on a server that serves others too: nothing may be done to it. */
export const sharedPostgres = (address: string): Postgres => {
  const { port, password, pathname } = overTcp(address)
  return {
    port: () => Number(port),
    urlAt: (at, database = pathname.slice(1)) => `postgres://atrium:${password}@127.0.0.1:${at}/${database}`,
    kill: notOurs,
    start: notOurs,
    freeze: notOurs,
    thaw: () => {},
    isRunning: () => true,
    stop: async () => {},
  }
}

/** One of our own, with the folder that it works in. */
export type OwnPostgres = Postgres & { cluster: Cluster }

/** Makes a cluster that nobody starts again but who killed it, in a folder and starts it, in an environment that has more than its usual one. */
export const ownPostgres = async (
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> => {
  const { home, programs } = prepareHome(folder, '/var/cache/atrium')
  const made = await openCluster(home, programs)
  const binaries = wrapped(programs.binaries, join(folder, 'wrapped'), environment)
  return running({ ...made, programs: { ...programs, binaries } })
}

/** Starts the server of a cluster. */
export const running = async (cluster: Cluster): Promise<OwnPostgres> => {
  const { home } = cluster
  await startServer(cluster, true)
  const { port, password } = overTcp(serverUrl(cluster))
  const signal = (name: NodeJS.Signals) => {
    const pid = serverProcess(join(home, 'cluster'))
    // It leads a group of its own.
    if (pid !== null) process.kill(name === 'SIGKILL' ? pid : -pid, name)
  }
  return {
    cluster,
    port: () => Number(port),
    urlAt: (at, database = 'atrium') => `postgres://atrium:${password}@127.0.0.1:${at}/${database}`,
    kill: () => signal('SIGKILL'),
    start: async () => {
      await wait(20)
      await startServer(cluster, false)
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    isRunning: () => serverProcess(join(home, 'cluster')) !== null,
    stop: () => stopServer(cluster),
  }
}
