import { chmodSync, chownSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { randomBytes } from 'node:crypto'
import { signIn } from '../support/client.ts'
import { newDataDir, startServer } from '../support/server.ts'
import { accountOf, administrator, employee } from '../support/sign-in-page.ts'
import { command, expectVerified } from './invariants.ts'
import { ask, baseCopy, startCopy } from './world/copies.ts'
import { ownPostgres } from './world/postgres.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const patient = { timeout: 60_000, interval: 100 }

it('goes back to a moment of an own PostgreSQL, and nobody who was erased since comes back', async () => {
  const { dataDir, remove } = newDataDir()
  closing.push(remove)
  const [data, archive, ground] = [join(dataDir, 'data'), join(dataDir, 'archive'), join(dataDir, 'primary')]
  for (const folder of [data, archive, ground]) mkdirSync(folder)
  // PostgreSQL may run as a user of its own.
  for (const folder of [dataDir, ground]) chmodSync(folder, 0o755)
  const primary = await ownPostgres(ground)
  closing.push(() => primary.stop())
  const { account } = primary.cluster.programs
  if (account) chownSync(archive, account.uid, account.gid)
  await ask(primary, 'alter system set archive_mode = on')
  await ask(primary, `alter system set archive_command = 'cp %p ${archive}/%f'`)
  await primary.stop()
  await primary.start()
  const settings = {
    MASTER_KEY: randomBytes(32).toString('hex'),
    DEMO: 'on',
    BACKUP_DIR: join(dataDir, 'backups'),
    DATABASE_URL: primary.urlAt(primary.port()),
  }
  const server = await startServer(data, settings)
  closing.push(() => server.kill())
  const staff = await signIn(server.url, data, accountOf(data, administrator))
  const gone = accountOf(data, employee)
  const names = async (by: typeof staff) =>
    (await by.call('GET', '/api/category?per_page=100')).body.data.map(({ name }: { name: string }) => name)
  const make = (name: string) => staff.call('POST', '/api/category', { name })
  expect((await make('Before the copy')).status).toBe(200)
  const copy = await baseCopy(primary, join(dataDir, 'copy'))
  expect((await make('After the copy')).status).toBe(200)
  await wait(1_000)
  const [{ now } = {}] = await ask(primary, 'select clock_timestamp()::text as now')
  const asOfThen = await names(staff)
  await wait(1_000)
  // What is to be undone, and what is not.
  expect((await make('A mistake')).status).toBe(200)
  const found = await staff.call('GET', `/api/employee?keyword=${encodeURIComponent(gone.email)}`)
  const { id, fullname } = found.body.data[0]
  expect((await staff.call('POST', `/api/employee/${id}/erasure`, { name: fullname })).status).toBe(200)
  const ledger = join(settings.BACKUP_DIR, 'erasures.ndjson')
  await vi.waitUntil(() => existsSync(ledger), { timeout: 90_000, interval: 200 })
  expect(await server.stop()).toBe(0)
  await ask(primary, 'select pg_switch_wal()')
  const archived = async () =>
    (
      await ask(
        primary,
        'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as is from pg_stat_archiver',
      )
    )[0]
  await vi.waitUntil(async () => (await archived())?.is === true, patient)
  await primary.stop()

  const recovered = await startCopy(copy, 'recovery', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: String(now),
    recovery_target_action: 'promote',
  })
  closing.push(() => recovered.stop())
  const isThere = async () => (await ask(recovered, 'select not pg_is_in_recovery() as is'))[0]?.is === true
  await vi.waitUntil(isThere, patient)
  const again = { ...settings, DATABASE_URL: recovered.urlAt(recovered.port()) }
  expect(await command(data, ['after-recovery', '--erasures', ledger], again)).toMatchObject({ code: 0, stderr: '' })
  renameSync(join(data, 'checkpoints'), join(data, 'checkpoints of the time after'))
  const next = await startServer(data, again)
  closing.push(() => next.kill())
  // Whoever was signed in is not, and signs in anew.
  const old = await fetch(`${next.url}/api/me`, { headers: { authorization: `Bearer ${staff.token}` } })
  expect(old.status).toBe(401)
  const anew = await signIn(next.url, data, accountOf(data, administrator))
  expect(await names(anew)).toEqual(asOfThen)
  expect(asOfThen).toEqual(expect.arrayContaining(['Before the copy', 'After the copy']))
  await vi.waitUntil(
    async () => (await anew.call('GET', `/api/employee/${id}`)).body.data?.fullname === '[erased]',
    patient,
  )
  expect((await next.stop()) === 0).toBe(true)
  await expectVerified(data, again)
}, 240_000)
