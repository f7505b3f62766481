import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { fillLog } from '../../bench/log/fill.ts'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { readConfig } from '../../platform/config.ts'
import { alone } from '../../platform/database/connection.ts'
import { program } from '../faults/invariants.ts'
import { random } from '../faults/world/random.ts'
import { fakeEventStoreDb } from '../event-store/fake-eventstoredb.ts'
import { testDatabase } from '../support/database.ts'
import { environment } from '../support/server.ts'

// EVENTS=1000000 LOG_KILLS=8 LOG_SEED=22 npx vitest run tests/cli/whole-log.long.test.ts: some half an hour and 12 GB of memory, since the databases lie there.
const { EVENTS = '6000', LOG_KILLS = '4', LOG_SEED = `${Math.floor(Math.random() * 2 ** 31)}` } = process.env
const [events, kills, seed] = [Number(EVENTS), Number(LOG_KILLS), Number(LOG_SEED)]
const draws = random(seed)
const folder = mkdtempSync(join(tmpdir(), 'atrium-whole-log-'))
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

type Ran = { code: number | null; text: string; seconds: number; megabytes: number }

/** Runs one command, and kills it as soon as it is midway. Answers also the most memory that it held. */
const command = (
  words: readonly string[],
  extra: Record<string, string>,
  isMidway: () => Promise<boolean> = async () => false,
): Promise<Ran> =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(process.execPath, [program, ...words], { env: environment(folder, extra) })
    let [text, megabytes] = ['', 0]
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
    const look = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
        megabytes = Math.max(megabytes, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024))
      } catch {
        // It has ended, or this is no Linux.
      }
      void isMidway().then((is) => is && child.kill('SIGKILL'))
    }, 10)
    child.once('close', (code) => {
      clearInterval(look)
      resolve({ code, text, seconds: Math.round((performance.now() - began) / 100) / 10, megabytes })
    })
  })

const tell = (what: string, { code, text, seconds, megabytes }: Ran) =>
  console.log(
    `${what}: ${code === null ? 'killed' : code}, ${seconds} s, ${megabytes} MB; ${text.trim().split('\n').at(-1)}`,
  )

const finished = async (what: string, words: readonly string[], extra: Record<string, string>): Promise<Ran> => {
  const ran = await command(words, extra)
  tell(what, ran)
  expect([what, ran.code, ran.code === 0 ? '' : ran.text]).toEqual([what, 0, ''])
  return ran
}

const masterKey = randomBytes(32).toString('hex')

/** A database with a log of so many events, all signed, and its read models. Answers the root of the log. */
const filled = async () => {
  const database = await testDatabase()
  closing.push(() => database.drop())
  const settings = { DATABASE_URL: database.url, MASTER_KEY: masterKey, DATA_DIR: folder, DEMO: 'off' }
  const base = await openBase(readConfig(settings), pino({ level: 'error' }), resources)
  await fillLog(base, events)
  await base.proof.sign(true)
  const [newest] = await base.proof.checkpoints.list(1)
  await base.close()
  expect(newest?.size).toBe(events)
  return { database, settings, root: newest?.root.toString('base64') ?? '' }
}

const digest = `select count(*)::int as rows, md5(string_agg(md5(event::text), '' order by position)) as digest from log.event`

/** What all rows of a log are, however long that takes. */
const digestOf = (pool: Pool): Promise<unknown> =>
  alone(pool, async (client) => {
    await client.query('set statement_timeout = 0')
    return (await client.query(digest)).rows
  })

it('is restored equal from a backup, and moved to EventStoreDB through kills with the same root', async () => {
  console.log(`${events} events, ${kills} kills, seed ${seed}`)
  const { database, settings, root } = await filled()
  await finished('rebuild', ['rebuild'], settings)
  const whole = new RegExp(`${events} events are whole, and the read models say the same`)

  const to = join(folder, 'backups')
  mkdirSync(to)
  await finished('backup', ['backup', '--to', to], settings)
  const [name = ''] = readdirSync(to).filter((one) => one.endsWith('.zip'))
  console.log(`the archive has ${Math.round(statSync(join(to, name)).size / 1e6)} MB`)
  const other = await testDatabase()
  closing.push(() => other.drop())
  const elsewhere = { ...settings, DATABASE_URL: other.url }
  // Killed in the middle nothing is there, and it is repeated.
  const half = await command(['restore', join(to, name)], elsewhere, async () => {
    const { rowCount } = await other.pool.query(
      'select 1 from pg_stat_progress_copy where datname = current_database()',
    )
    return rowCount !== 0
  })
  tell('restore', half)
  expect(half.code, 'INVALID: it was not killed while rows came back').toBeNull()
  await finished('restore', ['restore', join(to, name)], elsewhere)
  await finished('rebuild of what was restored', ['rebuild'], elsewhere)
  expect((await finished('verify of what was restored', ['verify'], elsewhere)).text).toMatch(whole)
  expect(await digestOf(other.pool)).toEqual(await digestOf(database.pool))

  const server = await fakeEventStoreDb()
  closing.push(() => server.kill())
  const moved = { ...settings, EVENTSTORE_URL: server.url }
  for (let kill = 0; kill < kills; kill += 1) {
    const there = server.log.length
    const least = there + draws.between(1, Math.floor(events / kills))
    const ran = await command(['migrate-log'], moved, async () => server.log.length >= least)
    tell(`migrate-log from ${there} on`, ran)
    expect(ran.code, ran.text).toBeNull()
    if (there > 0) expect(ran.text).toMatch(/Goes on after position \d+/)
  }
  expect(server.log.length).toBeGreaterThan(0)
  const { text } = await finished('migrate-log', ['migrate-log'], moved)
  expect(text).toContain(`${events} events are in EventStoreDB, root ${root}.`)
  expect((await finished('verify of what was moved', ['verify'], moved)).text).toMatch(whole)
}, 3_600_000)
