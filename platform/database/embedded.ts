import { join } from 'node:path'
import type { Logger } from '../logger.ts'
import { type Cluster, openCluster, prepareHome } from './embedded-cluster.ts'
import { withLock } from './embedded-lock.ts'
import { type Member, registerMember } from './embedded-members.ts'
import { answers, serverProcess, serverUrl, startServer, stopServer, wasBrokenOff } from './embedded-server.ts'

/** A share in the embedded server. After `leave` the address no longer holds; the last one out stops the server. */
export type EmbeddedDatabase = { url: string; leave(): Promise<void> }

const watchMilliseconds = 250

/** Joins or starts the server of a data folder; restarts it when it dies. @param copies where programs that its user cannot reach may lie @throws ConfigError */
export const openEmbeddedDatabase = async (
  dataDir: string,
  log: Logger,
  copies = '/var/cache/atrium',
): Promise<EmbeddedDatabase> => {
  const { home, programs } = prepareHome(dataDir, copies)
  const locked = <T>(work: () => Promise<T>) => withLock(join(home, 'lock'), work)
  const { cluster, member } = await locked(async () => {
    const cluster = await openCluster(home, programs)
    const member = registerMember(join(home, 'members'))
    try {
      if (wasBrokenOff(cluster.folder)) log.info({}, 'the embedded PostgreSQL was not shut down, it recovers')
      await ensureServer(cluster, member)
    } catch (error) {
      member.remove()
      if (!member.hasOthers()) await stopServer(cluster)
      throw error
    }
    return { cluster, member }
  })
  const watch = watchServer(cluster, log, () => locked(() => ensureServer(cluster, member)))
  let leaving: Promise<void> | undefined
  const leave = async () => {
    await watch.stop()
    await locked(async () => {
      member.remove()
      if (!member.hasOthers()) await stopServer(cluster)
    })
  }
  return {
    url: serverUrl(cluster),
    leave: () => {
      leaving ??= leave()
      return leaving
    },
  }
}

const ensureServer = async (cluster: Cluster, member: Member): Promise<void> => {
  const isRunning = serverProcess(cluster.folder) !== null
  if (isRunning && (await answers(cluster, AbortSignal.timeout(5000)))) return
  if (isRunning) await stopServer(cluster)
  await startServer(cluster, !member.hasOthers())
}

const watchServer = (cluster: Cluster, log: Logger, restart: () => Promise<void>): { stop(): Promise<void> } => {
  let restarting: Promise<void> | null = null
  const look = async () => {
    if (serverProcess(cluster.folder) !== null) return
    log.warn({}, 'the embedded PostgreSQL has ended, starting it again')
    try {
      await restart()
      log.info({}, 'the embedded PostgreSQL runs again')
    } catch (error) {
      log.warn({ reason: String(error) }, 'the embedded PostgreSQL could not be started again')
    }
  }
  const timer = setInterval(() => {
    restarting ??= look().finally(() => {
      restarting = null
    })
  }, watchMilliseconds)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await restarting
    },
  }
}
