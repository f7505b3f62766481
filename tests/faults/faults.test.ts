import { afterAll, expect, it, vi } from 'vitest'
import type { Mix } from './mix.ts'
import { type FaultRun, missing, openRun } from './world/run.ts'

// `npm run faults` does more and longer (faults.long.test.ts).
const runs: FaultRun[] = []
afterAll(async () => {
  for (const run of runs) await run.close()
})

const patient = { timeout: 30_000, interval: 20 }

/** Once commands are on their way: answers of the database are lost, one of them with the server that waits for it; the mail server is away meanwhile. */
const happen = async ({ world, note: { counts } }: Mix) => {
  const [a, b] = world.nodes
  const comesTo = (least: number) => vi.waitUntil(() => (counts.get('acknowledged') ?? 0) >= least, patient)
  await vi.waitUntil(() => (counts.get('conflicts') ?? 0) > 0, patient)
  await comesTo(30)
  await world.mail.become('away')
  b.proxy.loseAnswerTo(['log-append'])
  // What was appended is committed, and nobody is left to say so.
  const killed = new Promise((resolve, reject) => {
    a.proxy.loseAnswerTo(['log-append', 'CategoryCreated'], () => void a.kill().then(resolve, reject))
  })
  await killed
  await a.start()
  await comesTo(40)
}

it('keeps its word while a server is killed, answers of its database are lost and the mail server is away', async () => {
  const run = await openRun(22, { log: 'postgresql', isShared: true })
  runs.push(run)
  await run.round('short', { about: 'a bit of everything', heals: 5_000, happen })
  expect(run.seen().violations).toEqual([])
  const wanted = { acknowledged: 30, unknown: 1, 'committed unanswered': 1, conflicts: 1, 'kills of servers': 1 }
  expect(missing(run.seen(), wanted), 'INVALID: too little happened').toEqual([])
}, 180_000)
