import { afterAll, expect, it } from 'vitest'
import { type FaultRun, missing, openRun } from './world/run.ts'
import { setTimeout as wait } from 'node:timers/promises'

const runs: FaultRun[] = []
afterAll(async () => {
  for (const run of runs) await run.close()
})

it('goes on with a standby of PostgreSQL, and nothing that was acknowledged is lost', async () => {
  const run = await openRun(31, { log: 'postgresql', hasStandby: true })
  runs.push(run)
  const happen = async () => {
    await wait(3_000)
    await run.world.failOver()
    await wait(3_000)
  }
  await run.round('failover', { about: 'PostgreSQL is killed, and its standby takes over', heals: 10_000, happen })
  const { violations, longestToBeReady, counts } = run.seen()
  console.log(JSON.stringify({ longestToBeReady: Math.round(longestToBeReady), counts: Object.fromEntries(counts) }))
  expect(violations).toEqual([])
  expect(missing(run.seen(), { acknowledged: 100, 'kills of PostgreSQL': 1 }), 'INVALID: too little happened').toEqual(
    [],
  )
}, 300_000)
