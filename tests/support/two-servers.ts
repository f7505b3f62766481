import { pino } from 'pino'
import { openAtrium } from '../../app/atrium.ts'
import { cheapHasher, dist, openTestAtrium } from './atrium.ts'
import { call, type Client } from './client.ts'

export type TwoServers = Awaited<ReturnType<typeof openTwoServers>>

/** Two servers on one database: A, where an administrator has signed in, and B, which knows them by what A has written. */
export const openTwoServers = async (environment: Record<string, string> = {}) => {
  const atrium = await openTestAtrium({ environment })
  const other = await openAtrium(atrium.config, pino({ level: 'silent' }), atrium.services.resources, dist, cheapHasher)
  const urlB = (await other.app?.listen({ port: 0, host: '127.0.0.1' })) ?? ''
  const onA = await atrium.asUser('all')
  const onB: Client['call'] = (method, path, body, headers) =>
    call(urlB, method, path, body, { authorization: `Bearer ${onA.token}`, ...headers })
  const close = async () => {
    await other.close()
    await atrium.close()
  }
  return { atrium, other, urlB, onA, onB, onBoth: (at: number) => (at % 2 === 0 ? onA.call : onB), close }
}
