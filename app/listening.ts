import { createServer } from 'node:net'
import { atPort, type Config, ConfigError } from '../platform/config.ts'

/**
 * Connections that wait until they are taken; the system may bound it further (`somaxconn`). Beyond it a connection is dropped without a word, and
 * its sender tries again after a second: with the 511 of Node a crowd that comes at once waits for that, and not for an answer.
 */
export const mostConnecting = 4_096

// What the system says of an address that it does not let us listen at.
const refusedAddresses: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT is taken by another program.',
  EACCES: 'PORT is one that this user may not open.',
  EADDRNOTAVAIL: 'HOST is not an address of this machine.',
  ENOTFOUND: 'HOST is a name that nobody knows here.',
  EAI_AGAIN: 'HOST is a name that nobody knows here.',
}

/** An error of listening in one sentence, where the operator can mend it; any other as it is. */
export const listenError = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = refusedAddresses[code] ?? `HOST must be an address of this machine at which it can listen (${code}).`
  return code === '' ? error : new ConfigError(sentence, { cause: error })
}

/**
 * The settings with the port that HOST and PORT lead to: mailed links and the cookie's rules need it before the server listens, and what
 * cannot listen need not open anything.
 * @throws ConfigError when nothing can listen there
 */
export const withPort = async (config: Config): Promise<Config> => {
  if (config.role !== 'all' && config.role !== 'api') return config
  const probe = createServer()
  await new Promise<void>((resolve, reject) =>
    probe.once('error', (error) => reject(listenError(error))).listen(config.port, config.host, resolve),
  )
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return atPort(config, typeof address === 'object' && address !== null ? address.port : 0)
}
