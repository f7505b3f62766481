import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverProcess } from '../../platform/database/embedded-server.ts'
import { fastFolder } from './fast-folder.ts'

const program = join(import.meta.dirname, '..', 'platform', 'database', 'embedded-member.ts')

/** A new folder below the run's temporary one; `remove` also ends a server that a killed member left there. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(fastFolder, `atrium-test-${process.pid}-`))
  const remove = () => {
    const server = serverProcess(join(path, 'postgres', 'cluster'))
    if (server !== null) process.kill(server, 'SIGQUIT')
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return { path, remove }
}

/** Starts a member process; resolves when it is in. */
export async function startMember(
  dataDir: string,
  options: { script?: string; copies?: string; env?: Record<string, string> } = {},
): Promise<{ url: string; process: ChildProcess }> {
  const { LANG: _lang, LC_ALL: _all, ...inherited } = process.env
  const args = ['--import', import.meta.resolve('tsx'), options.script ?? program, dataDir]
  const child = spawn(process.execPath, options.copies === undefined ? args : [...args, options.copies], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...options.env },
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const url = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the member ended with ${code}: ${errors}`))),
  ])
  return { url, process: child }
}

/** Sends the signal and waits for the end of the process. */
export async function endMember(member: { process: ChildProcess }, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const end = once(member.process, 'exit')
  member.process.kill(signal)
  await end
}

/** The first column of the first row, as text, over a connection of its own. */
export async function ask(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' })
    return String(rows[0]?.[0])
  } finally {
    await client.end().catch(() => {})
  }
}
