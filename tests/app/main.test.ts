import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { nodeOptions } from '../support/node-options.ts'
import { environment, newDataDir, startServer } from '../support/server.ts'

const root = join(import.meta.dirname, '..', '..')

// What else ends so, and with which sentence, is in refused-start.test.ts.
it('ends with 78 and a sentence when HOST is nowhere', { timeout: 60_000 }, async () => {
  const data = newDataDir()
  const starting = startServer(data.dataDir, { DEMO: 'off', HOST: '256.256.256.256' })
  await expect(starting).rejects.toThrow('ended with 78: HOST is a name that nobody knows here.\n')
  await data.remove()
})

const embeddedIn = (dataDir: string) => serverProcess(join(dataDir, 'postgres', 'cluster'))

describe('the embedded PostgreSQL', () => {
  it('is not left behind by a start that fails', { timeout: 60_000 }, async () => {
    const data = newDataDir()
    try {
      // Fails after the database is open: an event store that no one serves.
      const missing = startServer(data.dataDir, { DEMO: 'off', EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' })
      await expect(missing).rejects.toThrow(/ended with 78: (.*\n)*EVENTSTORE_URL must/)
      expect(embeddedIn(data.dataDir)).toBeNull()
    } finally {
      await data.remove()
    }
  })

  it('is not left behind by a start that is broken off', { timeout: 60_000 }, async () => {
    const data = newDataDir()
    const child = spawn(process.execPath, [...nodeOptions, join(root, 'dist', 'server', 'main.js')], {
      cwd: root,
      env: environment(data.dataDir),
      stdio: 'ignore',
    })
    const ending = new Promise<number | null>((resolve) => child.once('exit', resolve))
    try {
      // While the demo company is made.
      await expect.poll(() => existsSync(join(data.dataDir, 'postgres', 'members')), { timeout: 30_000 }).toBe(true)
      await expect.poll(() => embeddedIn(data.dataDir), { timeout: 30_000, interval: 5 }).not.toBeNull()
      child.kill('SIGTERM')
      expect(await ending).toBe(0)
      expect(embeddedIn(data.dataDir)).toBeNull()
    } finally {
      await data.remove()
    }
  })
})
