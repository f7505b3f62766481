import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryBeside, memoryOf, type Served } from './server.ts'

/** What everybody else notices: times in milliseconds, memory in MB, answers other than they should be by their status. */
export type Noticed = {
  read: number[]
  save: number[]
  live: number[]
  refused: Record<string, number>
  memory: number
  /** Of processes that the server has started, beside PostgreSQL. */
  beside: number
  /** The longest that this process itself was held up: what the machine adds to every other time. */
  heldUp: number
}

/** Whoever reads and saves meanwhile: a member of staff, and one post. */
export type Reader = { token: string; post: number; fields: Record<string, unknown> }

/** The value below which such a share of the values lies. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(10 * (sorted[Math.floor(sorted.length * share)] ?? Number.NaN)) / 10
}

/** The last of them. */
export const longest = (values: readonly number[]): number => Math.round(Math.max(...values))

/** Asks every `everyMs` until the end, one after the other, and hands on how long each answer took. */
const askOften = async (
  signal: AbortSignal,
  everyMs: number,
  ask: () => Promise<Response>,
  note: (milliseconds: number, status: number) => void,
) => {
  while (!signal.aborted) {
    const began = performance.now()
    const answer = await ask()
    await answer.arrayBuffer()
    note(performance.now() - began, answer.status)
    await pause(everyMs)
  }
}

/** A normal reader, somebody who saves, a probe of health and the memory of the server, for so many milliseconds. */
export const watch = async (
  served: Pick<Served, 'url' | 'child'>,
  reader: Reader,
  milliseconds: number,
): Promise<Noticed> => {
  const noticed: Noticed = { read: [], save: [], live: [], refused: {}, memory: 0, beside: 0, heldUp: 0 }
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const signal = AbortSignal.timeout(milliseconds)
  const headers = { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' }
  const into = (times: number[]) => (took: number, status: number) => {
    times.push(took)
    noticed.memory = Math.max(noticed.memory, memoryOf(served))
    noticed.beside = Math.max(noticed.beside, memoryBeside(served))
    if (status !== 200) noticed.refused[status] = (noticed.refused[status] ?? 0) + 1
  }
  const saved = () => JSON.stringify({ ...reader.fields, excerpt: `Saved ${performance.now()}` })
  await Promise.all([
    askOften(signal, 50, () => fetch(`${served.url}/api/post?per_page=20`, { headers }), into(noticed.read)),
    askOften(
      signal,
      500,
      () => fetch(`${served.url}/api/post/${reader.post}`, { method: 'PUT', headers, body: saved() }),
      into(noticed.save),
    ),
    askOften(signal, 50, () => fetch(`${served.url}/health/live`), into(noticed.live)),
  ])
  return { ...noticed, heldUp: Math.round(delay.max / 1e6) }
}
