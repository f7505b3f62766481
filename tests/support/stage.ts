import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { useBrowser } from './browser.ts'
import type { TestDatabase } from './database.ts'
import { copyDemoCompany } from './demo-company.ts'
import { newDataDir, type RunningServer, startServer } from './server.ts'

type Stage = {
  dataDir: string
  readonly database: TestDatabase
  readonly server: RunningServer
  readonly browser: Browser
}

/** A server with its demo company and a browser, for all tests of a file. They are there once the tests run. */
export const openStage = (environment: Record<string, string> = {}): Stage => {
  const data = newDataDir()
  const opened: { database?: TestDatabase; server?: RunningServer } = {}
  beforeAll(async () => {
    const copy = await copyDemoCompany(data.dataDir)
    opened.database = copy.database
    opened.server = await startServer(data.dataDir, { ...copy.environment, ...environment })
  }, 120_000)
  afterAll(async () => {
    await opened.server?.stop()
    await opened.database?.drop()
    await data.remove()
  })
  // After the server's, so that pages close before it stops.
  const chromium = useBrowser()
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The server and the browser are there in tests and later hooks only.')
    return one
  }
  return {
    dataDir: data.dataDir,
    get database() {
      return there(opened.database)
    },
    get server() {
      return there(opened.server)
    },
    get browser() {
      return chromium.browser
    },
  }
}
