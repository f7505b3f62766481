import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Client } from '../support/client.ts'
import { environment } from '../support/server.ts'
import { type Entry, nameIn, send } from './load.ts'

export const program = join(import.meta.dirname, '..', '..', 'dist', 'server', 'atrium.js')

/** Runs `npm run atrium -- <words>` as built, on a data folder. */
export const command = (
  dataDir: string,
  words: readonly string[],
  extra: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { env: environment(dataDir, extra) }
    execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
    )
  })

/** `verify` finds nothing wrong. */
export const expectVerified = async (dataDir: string, extra: Record<string, string> = {}): Promise<void> => {
  const { code, stdout, stderr } = await command(dataDir, ['verify'], extra)
  expect(`${stdout}${stderr}`).toMatch(/are whole, and the read models say the same/)
  expect(code).toBe(0)
}

const brief = (entries: readonly Entry[]): string[] =>
  entries
    .slice(0, 10)
    .map(
      ({ method, path, status, outcome, began, ended }) =>
        `${method} ${path} ${status} ${outcome}, ${Math.round(began)} to ${Math.round(ended)}`,
    )

type Listed = { id: number; name: string; version: number }

const allCategories = async (client: Client): Promise<Listed[]> => {
  const found: Listed[] = []
  for (let page = 1; ; page += 1) {
    const { status, body } = await client.call('GET', `/api/category?page=${page}&per_page=100`)
    expect(status, JSON.stringify(body)).toBe(200)
    found.push(...body.data)
    if (page >= body.meta.total_page) {
      expect(body.meta.total_item).toBe(found.length)
      return found
    }
  }
}

const demoCategories = 4

/**
 * What was acknowledged is there once, and nothing else is: each creation is one record, each renaming one version of it. Asked
 * again with its key, a command gives the answer that it gave.
 */
export const expectEachOnce = async (client: Client, entries: readonly Entry[]): Promise<void> => {
  expect(brief(entries.filter((entry) => entry.outcome !== 'ok'))).toEqual([])
  const made = entries.filter((entry) => entry.method === 'POST')
  const renamed = new Map(entries.filter((entry) => entry.method === 'PUT').map((entry) => [entry.id, nameIn(entry)]))
  const listed = new Map((await allCategories(client)).map((one) => [one.id, one]))
  expect(new Set(made.map((entry) => entry.id)).size).toBe(made.length)
  expect(listed.size).toBe(made.length + demoCategories)
  for (const entry of made) {
    const renaming = renamed.get(entry.id)
    const expected = { name: renaming ?? nameIn(entry), version: renaming === undefined ? 1 : 2 }
    expect(listed.get(entry.id ?? 0)).toMatchObject(expected)
  }
  for (const entry of entries.slice(-20))
    expect(await send(client, entry)).toMatchObject({ outcome: 'ok', id: entry.id })
}

/** Milliseconds within which every call is answered, also during an outage (issue, fault F2). */
const longestAnswer = 8_500

/** While something is killed, no answer is anything but a success or 503, and none takes longer than it may. */
export const expectHonestAnswers = (entries: readonly Entry[]): void => {
  expect(entries.length).toBeGreaterThan(0)
  expect(brief(entries.filter((entry) => ![200, 503].includes(entry.status ?? 0)))).toEqual([])
  expect(Math.max(...entries.map((entry) => entry.ended - entry.began))).toBeLessThan(longestAnswer)
}

/** During an outage (performance.now() milliseconds) nothing is acknowledged, and no answer is anything but 503. */
export const expectHonestOutage = (entries: readonly Entry[], from: number, until: number): void => {
  const within = entries.filter((entry) => entry.began >= from && entry.ended <= until)
  expect(within.length).toBeGreaterThan(0)
  expect([...new Set(within.map((entry) => entry.status))]).toEqual([503])
  expectHonestAnswers(entries)
}
