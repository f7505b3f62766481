import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { resources } from '../domain/catalog.ts'
import { ConfigError, mistyped, readConfig } from '../platform/config.ts'
import { mapStacks } from '../platform/mapped-stacks.ts'
import { openAtrium } from './atrium.ts'
import { listenError, mostConnecting, withPort } from './listening.ts'
import { openLogger } from './operations/logger.ts'
import { version } from './operations/version.ts'
import type { Atrium } from './start.ts'
import { takeInMore } from '../api/server/taking-in.ts'

const logger = openLogger()

const leaveWith = (error: unknown): never => {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
  logger.fatal({ err: error }, 'Atrium could not start')
  process.exit(1)
}

const start = async () => {
  for (const sentence of mistyped(process.env)) logger.warn(sentence)
  const began = Date.now()
  const config = await withPort(readConfig(process.env))
  logger.level = config.logLevel
  logger.info({ version, role: config.role, node: process.version, pid: process.pid }, 'starting')
  const started = () => logger.info({ role: config.role, ms: Date.now() - began }, 'started')
  const starting = new AbortController()
  // By itself V8 lets some 60 MB in use become 270 MB before it collects what is old, and then takes long.
  setFlagsFromString(`--heap-growing-percent=${config.heapGrowth}`)
  let atrium: Atrium | null = null
  let leavingSince: number | null = null
  const leave = async (code: number, drainSeconds = 0): Promise<void> => {
    if (leavingSince !== null) {
      // npm hands on the Ctrl-C that the terminal has already sent; only a second one is impatience.
      if (Date.now() - leavingSince > 1000) process.exit(1)
      return
    }
    leavingSince = Date.now()
    setTimeout(() => process.exit(1), (drainSeconds + config.graceSeconds) * 1_000).unref()
    if (!atrium) return starting.abort(code)
    logger.info({ drainSeconds }, 'stopping')
    atrium.drain()
    if (atrium.app) await wait(drainSeconds * 1_000)
    try {
      await atrium.close()
      logger.info({ ms: Date.now() - leavingSince }, 'stopped')
      process.exit(code)
    } catch (error) {
      logger.error({ err: error }, 'leaving was not clean')
      process.exit(1)
    }
  }
  process.on('SIGTERM', () => void leave(0, config.drainSeconds))
  process.on('SIGINT', () => void leave(0))
  process.on('uncaughtException', (error) => {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.message}\n`)
      return void leave(78)
    }
    logger.fatal({ err: error }, 'an error that nobody caught')
    void leave(1)
  })
  try {
    atrium = await openAtrium(config, logger, resources, undefined, undefined, starting.signal)
  } catch (error) {
    if (starting.signal.aborted) process.exit(Number(starting.signal.reason))
    throw error
  }
  if (!atrium.app) return started()
  try {
    takeInMore(atrium.app, mostConnecting)
    await atrium.app.listen({ port: config.port, host: config.host, backlog: mostConnecting })
  } catch (error) {
    await atrium.close().catch(() => undefined)
    throw listenError(error)
  }
  started()
  process.stdout.write(`Atrium is at ${config.publicUrl}\n`)
}

if (import.meta.filename.endsWith('.js')) mapStacks(import.meta.dirname)
start().catch(leaveWith)
