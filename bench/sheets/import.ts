import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { type Base, openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { employee } from '../../domain/resources/employee.ts'
import { readConfig } from '../../platform/config.ts'
import { keepSheet, makeBareTables, runBare } from './bare-rows.ts'
import { checkFile, employeesFile, importChecked, sentLength } from './employees.ts'
import { round } from '../measure.ts'
import { callOk, memoryOf, type Served, serveWith, tokenOf } from '../server.ts'
import { quantile } from '../watch.ts'

// npx tsx bench/sheets/import.ts [rows] [rounds]: employees from a real .xlsx, checked and imported all or nothing, beside somebody who
// reads, and after that, beside the same reader, bare transactions with multi-row inserts of the very same rows into tables with the
// same columns and indexes; needs a build.
const [count, rounds] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 3)]

const statOf = (pid: number): number[] => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.map(Number)
}

/** Seconds of processor time that the server has used, and PostgreSQL with what worked for it and has ended. */
const processorOf = ({ child }: Served, postmaster: number) => {
  const seconds = (pid: number, from: number, to: number) =>
    statOf(pid)
      .slice(from, to)
      .reduce((sum, one) => sum + one, 0) / 100
  const workers = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean)
  const database = workers.reduce((sum, pid) => sum + seconds(Number(pid), 11, 13), seconds(postmaster, 11, 15))
  return { server: seconds(child.pid ?? 0, 11, 13), database }
}

/** Somebody who reads lists meanwhile, and the memory of the server. */
const reading = (served: Served, token: string) => {
  const stopped = new AbortController()
  const [times, memory] = [[] as number[], { most: 0 }]
  const read = async () => {
    while (!stopped.signal.aborted) {
      const began = performance.now()
      await callOk(served.url, token, 'GET', '/api/post?per_page=20')
      times.push(performance.now() - began)
      memory.most = Math.max(memory.most, memoryOf(served))
      await pause(20)
    }
  }
  const running = read()
  return {
    noticed: () => ({ p95: quantile(times, 0.95), memory: memory.most }),
    stop: () => {
      stopped.abort()
      return running
    },
  }
}

const run = async (served: Served, base: Base, token: string, path: string) => {
  const { rows } = await base.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]?.pid ?? 0)[1] ?? 0
  const reader = reading(served, token)
  const [began, used] = [performance.now(), processorOf(served, postmaster)]
  const check = await checkFile(served, token, path, count)
  const checked = performance.now()
  await keepSheet(base.pool, check)
  const confirmed = performance.now()
  await importChecked(served, base.pool, { token, check, count })
  const ended = performance.now()
  const now = processorOf(served, postmaster)
  const [checking, importing] = [(checked - began) / 1_000, (ended - confirmed) / 1_000]
  const noticed = reader.noticed()
  // Somebody reads beside the bare transactions too.
  const made = { job: check, resource: employee.name, sentLength }
  const [bare, json] = [await runBare(base.pool, made, 'values'), await runBare(base.pool, made, 'json')]
  await reader.stop()
  return {
    checked: round(checking),
    imported: round(importing),
    all: round(checking + importing),
    'rows/s': Math.round(count / (checking + importing)),
    'bare rows/s': Math.round(count / bare.seconds),
    'bare rows': bare.rows,
    ratio: round(bare.seconds / (checking + importing)),
    'import alone': round(bare.seconds / importing),
    'json rows/s': Math.round(count / json.seconds),
    'json ratio': round(json.seconds / (checking + importing)),
    'server s': round(now.server - used.server),
    'database s': round(now.database - used.database),
    ...noticed,
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-import-'))
const served = await serveWith(['dist/server/main.js'], {
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: 'on',
})
const base = await openBase(readConfig({ DATA_DIR: dataDir }), pino({ level: 'warn' }), resources)
try {
  const token = await tokenOf(served.url, dataDir)
  await makeBareTables(base.pool, employee.name)
  const table: object[] = []
  for (let index = 0; index < rounds; index += 1)
    table.push(await run(served, base, token, await employeesFile(dataDir, 1_000_000 * (index + 1), count)))
  console.table(table)
} finally {
  await base.close()
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
