import { afterAll, expect, it } from 'vitest'
import { faults } from './world/faults.ts'
import { type FaultRun, missing, openRun } from './world/run.ts'
import { random } from './world/random.ts'

// `npm run faults -- --help` says what these are.
const { FAULTS_SEED, FAULTS_ONLY, FAULTS_LOG, FAULTS_ROUNDS, FAULTS_MINUTES, FAULTS_KILLS = '0,0' } = process.env
const seed = Number(FAULTS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const only = FAULTS_ONLY?.split(',')
const rounds = Number(FAULTS_ROUNDS ?? 1)
const minutes = Number(FAULTS_MINUTES ?? 25)
const [serverKills = 0, postgresKills = 0] = FAULTS_KILLS.split(',').map(Number)
const logs = (['postgresql', 'eventstoredb'] as const).filter((log) => FAULTS_LOG === undefined || FAULTS_LOG === log)

const runs: FaultRun[] = []
afterAll(async () => {
  for (const run of runs) await run.close()
})

/** The faults of a run in the order of its seed: of each round all of them, the clocks last, since what they leave is of another hour. */
const orderOf = (log: string): string[] => {
  const names = Object.keys(faults).filter(
    (name) => (log === 'eventstoredb' || name !== 'F2b') && (only?.includes(name) ?? true),
  )
  const draws = random(seed)
  const all = Array.from({ length: rounds }, () => draws.shuffled(names.filter((name) => name !== 'F10'))).flat()
  return [...all, ...names.filter((name) => name === 'F10')]
}

// Of a run with all faults; who picks some is told what those have seen.
const wanted = {
  acknowledged: 500,
  unknown: 1,
  'committed unanswered': 1,
  conflicts: 1,
  'uniques refused': 1,
  'imports cut': 1,
}

it.each(logs)(
  'keeps its word on %s through every fault',
  async (log) => {
    console.log(`seed ${seed}, log ${log}: npm run faults -- --seed ${seed} --log ${log}`)
    const until = Date.now() + minutes * 60_000
    const run = await openRun(seed, { log })
    runs.push(run)
    const order = orderOf(log)
    for (const name of order) {
      const fault = faults[name]
      if (!fault) throw new Error(`there is no fault ${name}`)
      if (Date.now() > until || run.seen().violations.length > 0) break
      await run.round(name, fault)
    }
    const { counts, kills, ...seen } = run.seen()
    console.log(JSON.stringify({ log, ...seen, kills, counts: Object.fromEntries(counts) }, null, 2))
    expect(seen.violations).toEqual([])
    const killed = { 'kills of servers': serverKills, 'kills of PostgreSQL': postgresKills }
    expect(
      missing(run.seen(), { ...(only ? { rounds: 1 } : wanted), ...killed }),
      'INVALID: too little happened',
    ).toEqual([])
  },
  minutes * 60_000 + 600_000,
)
