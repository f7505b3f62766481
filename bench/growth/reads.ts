import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ground } from '../guard/figure.ts'
import { processorTime } from '../guard/processor.ts'
import { firstPost } from '../guard/reads.ts'
import { asked, connections } from '../guard/turns.ts'
import { send } from '../guard/writes.ts'
import { slugOf, words } from '../load.ts'
import { median } from '../measure.ts'
import { askedOfPeople } from '../people/asked.ts'
import { callOk } from '../server.ts'

/** Addresses that are asked for once in a round, so that no answer is at hand. */
type Fresh = { name: string; by: 'user' | 'employee'; paths: readonly string[] }

const addresses = 400
// Of employees: no more than there are pages above the middle one of 1,000.
const turns = 20

// Steps of the golden section lie evenly however many there are.
const placeOf = (index: number): number => (index * 0.618_034) % 1

const wordsOf = (index: number): string => {
  const first = index % words.length
  const second = (first + 1 + Math.floor(index / words.length)) % words.length
  return `${words[first]}%20${words[second]}`
}

const ofPosts = (count: number): readonly Fresh[] => {
  const ask = (name: string, most: number, pathOf: (index: number) => string): Fresh => ({
    name: `posts: ${name}`,
    by: 'user',
    paths: Array.from({ length: Math.min(addresses, most) }, (_, index) => `/api/post${pathOf(index)}`),
  })
  const pages = Math.floor(count / 20)
  const idOf = (index: number) => firstPost + Math.floor(placeOf(index) * count)
  // The size of a page stands in the text of a statement, and few are kept prepared: screens offer few.
  const pageOf = (index: number) => 1 + Math.floor((index * pages) / Math.min(addresses, pages))
  return [
    ask('first 20 pages', 20, (index) => `?page=${1 + index}&per_page=20`),
    ask('any page', pages, (index) => `?page=${pageOf(index)}&per_page=20`),
    ask('keyword of one', addresses, (index) => `?keyword=${idOf(index)}&per_page=20`),
    ask('keyword of nearly all', 40, (index) => `?keyword=${wordsOf(index)}&per_page=5`),
    ask('any slug', addresses, (index) => `/${slugOf(idOf(index))}`),
  ]
}

/** Of so many posts and as many employees. */
export const freshReads = (count: number): readonly Fresh[] => [
  ...ofPosts(count),
  ...Object.entries(askedOfPeople(count)).map(([name, { by, path }]) => ({
    name: `employees: ${name}`,
    by,
    paths: Array.from({ length: turns }, (_, turn) => `/api${path(turn)}`),
  })),
]

/** Waits until next to nothing works by itself: after loading, texts are still being indexed. */
export const untilIdle = async ({ atrium, postmaster }: Ground): Promise<void> => {
  const time = () => processorTime(atrium.child.pid ?? 0, postmaster)
  for (let isBusy = true; isBusy; ) {
    const before = time()
    await pause(2_000)
    isBusy = time() - before > 100_000
  }
}

/** The same address again and again, as `npm run bench` asks for it. */
export const repeatedReads = (count: number): readonly { name: string; path: string }[] => [
  { name: 'again: page 1', path: '/api/post?per_page=20' },
  { name: 'again: page 500, or the last', path: `/api/post?page=${Math.min(500, Math.floor(count / 20))}&per_page=20` },
  { name: 'again: keyword', path: '/api/post?keyword=marathon%20museum&per_page=20' },
  { name: 'again: slug', path: `/api/post/${slugOf(firstPost + Math.floor(count / 2))}` },
  { name: 'again: me', path: '/api/me' },
]

/** The processor's microseconds for a request, server and PostgreSQL together: the median of rounds. */
export const microsAgain = async (ground: Ground, path: string): Promise<number> => {
  const found: number[] = []
  for (let round = 0; round < ground.rounds; round += 1) {
    const { micros } = await asked(ground, ground.atrium, [path], { authorization: `Bearer ${ground.token}` })
    found.push(micros)
  }
  return Math.round(median(found))
}

/** An edit: what was at hand before it is asked of the database anew. */
const edit = ({ atrium, token }: Ground, round: number) =>
  callOk(atrium.url, token, 'PUT', `/api/post/${firstPost}`, { excerpt: `Read in round ${round} of ${Date.now()}` })

// A tick of the processor's clock is long beside a few requests, so what has few addresses takes more rounds.
const roundsOf = (paths: readonly string[]): number => (paths.length < addresses ? 24 : 8)

const meanOfMiddleHalf = (values: readonly number[]): number => {
  const quarter = Math.floor(values.length / 4)
  const middle = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** The processor's microseconds for a request, server and PostgreSQL together. @throws Error for any answer but a success */
export const microsOf = async (ground: Ground, token: string, { paths }: Fresh): Promise<number> => {
  const { atrium, postmaster } = ground
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const time = () => processorTime(atrium.child.pid ?? 0, postmaster)
  const found: number[] = []
  for (let round = 0; round <= roundsOf(paths); round += 1) {
    await edit(ground, round)
    const before = time()
    const waiting = paths.values()
    const work = async () => {
      for (const path of waiting) await send(atrium.url, token, agent, { method: 'GET', path })
    }
    await Promise.all(Array.from({ length: connections }, work))
    found.push((time() - before) / paths.length)
  }
  agent.destroy()
  // The first round has code compiled and pages read.
  return Math.round(meanOfMiddleHalf(found.slice(1)))
}
