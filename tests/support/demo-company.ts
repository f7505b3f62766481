import { randomBytes } from 'node:crypto'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { templateDatabase, testDatabase, type TestDatabase } from './database.ts'
import { madeOnce } from './made-once.ts'
import { signIn } from './client.ts'
import { startServer } from './server.ts'
import { accountOf, administrator } from './sign-in-page.ts'

const template = 'template_demo'

const settings = (databaseUrl: string, key: string) => ({ DATABASE_URL: databaseUrl, MASTER_KEY: key, DEMO: 'on' })

// The built server fills an empty database and an empty folder, as it does for whoever tries Atrium.
const fill = async (folder: string): Promise<void> => {
  const key = randomBytes(32).toString('hex')
  const server = await startServer(folder, settings(await templateDatabase(template), key))
  // It would lie above what most tests look at.
  const staff = await signIn(server.url, folder, accountOf(folder, administrator))
  for (const { id } of (await staff.call('GET', '/api/popup')).body.data)
    await staff.call('POST', `/api/popup/${id}/deactivate`)
  await server.stop()
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
