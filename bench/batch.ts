import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAtrium } from '../app/atrium.ts'
import type { Atrium } from '../app/start.ts'
import { resources } from '../domain/catalog.ts'
import { employee } from '../domain/resources/employee.ts'
import { readConfig } from '../platform/config.ts'
import { makeBareTables, runBare } from './sheets/bare-rows.ts'
import { median, round } from './measure.ts'

// npx tsx bench/batch.ts [records per round] [rounds]: employees made by a job, all or nothing and the valid ones only, beside a
// bare transaction with multi-row inserts of the very same rows into tables with the same columns and indexes; needs a build.
const [count, rounds] = [Number(process.argv[2] ?? 5_000), Number(process.argv[3] ?? 3)]
const actor = { type: 'system', id: 'bench' } as const

let made = 0
let sentLength = 0

const run = async ({ services }: Atrium, isAtomic: boolean, name: string) => {
  const items = Array.from({ length: count }, (_, index) => {
    const unique = `${name}-${index}`
    const sent = {
      employee_number: String((made += 1)),
      fullname: `Employee ${unique}`,
      display_name: unique,
      email: `${unique}@example.org`,
      point: 0,
    }
    return { resource: employee.name, record: null, verb: 'create', sent, version: null, since: null }
  })
  sentLength = JSON.stringify(items[0]?.sent).length
  const id = randomUUID()
  const began = performance.now()
  await services.jobs.start({ id, actor, verb: 'create', resource: employee.name, items, isAtomic, isSilent: true })
  let job = await services.jobs.settled('system-bench', id)
  while (!job?.finishedAt) job = await services.jobs.settled('system-bench', id)
  const jobSeconds = (performance.now() - began) / 1_000
  if (!(await services.projector.waitFor(await services.log.store.head(), 60_000))) throw new Error('not projected')
  if (job.done !== count) throw new Error(`${job.done} of ${count} were made`)
  return { id, jobSeconds, seconds: (performance.now() - began) / 1_000 }
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off', PORT: '0', ...process.env })
const atrium = await openAtrium(config, pino({ level: 'warn' }), resources)
try {
  const { pool } = atrium.services
  await makeBareTables(pool, employee.name)
  await run(atrium, false, 'warm-up')
  for (const isAtomic of [false, true]) {
    const found: { job: number; projected: number; bare: number }[] = []
    for (let index = 0; index < rounds; index += 1) {
      const { id, jobSeconds, seconds } = await run(atrium, isAtomic, `${isAtomic ? 'all' : 'valid'}-${index}`)
      const bare = await runBare(pool, { job: id, resource: employee.name, sentLength }, 'values')
      found.push({ job: count / jobSeconds, projected: count / seconds, bare: count / bare.seconds })
    }
    const of = (name: 'job' | 'projected' | 'bare') => median(found.map((one) => one[name]))
    console.log(
      `${isAtomic ? 'all or nothing' : 'the valid ones'}: ${Math.round(of('job'))} records/s written, ${Math.round(of('projected'))} with read models, bare ${Math.round(of('bare'))}; ratio ${round(of('job') / of('bare'))} and ${round(of('projected') / of('bare'))}`,
    )
  }
} finally {
  await atrium.close()
  rmSync(dataDir, { recursive: true, force: true })
}
