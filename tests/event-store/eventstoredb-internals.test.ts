import { EventStoreDBClient, excludeSystemEvents, START } from '@eventstore/db-client'
import { Client, connectivityState, credentials as channelCredentials, status } from '@grpc/grpc-js'
import { once } from 'node:events'
import http2 from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../event-store/eventstoredb/connection.ts'
import { channelOf, openClient, subscribeToBytes } from '../../event-store/eventstoredb/internals.ts'

type Asked = { path: unknown; offered: unknown; deadline: unknown; body: string }

// A bare HTTP/2 server, because grpc-js's own takes headers away before a handler sees them.
const server = http2.createServer()
const asked: Asked[] = []
server.on('stream', (stream, headers) => {
  stream.on('error', () => {})
  stream.once('data', (body: Buffer) => {
    const { ':path': path, 'grpc-accept-encoding': offered, 'grpc-timeout': deadline } = headers
    asked.push({ path, offered, deadline, body: body.toString('hex') })
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { endStream: true })
  })
})
const credentials = { username: 'somebody', password: 'secret' }
let url = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `esdb://127.0.0.1:${portOf(server.address())}?tls=false`
})
afterAll(() => server.close())

it("grpc-js's private place still works: the client offers no compression", async () => {
  asked.length = 0
  const connection = connect(url, () => {})
  const stream = connection.client().readStream('sample-1')
  stream.on('error', () => {})
  stream.resume()
  await expect.poll(() => asked.at(0)?.offered).toBe('identity')
  await connection.close()
})

it('the client stands on the very grpc-js that is changed', () => {
  const ours = createRequire(import.meta.url)
  const theirs = createRequire(ours.resolve('@eventstore/db-client'))
  expect(theirs.resolve('@grpc/grpc-js')).toBe(ours.resolve('@grpc/grpc-js'))
})

it.each([0n, 7n])('subscribes after position %d with the very request of the client', async (position) => {
  asked.length = 0
  const client = EventStoreDBClient.connectionString(url)
  const fromPosition = position === 0n ? START : { commit: position, prepare: position }
  const theirs = client.subscribeToAll({ fromPosition, filter: excludeSystemEvents(), credentials })
  theirs.on('error', () => {})
  theirs.resume()
  await expect.poll(() => asked.length).toBe(1)
  const ours = await subscribeToBytes(client, position, credentials)
  ours.on('error', () => {})
  ours.resume()
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toEqual(asked[0])
  await client.dispose()
})

it('a channel that is closed is closed for the client', async () => {
  const client = EventStoreDBClient.connectionString(url)
  const channel = await channelOf(client)
  expect(await channelOf(client)).toBe(channel)
  channel.close()
  expect(channel.getConnectivityState(false)).toBe(connectivityState.SHUTDOWN)
  await client.dispose()
})

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address ? address.port : 0
}

it('a call that fails while no leader is found leaves nothing unhandled', async () => {
  const client = openClient('esdb://127.0.0.1:1,127.0.0.1:2?tls=false&maxDiscoverAttempts=1&discoveryInterval=1')
  const looking = client['getChannel']()
  const failed = new Client('127.0.0.1:1', channelCredentials.createInsecure())
  const handled = client['handleError'](failed, Object.assign(new Error('away'), { code: status.UNAVAILABLE }))
  await expect(looking).rejects.toThrow('Failed to discover')
  await expect(handled).resolves.toBeUndefined()
  failed.close()
})
