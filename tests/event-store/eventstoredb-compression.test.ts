import http2 from 'node:http2'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { connect } from '../../event-store/eventstoredb/connection.ts'

it("grpc-js's private place still works: the client offers no compression", async () => {
  // A bare HTTP/2 server, because grpc-js's own takes the header away before a handler sees it.
  const server = http2.createServer()
  const offered = new Promise<unknown>((resolve) => {
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {})
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { endStream: true })
      resolve(headers['grpc-accept-encoding'])
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = connect(`esdb://127.0.0.1:${portOf(server.address())}?tls=false`, () => {})
  const stream = connection.client().readStream('sample-1')
  stream.on('error', () => {})
  stream.resume()
  expect(await offered).toBe('identity')
  await connection.close()
  server.close()
})

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address ? address.port : 0
}
