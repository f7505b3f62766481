import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { connect } from '../../event-store/eventstoredb/connection.ts'
import { makeReader } from '../../event-store/eventstoredb/read.ts'

it('does not take a read for complete whose connection was given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const connection = connect(`esdb://127.0.0.1:${port}?tls=false`, () => {})
  try {
    const reading = makeReader(connection, 1_000, {
      readFrom: async (after) => after,
      isMoved: async () => false,
    }).stream('post-1', 0)
    const [socket] = await once(silent, 'connection')
    const first = connection.client()
    for (let failures = 0; failures < 3; failures += 1) connection.reportFailure(first)
    await expect(reading).rejects.toThrow('EventStoreDB does not answer')
    socket.destroy()
  } finally {
    await connection.close()
    silent.close()
  }
})
