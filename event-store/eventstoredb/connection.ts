import type { Credentials, EventStoreDBClient } from '@eventstore/db-client'
import { isOutage, NoAnswer } from './error.ts'
import { channelOf, offerNoCompression, openClient } from './internals.ts'
import { StoreUnavailable } from '../port.ts'

export type Connection = {
  /** Given with every append: it selects the client's classic append path, the other one can crash the process. */
  credentials: Credentials
  /** Runs a request with a deadline of our own (milliseconds), and notes whether the server answered. */
  attempt<T>(milliseconds: number, request: (client: EventStoreDBClient) => Promise<T>): Promise<T>
  /** The client as it is now, for requests that have no single answer. Report their failure. */
  client(): EventStoreDBClient
  /** Whether the client is still in use. A read on one that is not ends as if it were complete: the client hides the cancelling. */
  isInUse(client: EventStoreDBClient): boolean
  reportFailure(client: EventStoreDBClient): void
  close(): Promise<void>
}

/** Failures in a row after which the client is thrown away: a channel that fails with UNKNOWN or INTERNAL never reconnects. */
const failuresBeforeRebuild = 3

/** A connection that replaces its client after a failure. @param warn is told of each failure */
export const connect = (url: string, warn: (message: string, error: unknown) => void): Connection => {
  offerNoCompression()
  const credentials = credentialsOf(url)
  let client = openClient(url)
  let failures = 0
  let isClosed = false

  const reportFailure = (failed: EventStoreDBClient) => {
    if (failed !== client || isClosed) return
    failures += 1
    if (failures < failuresBeforeRebuild) return
    failures = 0
    client = openClient(url)
    warn('EventStoreDB does not answer, connecting anew', null)
    dispose(failed).catch((error: unknown) => warn('an old connection to EventStoreDB could not be closed', error))
  }
  return {
    credentials,
    client: () => client,
    isInUse: (asked) => asked === client && !isClosed,
    reportFailure,
    async attempt(milliseconds, request) {
      if (isClosed) throw new StoreUnavailable('the log is closed')
      const used = client
      try {
        const answer = await withDeadline(milliseconds, request(used))
        failures = 0
        return answer
      } catch (error) {
        if (isOutage(error)) reportFailure(used)
        throw error
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await dispose(client)
    },
  }
}

/** User name and password of a connection string; without TLS the server ignores them and any will do. */
export const credentialsOf = (url: string): Credentials => {
  const [, username, password] = /^[a-z+]+:\/\/([^:@/]+):([^@/]*)@/.exec(url) ?? []
  if (username !== undefined && password !== undefined) {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  }
  if (/[?&]tls=false(?:&|$)/i.test(url)) return { username: 'unused', password: 'unused' }
  throw new Error('EVENTSTORE_URL needs a user name and password (esdb://user:password@host:2113), or tls=false')
}

const withDeadline = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer(milliseconds)), milliseconds)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const dispose = async (client: EventStoreDBClient): Promise<void> => {
  const channel = await channelOf(client)
  await withDeadline(2000, client.dispose()).catch(() => {})
  channel.close()
}
