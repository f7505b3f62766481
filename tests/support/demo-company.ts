import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { testDatabase, type TestDatabase } from './database.ts'
import { madeOnce } from './made-once.ts'
import { startServer } from './server.ts'

const template = 'template_demo'

const settings = (databaseUrl: string, key: string) => ({ DATABASE_URL: databaseUrl, MASTER_KEY: key, DEMO: 'on' })

// The built server fills an empty database and an empty folder, as it does for whoever tries Atrium.
const fill = async (folder: string): Promise<void> => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  await client.query(`drop database if exists ${template}`)
  await client.query(`create database ${template} template template_atrium`)
  await client.end()
  const key = randomBytes(32).toString('hex')
  const url = inject('databaseUrl').replace(/\/atrium$/, `/${template}`)
  await (await startServer(folder, settings(url, key))).stop()
  await writeFile(join(folder, 'key'), key)
}

/** Copies the demo company into an empty data folder and a database of its own; `environment` is what a server on both needs. */
export const copyDemoCompany = async (
  dataDir: string,
): Promise<{ database: TestDatabase; environment: Record<string, string> }> => {
  const made = await madeOnce('demo', fill)
  await cp(made, dataDir, { recursive: true })
  const database = await testDatabase(template)
  return { database, environment: settings(database.url, await readFile(join(made, 'key'), 'utf8')) }
}
