import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { employee } from '../domain/resources/employee.ts'
import { writeSheet } from '../platform/sheets/write.ts'
import { callOk, memoryOf, type Served, serveWith, tokenOf } from './server.ts'
import { quantile } from './watch.ts'

// npx tsx bench/import.ts [rows] [rounds]: employees from a real .xlsx, checked and imported all or nothing, beside somebody who
// reads; needs a build. How fast bare inserts of the same rows are, bench/batch.ts tells.
const [count, rounds] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 3)]
const columns = Object.keys(employee.sheets?.modes.insert?.columns ?? {})

const fileOf = async (folder: string, round: number): Promise<string> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(1_000_000 * (round + 1) + index)
    const values: Readonly<Record<string, string>> = {
      employee_number: number,
      fullname: `Person ${number}`,
      display_name: `P ${number}`,
      email: `p${number}@example.org`,
      phone_number: `+62${number}`,
      superior_employee_number: index < 10 ? '' : String(1_000_000 * (round + 1) + (index % 10)),
    }
    return columns.map((name) => values[name] ?? '')
  })
  const pages = async function* () {
    yield rows
  }
  const path = join(folder, `${round}.xlsx`)
  await pipeline(writeSheet('Employees', columns, pages()), createWriteStream(path))
  return path
}

/** Seconds of processor time that the server has used. */
const processorOf = ({ child }: Served): number => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
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
  return async () => {
    stopped.abort()
    await running
    return { p95: quantile(times, 0.95), memory: memory.most }
  }
}

const upload = async ({ url }: Served, token: string, path: string) => {
  const form = new FormData()
  form.set('mode', 'insert')
  form.set('dry_run', 'true')
  form.set('xlsx', await openAsBlob(path), 'employees.xlsx')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/employee/bulk`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()).data
}

const run = async (served: Served, token: string, path: string) => {
  const stop = reading(served, token)
  const [began, used] = [performance.now(), processorOf(served)]
  const { check, created } = await upload(served, token, path)
  const checked = performance.now()
  if (created !== count) throw new Error(`${created} of ${count} would be made`)
  await callOk(served.url, token, 'POST', `/api/import/${check}`, { invite: false })
  const look = () => callOk(served.url, token, 'GET', `/api/job/${check}`)
  let job = await look()
  for (; !job.finishedAt; job = await look()) await pause(50)
  const ended = performance.now()
  if (job.done !== count) throw new Error(`${job.done} of ${count} were made`)
  const seconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
  return {
    checked: seconds(began, checked),
    imported: seconds(checked, ended),
    all: seconds(began, ended),
    'rows/s': Math.round(count / ((ended - checked) / 1_000)),
    'processor s': Math.round((processorOf(served) - used) * 10) / 10,
    ...(await stop()),
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-import-'))
const served = await serveWith(['dist/server/main.js'], {
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: 'on',
})
try {
  const token = await tokenOf(served.url, dataDir)
  const table: object[] = []
  for (let round = 0; round < rounds; round += 1) table.push(await run(served, token, await fileOf(dataDir, round)))
  console.table(table)
} finally {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
