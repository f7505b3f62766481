import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { newDataDir, type RunningServer, startServer } from './server.ts'

type Stage = { dataDir: string; readonly server: RunningServer; readonly browser: Browser }

/** A server with its demo company and a browser, for all tests of a file. Both are there once the tests run. */
export const openStage = (environment: Record<string, string> = {}): Stage => {
  const data = newDataDir()
  const opened: { server?: RunningServer; browser?: Browser } = {}
  beforeAll(async () => {
    opened.server = await startServer(data.dataDir, environment)
    opened.browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await opened.browser?.close()
    await opened.server?.stop()
    await data.remove()
  })
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The server and the browser are there in tests and later hooks only.')
    return one
  }
  return {
    dataDir: data.dataDir,
    get server() {
      return there(opened.server)
    },
    get browser() {
      return there(opened.browser)
    },
  }
}
