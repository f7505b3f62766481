import { createWriteStream, openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { resources } from '../../domain/catalog.ts'
import { employee } from '../../domain/resources/employee.ts'
import { writeSheet } from '../../platform/sheets/write.ts'
import { readCheckpoint } from '../../projections/running/read-model-writer.ts'
import { readSchema } from '../../projections/schema.ts'
import { callOk, type Served } from '../server.ts'

const columns = Object.keys(employee.sheets?.modes?.insert?.columns ?? {})

const valuesOf = (first: number, index: number): Readonly<Record<string, string>> => {
  const number = String(first + index)
  return {
    employee_number: number,
    fullname: `Person ${number}`,
    display_name: `P ${number}`,
    email: `p${number}@example.org`,
    phone_number: `+62${number}`,
    superior_employee_number: index < 10 ? '' : String(first + (index % 10)),
  }
}

/** How long the JSON of one row is. The superior is kept by a number of six digits, in brackets. */
export const sentLength = JSON.stringify({
  ...valuesOf(1_000_000, 0),
  superior_employee_number: undefined,
  empSuper: [100_000],
}).length

/** A spreadsheet of new employees whose numbers begin at `first`. Ten of them stand above all others. */
export const employeesFile = async (folder: string, first: number, count: number): Promise<string> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const values = valuesOf(first, index)
    return columns.map((name) => values[name] ?? '')
  })
  const pages = async function* () {
    yield rows
  }
  const path = join(folder, `employees-${first}.xlsx`)
  await pipeline(writeSheet('Employees', columns, pages()), createWriteStream(path))
  return path
}

/** Has a file of so many new employees checked; answers the check. @throws Error when some row was refused */
export const checkFile = async ({ url }: Served, token: string, path: string, count: number): Promise<string> => {
  const form = new FormData()
  form.set('mode', 'insert')
  form.set('dry_run', 'true')
  form.set('xlsx', await openAsBlob(path), 'employees.xlsx')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/api/employee/bulk`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(await answer.text())
  const { check, created } = (await answer.json()).data
  if (created !== count) throw new Error(`${created} of ${count} would be made`)
  return check
}

const untilProjected = async (pool: Pool) => {
  const { rows } = await pool.query<{ head: string }>('select max(position) as head from log.event')
  const head = BigInt(rows[0]?.head ?? 0)
  while ((await readCheckpoint(pool, readSchema(resources).name)).position < head) await pause(20)
}

/** Imports what was checked, all or nothing, until all of it can be read. @throws Error when some row was not made */
export const importChecked = async (
  { url }: Served,
  pool: Pool,
  { token, check, count }: { token: string; check: string; count: number },
): Promise<void> => {
  await callOk(url, token, 'POST', `/api/import/${check}`, { invite: false })
  const look = () => callOk(url, token, 'GET', `/api/job/${check}`)
  let job = await look()
  for (; !job.finishedAt; job = await look()) await pause(50)
  if (job.done !== count) throw new Error(`${job.done} of ${count} were made`)
  await untilProjected(pool)
}
