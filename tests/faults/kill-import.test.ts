import { openAsBlob } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { employee } from '../../domain/resources/employee.ts'
import { type Answer, type Client, signIn } from '../support/client.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { sheetOf } from '../support/sheets.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { expectVerified } from './invariants.ts'

// On Postgres; with IMPORT_EVENTSTORE_URL on an EventStoreDB whose log is empty.
const store: Record<string, string> = process.env.IMPORT_EVENTSTORE_URL
  ? { EVENTSTORE_URL: process.env.IMPORT_EVENTSTORE_URL }
  : {}
const perRound = 400
const columns = Object.keys(employee.sheets?.modes.insert?.columns ?? {})
const data = newDataDir()
let server: RunningServer
let admin: Client

const start = async () => {
  server = await startServer(data.dataDir, store)
  admin = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
}
beforeAll(start, 90_000)
afterAll(async () => {
  await server.stop()
  await data.remove()
})

/** A file of new employees, all led by the last of its rows. */
const peopleOf = (round: number): Promise<string> => {
  const numbers = Array.from({ length: perRound }, (_, index) => `${round}${String(index).padStart(4, '0')}`)
  const rows = numbers.map((number) => {
    const values: Readonly<Record<string, string>> = {
      employee_number: number,
      fullname: `Imported round${round} ${number}`,
      display_name: number,
      email: `p${number}@round${round}.example`,
      superior_employee_number: number === numbers.at(-1) ? '' : (numbers.at(-1) ?? ''),
    }
    return columns.map((name) => values[name] ?? '')
  })
  return sheetOf(columns, rows)
}

const checked = async (round: number): Promise<string> => {
  const form = new FormData()
  form.set('mode', 'insert')
  form.set('dry_run', 'true')
  form.set('xlsx', await openAsBlob(await peopleOf(round)), 'people.xlsx')
  const { status, body } = await admin.call('POST', '/api/employee/bulk', form)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({ created: perRound, refused: 0 })
  return body.data.check
}

const namesOf = async (round: number): Promise<string[]> => {
  const names: string[] = []
  for (let page = 1; page <= perRound / 100 + 1; page += 1) {
    const { status, body } = await admin.call('GET', `/api/employee?keyword=round${round}&per_page=100&page=${page}`)
    expect(status, JSON.stringify(body)).toBe(200)
    names.push(...body.data.map(({ fullname }: { fullname: string }) => fullname))
  }
  return names
}

it('has all rows of a spreadsheet once, or none of them, whenever the server is killed amid its import', {
  timeout: 180_000,
}, async () => {
  for (const [index, milliseconds] of [5, 150, 600].entries()) {
    const round = index + 1
    const check = await checked(round)
    const sent: Promise<Answer | null> = admin.call('POST', `/api/import/${check}`, { invite: false }).catch(() => null)
    await pause(milliseconds)
    await server.kill()
    const acknowledged = (await sent)?.status === 200
    await start()

    const look = async () => admin.call('GET', `/api/job/${check}`)
    const begun = (await look()).status === 200
    if (acknowledged) expect(begun).toBe(true)
    if (begun) {
      await vi.waitUntil(async () => (await look()).body.data.finishedAt !== null, { timeout: 60_000 })
      expect((await look()).body.data).toMatchObject({ state: 'done', done: perRound, failed: 0 })
    }
    const names = await namesOf(round)
    expect(names).toHaveLength(begun ? perRound : 0)
    expect(new Set(names).size).toBe(names.length)
  }
  await expectVerified(data.dataDir, store)
})
