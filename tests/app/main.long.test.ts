import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { newDataDir, startServer } from '../support/server.ts'

const embeddedIn = (dataDir: string) => serverProcess(join(dataDir, 'postgres', 'cluster'))

it('the embedded PostgreSQL is not left behind by a start that fails, on a folder of its own, before or after it is open', {
  timeout: 60_000,
}, async () => {
  const data = newDataDir()
  try {
    await (await startServer(data.dataDir, { DEMO: 'off' })).stop()
    // Another key than the one it was sealed with.
    // In front of the sentence or behind it is what the log says.
    const starting = startServer(data.dataDir, { DEMO: 'off', MASTER_KEY: 'ab'.repeat(32) })
    await expect(starting).rejects.toThrow(/ended with 78: (\{.*\}\n)*MASTER_KEY .*\n(\{.*\}\n)*$/)
    expect(embeddedIn(data.dataDir)).toBeNull()
    // Fails after the database is open: an event store that no one serves.
    const missing = startServer(data.dataDir, { DEMO: 'off', EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' })
    await expect(missing).rejects.toThrow(/ended with 78: (.*\n)*EVENTSTORE_URL must/)
    expect(embeddedIn(data.dataDir)).toBeNull()
  } finally {
    await data.remove()
  }
})
