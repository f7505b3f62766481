import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryOf, type Served } from '../server.ts'
import { quantile } from '../watch.ts'
import type { Ask, Order, Told } from './asks.ts'
import { offered } from './offered.ts'

/** What an overload did to a server; milliseconds, and memory in MB. */
export type Overload = {
  /** What 32 callers were served before, each with its next request as soon as it has its answer: as much as there is capacity for. */
  before: Told
  during: Told
  /** How long each probe of /health/live took meanwhile, each by a connection of its own; those that failed, by why. */
  live: number[]
  failedProbes: string[]
  memory: number
  /** How long after the end everything was as before; null when it was not within ten seconds. */
  recoveredAfter: number | null
}

const callers = 32
const toRecover = 10_000

const probeOnce = (url: string) =>
  new Promise<string | null>((resolve) => {
    const asked = get(`${url}/health/live`, { agent: false, timeout: 5_000 }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode === 200 ? null : `${answer.statusCode}`))
    })
    asked.on('timeout', () => asked.destroy(new Error('no answer for five seconds')))
    asked.on('error', ({ message }) => resolve(message))
  })

/** Probes as an orchestrator does, and looks at the memory, until the end. */
const watched = async (served: Pick<Served, 'url' | 'child'>, signal: AbortSignal) => {
  const seen = { live: [] as number[], failedProbes: [] as string[], memory: 0 }
  while (!signal.aborted) {
    const began = performance.now()
    const failure = await probeOnce(served.url)
    if (failure === null) seen.live.push(performance.now() - began)
    else seen.failedProbes.push(failure)
    seen.memory = Math.max(seen.memory, memoryOf(served))
    await pause(50)
  }
  return seen
}

/** Whether a crowd as before is served as before: nobody is refused, and nobody waits more than twice as long (or than 300 ms). */
const isAsBefore = (told: Told, before: Told): boolean =>
  told.refused.length === 0 &&
  Object.keys(told.others).length === 0 &&
  quantile(told.served, 0.95) <= Math.max(300, 2 * quantile(before.served, 0.95))

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 200

/** Measures how many requests a second a server answers, then offers it so many times as many for a time, whatever it answers. */
export const overload = async (
  served: Pick<Served, 'url' | 'child'>,
  asks: readonly Ask[],
  times: number,
  seconds: number,
): Promise<Overload> => {
  const port = Number(new URL(served.url).port)
  let seed = 0
  const send = (pace: Order['pace'], milliseconds: number) => {
    seed += 1
    return offered({ port, asks, pace, milliseconds, seed })
  }
  // What is compiled and read for the first time counts for nobody.
  await send({ callers }, 5_000)
  const before = await send({ callers }, 10_000)
  const over = new AbortController()
  const watching = watched(served, over.signal)
  const during = await send({ perSecond: before.offered * times }, seconds * 1_000)
  over.abort()
  const seen = await watching
  const ended = performance.now()
  const soFar = () => performance.now() - ended
  let recoveredAfter: number | null = null
  while (recoveredAfter === null && soFar() < toRecover) {
    const after = soFar()
    const told = await send({ callers }, 1_000)
    if (isAsBefore(told, before) && (await isReady(served.url))) recoveredAfter = after
  }
  return { before, during, ...seen, recoveredAfter }
}
