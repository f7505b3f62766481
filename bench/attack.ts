import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { attacks } from './attacks.ts'
import { type Served, memoryOf, serveWith, tokenOf } from './server.ts'

// npx tsx bench/attack.ts [seconds per attack] [seconds of rest after them]; needs a build (npm run build).
const [seconds, rest] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 60)]
const connections = 20
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-attack-'))

// What everybody else may notice of an attack.
const bounds = { readMs: 300, liveMs: 100, refused: 0, memoryMb: 500 }

type Times = { read: number[]; live: number[]; refused: number; memory: number }

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
}

/** Asks for something every `everyMs` until the end, one after the other, and hands on how long each answer took. */
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

/** A normal reader, a probe of health and the memory of the server, for so many seconds. */
const watch = async (served: Served, token: string, milliseconds: number): Promise<Times> => {
  const times: Times = { read: [], live: [], refused: 0, memory: 0 }
  const signal = AbortSignal.timeout(milliseconds)
  const headers = { authorization: `Bearer ${token}` }
  await Promise.all([
    askOften(
      signal,
      50,
      () => fetch(`${served.url}/api/post?per_page=20`, { headers }),
      (took, status) => {
        times.read.push(took)
        times.memory = Math.max(times.memory, memoryOf(served))
        if (status !== 200) times.refused += 1
      },
    ),
    askOften(
      signal,
      50,
      () => fetch(`${served.url}/health/live`),
      (took, status) => {
        times.live.push(took)
        if (status !== 200) times.refused += 1
      },
    ),
  ])
  return times
}

const lineOf = ({ read, live, refused, memory }: Times) => ({
  reads: read.length,
  'read p50 ms': quantile(read, 0.5),
  'read p95 ms': quantile(read, 0.95),
  'live p95 ms': quantile(live, 0.95),
  'live max ms': quantile(live, 1 - Number.EPSILON),
  'not answered': refused,
  'memory MB': memory,
})

const isWithin = ({ read, live, refused, memory }: Times) =>
  read.length > 0 &&
  live.length > 0 &&
  quantile(read, 0.95) < bounds.readMs &&
  quantile(live, 0.95) < bounds.liveMs &&
  refused <= bounds.refused &&
  memory < bounds.memoryMb

const run = async (served: Served) => {
  const token = await tokenOf(served.url, dataDir)
  const table: Record<string, object> = {}
  const measure = async (name: string, milliseconds: number) => {
    const times = await watch(served, token, milliseconds)
    table[name] = { ...lineOf(times), within: isWithin(times) }
    if (!isWithin(times)) process.exitCode = 1
  }
  await measure('nobody', Math.min(seconds, 10) * 1_000)
  for (const [name, attack] of Object.entries(attacks)) {
    const stop = new AbortController()
    setMaxListeners(connections, stop.signal)
    const attackers = Array.from({ length: connections }, () => attack(served.url, stop.signal))
    await measure(name, seconds * 1_000)
    stop.abort()
    const sent = (await Promise.all(attackers)).reduce((sum, count) => sum + count, 0)
    table[name] = { ...table[name], attempts: sent }
  }
  await pause(rest * 1_000)
  await measure('afterwards', Math.min(seconds, 10) * 1_000)
  console.table(table)
}

const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
try {
  await run(served)
} finally {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
