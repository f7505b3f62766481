import { rmSync } from 'node:fs'
import { employee } from '../../domain/resources/employee.ts'
import { bareInserts, insertBare, keepSheet, makeBareTables } from '../sheets/bare-rows.ts'
import { checkFile, employeesFile, importChecked, sentLength } from '../sheets/employees.ts'
import type { Figure, Ground } from './figure.ts'
import { processorTime } from './processor.ts'
import { inTurns, type Turn } from './turns.ts'

// Each of them takes some ten seconds.
const mostRounds = 3
const firstNumber = 1_000_000

/** What some work of `count` rows takes, and the processor's time of the process that does it. */
const timed = async (
  { postmaster }: Ground,
  { pid, count }: { pid: number; count: number },
  work: () => Promise<unknown>,
): Promise<Turn> => {
  const [began, before] = [performance.now(), processorTime(pid, postmaster)]
  await work()
  const seconds = (performance.now() - began) / 1_000
  return { rate: count / seconds, micros: (processorTime(pid, postmaster) - before) / count }
}

/** Has a spreadsheet checked and imported; answers what that took, and the job. The bare tables keep what waited for its confirmation. */
const importOne = async (ground: Ground, count: number): Promise<{ turn: Turn; job: string }> => {
  const { atrium, pool, token, dataDir } = ground
  const { rows } = await pool.query<{ known: number }>('select count(*)::int as known from employee')
  const path = await employeesFile(dataDir, firstNumber + (rows[0]?.known ?? 0), count)
  let job = ''
  const turn = await timed(ground, { pid: atrium.child.pid ?? 0, count }, async () => {
    job = await checkFile(atrium, token, path, count)
    await keepSheet(pool, job)
    await importChecked(atrium, pool, { token, check: job, count })
  })
  rmSync(path)
  return { turn, job }
}

/** So many new employees from a spreadsheet, checked and then imported all or nothing, beside one transaction that inserts the very same rows. */
export const importOf = (count: number): Figure => ({
  name: 'import',
  reach: 0.6,
  measure: async (ground) => {
    const { pool } = ground
    await makeBareTables(pool, employee.name)
    let { job } = await importOne(ground, count)
    const bare = async () => {
      const inserts = await bareInserts(pool, { job, resource: employee.name, sentLength }, 'values')
      return timed(ground, { pid: process.pid, count }, () => insertBare(pool, inserts))
    }
    const ours = async () => {
      const made = await importOne(ground, count)
      job = made.job
      return made.turn
    }
    return inTurns(Math.min(ground.rounds, mostRounds), 'rows/s', ours, bare)
  },
})

/** Of as many rows as `npm run bench` imports. */
export const imports: readonly Figure[] = [importOf(10_000)]
