import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { fastFolder } from './fast-folder.ts'
import { nodeOptions } from './node-options.ts'

const root = join(import.meta.dirname, '..', '..')

export type RunningServer = {
  url: string
  dataDir: string
  process: ChildProcess
  output(): string
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
}

/** The environment of a process of ours on a data folder: none of the outer run's databases, mail or keys. */
export const environment = (dataDir: string, extra: Record<string, string> = {}) => {
  const { DATABASE_URL: _one, EVENTSTORE_URL: _two, SMTP_URL: _three, MASTER_KEY: _four, ...kept } = process.env
  return {
    ...kept,
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    AUTH_LIMITS_FACTOR: '1000',
    ...extra,
  }
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
    child.once('exit', (code) => resolve(code))
  })

/** A folder for a server's data, and how to remove it. */
export const newDataDir = (): { dataDir: string; remove(): Promise<void> } => {
  const dataDir = mkdtempSync(join(fastFolder, 'atrium-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

const patience = 60_000

/** True when a server says that it is ready. */
export const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    (answer) => answer.status === 200,
    () => false,
  )

/** Starts the server as built in a folder as a process of its own and waits until it is ready, for each step so many milliseconds; else it ends it. */
export const startServer = async (
  dataDir: string,
  extra: Record<string, string> = {},
  timeout = patience,
  built = root,
): Promise<RunningServer> => {
  const child = spawn(process.execPath, [...nodeOptions, join(built, 'dist', 'server', 'main.js')], {
    cwd: built,
    env: environment(dataDir, extra),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const isThere = async () => {
    const patient = { timeout, interval: 50 }
    const address = await vi.waitUntil(() => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${text}`)
      return /http:\/\/[\w.]+:\d+/.exec(text)?.[0]
    }, patient)
    await vi.waitUntil(() => isReady(address), patient)
    return address
  }
  const url = await isThere().catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  return {
    url,
    dataDir,
    process: child,
    output: () => text,
    kill: async () => {
      child.kill('SIGKILL')
      await ended(child)
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ended(child)
    },
  }
}

export type Account = { type: 'user' | 'employee'; userName?: string; email: string; password: string; role?: string }

/** The demo company's accounts. */
export const accountsOf = (dataDir: string): Account[] =>
  JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'))
