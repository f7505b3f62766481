import { createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { resources } from '../domain/catalog.ts'
import { atPort, type Config, ConfigError, readConfig } from '../platform/config.ts'
import { openAtrium } from './start.ts'

// Written aside, so that slow output never slows a request. Secrets have no place in logs; these paths are the last net.
const logger = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', '*.password', 'headers.authorization', 'headers.cookie', '*.token', '*.otp'],
  },
  pino.destination({ dest: 2, sync: true }),
)

// What the system says of an address that it does not let us listen at.
const refusedAddresses: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken by another program.',
  EACCES: 'PORT is one that this user may not open.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  ENOTFOUND: 'HOST is a name that nobody knows here.',
  EAI_AGAIN: 'HOST is a name that nobody knows here.',
}

const listenError = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = refusedAddresses[code]
  return sentence === undefined ? error : new ConfigError(sentence, { cause: error })
}

const leaveWith = (error: unknown): never => {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
  logger.fatal({ err: error }, 'Atrium could not start')
  process.exit(1)
}

// Mailed links and the cookie's rules need the port before the server listens.
const withPort = async (config: Config): Promise<Config> => {
  if (config.port !== 0) return config
  const probe = createServer()
  await new Promise<void>((resolve, reject) =>
    probe.once('error', (error) => reject(listenError(error))).listen(0, config.host, resolve),
  )
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return atPort(config, typeof address === 'object' && address !== null ? address.port : 0)
}

const graceMilliseconds = 10_000

const start = async () => {
  const config = await withPort(readConfig(process.env))
  // By itself V8 lets some 60 MB in use become 270 MB before it collects what is old, and then takes long.
  setFlagsFromString(`--heap-growing-percent=${config.heapGrowth}`)
  const atrium = await openAtrium(config, logger, resources)
  let leavingSince: number | null = null
  const leave = (code: number) => {
    if (leavingSince !== null) {
      // npm hands on the Ctrl-C that the terminal has already sent; only a second one is impatience.
      if (Date.now() - leavingSince > 1000) process.exit(1)
      return
    }
    leavingSince = Date.now()
    setTimeout(() => process.exit(1), graceMilliseconds).unref()
    void atrium.close().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ err: error }, 'leaving was not clean')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => leave(0))
  process.on('SIGINT', () => leave(0))
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody caught')
    leave(1)
  })
  if (!atrium.app) return
  try {
    await atrium.app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await atrium.close().catch(() => undefined)
    throw listenError(error)
  }
  process.stdout.write(`Atrium is at ${config.publicUrl}\n`)
}

start().catch(leaveWith)
