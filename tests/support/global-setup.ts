import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedDatabase } from '../../platform/database/embedded.ts'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { silentLog } from '../../platform/logger.ts'
import { processIdentity } from '../../platform/process-identity.ts'
import { fastFolder } from './fast-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** What is made once for all files of the run lies here (made-once.ts). */
    runFolder: string
  }
}

const prefix = 'atrium-test-'

/** One embedded PostgreSQL for the whole run; tests/support/database.ts gives each test a database of its own on it. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  for (const place of new Set([tmpdir(), fastFolder])) clearKilledRuns(place)
  const folder = mkdtempSync(join(fastFolder, `${prefix}${process.pid}-`))
  // Several files at once, some with servers of their own, share what one server has for one installation.
  const small = await openEmbeddedDatabase(folder, silentLog)
  await ask(small.url, 'alter system set max_connections = 300')
  await small.leave()
  const server = await openEmbeddedDatabase(folder, silentLog)
  await ask(server.url, 'create database template_atrium')
  await ask(server.url.replace(/\/atrium$/, '/template_atrium'), 'create extension pg_trgm')
  const runFolder = join(folder, 'made')
  mkdirSync(runFolder)
  project.provide('databaseUrl', server.url)
  project.provide('runFolder', runFolder)
  return async () => {
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

const ask = async (connectionString: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A run that was killed left its server behind. */
function clearKilledRuns(place: string): void {
  for (const name of readdirSync(place)) {
    if (!name.startsWith(prefix)) continue
    const pid = Number.parseInt(name.slice(prefix.length), 10)
    if (processIdentity(pid) !== null) continue
    const folder = join(place, name)
    const server = serverProcess(join(folder, 'postgres', 'cluster'))
    if (server !== null) process.kill(server, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
