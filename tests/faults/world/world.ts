import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { copyDemoCompany } from '../../support/demo-company.ts'
import { fastFolder } from '../../support/fast-folder.ts'
import { freePort } from '../../support/free-port.ts'
import { isReady, type RunningServer, startServer } from '../../support/server.ts'
import { type Clock, openClock } from './clock.ts'
import { type Disk, openDisks } from './disks.ts'
import { type LogServer, openLogServer } from './log-server.ts'
import { type MailServer, openMailServer } from './mail.ts'
import { ask, openStandby } from './copies.ts'
import { type OwnPostgres, ownPostgres, type Postgres, sharedPostgres } from './postgres.ts'
import { openProxy, type Proxy } from './proxy.ts'

/** One of the two servers, and what lies between it and its database. */
export type Node = {
  name: 'A' | 'B'
  url: string
  proxy: Proxy
  running(): RunningServer
  start(): Promise<void>
  kill(): Promise<void>
  isReady(): Promise<boolean>
  /** What all of its processes have said. */
  output(): string
}

export type World = {
  folder: string
  nodes: readonly [Node, Node]
  postgres: Postgres
  log: LogServer | null
  mail: MailServer
  mailProxy: Proxy
  clock: Clock
  /** What a command of the command line needs, past the proxies. */
  environment: Record<string, string>
  /** Disks of their own, which are full soon; null where nobody may make them. */
  disks: { postgres: Disk; files: Disk } | null
  /** Jobs whose commands have no answer of their own: who began them is told of the job. */
  readonly jobs: Set<string>
  /** How often a server was killed, and how often PostgreSQL. */
  readonly kills: { server: number; postgres: number; log: number }
  killPostgres(): void
  /** Kills PostgreSQL and goes over to its standby, under the same address. @throws Error where there is none */
  failOver(): Promise<void>
  /** Waits until both servers are ready; answers after how many milliseconds. */
  healthy(): Promise<number>
  close(): Promise<void>
}

/** Which world: its log, and where its parts lie. */
export type Wanted = {
  log: 'postgresql' | 'eventstoredb'
  /** On a copy of the demo company, which is there sooner, and on a PostgreSQL that serves others too. */
  isShared?: boolean
  /** With a standby that takes over: both stand behind one address. */
  hasStandby?: boolean
}

const readinessOf = async (url: string): Promise<string> => {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) })
    return `${answer.status} ${await answer.text()}`
  } catch (error) {
    return String(error)
  }
}

// Also at a low priority beside others.
const startMilliseconds = 240_000

const openNode = async (
  name: 'A' | 'B',
  folder: string,
  proxy: Proxy,
  settings: Record<string, string>,
): Promise<Node> => {
  const port = await freePort()
  const outputs: (() => string)[] = []
  let running: RunningServer | null = null
  const url = `http://127.0.0.1:${port}`
  const now = () => {
    if (!running) throw new Error(`server ${name} was never started`)
    return running
  }
  return {
    name,
    url,
    proxy,
    running: now,
    start: async () => {
      running = await startServer(folder, { ...settings, PORT: `${port}` }, startMilliseconds)
      outputs.push(running.output)
    },
    kill: async () => running?.kill(),
    isReady: () => isReady(url),
    output: () => outputs.map((text) => text()).join('\n'),
  }
}

type Ground = {
  postgres: Postgres
  settings: Record<string, string>
  failOver?(): Promise<void>
  leave(): Promise<void>
}

const newSettings = () => ({ MASTER_KEY: randomBytes(32).toString('hex'), DEMO: 'on' })

const ownGround = async (folder: string, environment: Readonly<Record<string, string>>): Promise<Ground> => {
  const postgres = await ownPostgres(folder, environment)
  const leave = async () => {
    postgres.thaw()
    await postgres.stop()
  }
  return { postgres, settings: newSettings(), leave }
}

// As a virtual address does, or a name with a short life.
const groundWithStandby = async (folder: string): Promise<Ground> => {
  const primary = await ownPostgres(folder)
  let now: OwnPostgres = primary
  const address = await openProxy(() => now.port())
  const standby = await openStandby(primary, join(folder, 'standby'))
  const failOver = async () => {
    primary.kill()
    await ask(standby, 'select pg_promote()')
    now = standby
  }
  const leave = async () => {
    await address.close()
    for (const one of [primary, standby]) await one.stop()
  }
  return { postgres: { ...primary, port: () => address.port }, settings: newSettings(), failOver, leave }
}

const sharedGround = async (data: string): Promise<Ground> => {
  const { database, environment } = await copyDemoCompany(data)
  const { DATABASE_URL: url = '', ...settings } = environment
  return { postgres: sharedPostgres(url), settings, leave: () => database.drop() }
}

/** Opens two servers on one PostgreSQL and one log, each behind a proxy of its own, with a mail server: the demo company. */
export const openWorld = async (wanted: Wanted): Promise<World> => {
  const folder = mkdtempSync(join(fastFolder, 'atrium-faults-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data)
  const clock = openClock(wanted.isShared ? null : folder)
  const disks = wanted.isShared ? null : openDisks(folder)
  const {
    postgres,
    settings: own,
    failOver,
    leave,
  } = wanted.isShared
    ? await sharedGround(data)
    : wanted.hasStandby
      ? await groundWithStandby(folder)
      : await ownGround(disks?.postgres.folder ?? folder, clock.environmentOf('database'))
  const log = wanted.log === 'eventstoredb' ? await openLogServer() : null
  const mail = await openMailServer()
  const mailProxy = await openProxy(() => Number(new URL(mail.url).port))
  const common: Record<string, string> = {
    ...own,
    ...(log ? { EVENTSTORE_URL: log.url } : {}),
    ...(disks ? { STORAGE_URL: `file://${disks.files.folder}` } : {}),
  }
  const settings = {
    ...common,
    ...clock.environmentOf('servers'),
    SMTP_URL: `smtp://127.0.0.1:${mailProxy.port}`,
    MAIL_RETRY_FACTOR: '0.1',
  }
  const kills = { server: 0, postgres: 0, log: 0 }
  const node = async (name: 'A' | 'B'): Promise<Node> => {
    const proxy = await openProxy(postgres.port)
    const made = await openNode(name, data, proxy, { ...settings, DATABASE_URL: postgres.urlAt(proxy.port) })
    const kill = async () => {
      kills.server += 1
      await made.kill()
    }
    return { ...made, kill }
  }
  const nodes = [await node('A'), await node('B')] as const
  const world: World = {
    folder: data,
    nodes,
    postgres,
    log,
    mail,
    mailProxy,
    clock,
    disks,
    jobs: new Set(),
    kills,
    environment: { ...common, DATABASE_URL: postgres.urlAt(postgres.port()) },
    killPostgres: () => {
      kills.postgres += 1
      postgres.kill()
    },
    failOver: async () => {
      if (!failOver) throw new Error('there is no standby')
      kills.postgres += 1
      await failOver()
    },
    healthy: async () => {
      const began = performance.now()
      const areReady = async () => (await Promise.all(nodes.map((one) => one.isReady()))).every(Boolean)
      await vi.waitUntil(areReady, { timeout: 90_000, interval: 50 }).catch(async (cause: unknown) => {
        const told = await Promise.all(nodes.map((one) => readinessOf(one.url)))
        const last = nodes.map((one) => one.output().slice(-4_000))
        throw new Error(`not ready: ${told.join('; ')}\n${last.join('\n\n')}`, { cause })
      })
      return performance.now() - began
    },
    close: async () => {
      for (const one of nodes) {
        one.proxy.heal()
        await one.kill()
        await one.proxy.close()
      }
      await mail.close()
      await mailProxy.close()
      await log?.close()
      await leave()
      disks?.postgres.remove()
      disks?.files.remove()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  try {
    for (const one of nodes) await one.start()
    return world
  } catch (error) {
    await world.close()
    throw error
  }
}
