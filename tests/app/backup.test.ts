import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openAtrium } from '../../app/atrium.ts'
import { ledgerName, readLedger, writeLedger } from '../../app/backup/ledger.ts'
import { BackupRefused, nameOfBackup } from '../../app/backup/manifest.ts'
import { openBackup } from '../../app/backup/read.ts'
import { restoreBackup } from '../../app/backup/restore.ts'
import { scheduledBackups } from '../../app/backup/scheduled.ts'
import { leftOut, schemas, tablesOf } from '../../app/backup/tables.ts'
import { writeBackup } from '../../app/backup/write.ts'
import { verifyAll } from '../../app/verify/all.ts'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { employee } from '../../domain/resources/employee.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { fileStorage } from '../../platform/files/storage.ts'
import { silentLog } from '../../platform/logger.ts'
import { openPurposeKeys } from '../../platform/purpose-keys.ts'
import { cheapHasher, dist, openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { call, signIn } from '../support/client.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { pngPicture } from '../support/pictures.ts'
import { newDataDir } from '../support/server.ts'

const quiet = pino({ level: 'silent' })
const passphrase = 'seven words that nobody would guess at all'

let atrium: TestAtrium
let admin: Awaited<ReturnType<TestAtrium['asUser']>>
let leaver: Awaited<ReturnType<TestAtrium['asEmployee']>>
let folder: string

beforeAll(async () => {
  atrium = await openTestAtrium()
  folder = join(atrium.dataDir, 'backups')
  admin = await atrium.asUser('all')
  leaver = await atrium.asEmployee()
  const form = new FormData()
  form.set('thumbnail', new Blob([new Uint8Array(await pngPicture())]), 'face.png')
  expect((await leaver.call('PATCH', '/api/me', form)).status).toBe(200)
  await atrium.services.proof.sign(true)
}, 60_000)
afterAll(() => atrium.close())

const storage = () => fileStorage(join(atrium.dataDir, 'files'))
const write = (phrase: string | null = null, signal?: AbortSignal) =>
  writeBackup({
    pool: atrium.database.pool,
    storage: storage(),
    folder,
    passphrase: phrase,
    ...(signal ? { signal } : {}),
  })
const newFolder = () => {
  const path = join(atrium.dataDir, randomBytes(6).toString('hex'))
  mkdirSync(path)
  return path
}

type Place = { database: TestDatabase; data: ReturnType<typeof newDataDir>; environment: Record<string, string> }
const places: Place[] = []
const newPlace = async (environment: Record<string, string> = {}): Promise<Place> => {
  const [database, data] = [await testDatabase(), newDataDir()]
  const key = Buffer.from(atrium.config.masterKey).toString('hex')
  const place = {
    database,
    data,
    environment: { DATABASE_URL: database.url, MASTER_KEY: key, DATA_DIR: data.dataDir, DEMO: 'off', ...environment },
  }
  places.push(place)
  return place
}
afterEach(async () => {
  for (const { database, data } of places.splice(0)) {
    await database.drop()
    await data.remove()
  }
})

const restore = async (path: string, { environment, data }: Place, phrase: string | null = null) => {
  const backup = await openBackup(path, phrase, data.dataDir)
  try {
    await restoreBackup({
      config: readConfig(environment),
      logger: quiet,
      backup,
      erasures: readLedger(join(folder, ledgerName)) ?? [],
    })
  } finally {
    await backup.close()
  }
}
const open = async ({ environment }: Place) => {
  const started = await openAtrium(readConfig(environment), quiet, resources, dist, cheapHasher)
  const url = await (started.app?.listen({ port: 0, host: '127.0.0.1' }) ?? '')
  return { ...started, url }
}
const eventsIn = async ({ pool }: TestDatabase, until: string | null) =>
  (
    await pool.query<{ event: string }>('select event::text from log.event where position <= $1 order by position', [
      until,
    ])
  ).rows
const isUntouched = async ({ pool }: TestDatabase) =>
  (await pool.query("select to_regclass('log.event') is null as none")).rows[0].none === true ||
  (await pool.query('select 1 from log.event union all select 1 from keys.purpose')).rowCount === 0

it('brings everything back as it was at one moment, while others went on writing, and signs everybody out', {
  timeout: 120_000,
}, async () => {
  let isDone = false
  const writers = Promise.all(
    [1, 2, 3].map(async (writer) => {
      for (let one = 0; !isDone && one < 200; one += 1)
        await atrium.run(category, 'create', { name: `W ${writer} ${one}` })
    }),
  )
  const { path, manifest } = await write()
  isDone = true
  await writers
  // Since then: one employee is erased, and a number is drawn that the restored log draws for somebody else.
  const late = await atrium.asEmployee()
  for (const { id, email } of [leaver, late])
    expect((await admin.call('POST', `/api/employee/${id}/erasure`, { name: email.split('@')[0] ?? '' })).status).toBe(
      200,
    )
  await writeLedger(atrium.database.pool, folder)
  expect(readLedger(join(folder, ledgerName))?.map(({ subject }) => subject)).toEqual([
    `employee-${leaver.id}`,
    `employee-${late.id}`,
  ])

  const place = await newPlace()
  await restore(path, place)
  const events = await eventsIn(atrium.database, manifest.position)
  expect(await eventsIn(place.database, manifest.position)).toEqual(events)
  expect(events.length).toBe(manifest.tables.find(({ name }) => name === 'log.event')?.rows)
  const restored = await open(place)
  try {
    // Nothing but the erasure came to the log, with the picture of whom it is about.
    const { rows } = await place.database.pool.query('select type from log.event where position > $1 order by 1', [
      manifest.position,
    ])
    expect(rows.map(({ type }) => type)).toEqual(['EmployeeDeactivated', 'FileDeleted', 'FileEdited', 'PersonErased'])
    const keyFor = await openPurposeKeys(place.database.pool, atrium.config.masterKey, [])
    const verified = await verifyAll({ ...restored.services, config: readConfig(place.environment), keyFor })
    expect(verified.problems).toEqual([])
    expect(verified.signed).toBeGreaterThan(0)
    const header = { authorization: admin.token }
    expect((await call(restored.url, 'GET', '/api/me', undefined, header)).status).toBe(401)
    const again = await signIn(restored.url, place.data.dataDir, admin.account)
    const found = await again.call('GET', `/api/employee/${leaver.id}`)
    expect(found.body.data).toMatchObject({ fullname: '[erased]', email: '[erased]' })
    // The number of whoever came after the backup belongs to somebody else now, who is not erased.
    const { id, position } = await restored.services.dispatch({
      resource: employee,
      verb: 'create',
      sent: { employee_number: '12', fullname: 'Nova', display_name: 'Nova', email: 'nova@example.org' },
      actor: { type: 'system', id: 'test' },
      perms: null,
      commandId: '7b0a5a0e-52c5-4a53-9f0e-6d9f0f8c9a11',
    })
    expect(id).toBe(late.id)
    await restored.services.projector.waitFor(position ?? 0n, 20_000)
    expect((await again.call('GET', `/api/employee/${id}?`)).body.data).toMatchObject({ fullname: 'Nova' })
    const mails = async (database: TestDatabase) =>
      (await database.pool.query<{ id: string }>('select id from mail.outbox')).rows.map(({ id: mail }) => mail)
    const before = await mails(atrium.database)
    expect(before.length).toBeGreaterThan(0)
    expect((await mails(place.database)).filter((mail) => before.includes(mail))).toEqual([])
  } finally {
    await restored.close()
  }
})

it('refuses a backup of which any byte was changed, before anything is restored', { timeout: 60_000 }, async () => {
  const { path, bytes } = await write()
  const whole = readFileSync(path)
  const place = await newPlace()
  const changed = join(newFolder(), 'changed.zip')
  for (const at of [0, 40, bytes >> 2, bytes >> 1, bytes - 40, bytes - 1]) {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ 1
    writeFileSync(changed, copy)
    await expect(restore(changed, place), `byte ${at}`).rejects.toThrow(BackupRefused)
  }
  writeFileSync(changed, whole.subarray(0, bytes - 1000))
  await expect(restore(changed, place)).rejects.toThrow(BackupRefused)
  expect(await isUntouched(place.database)).toBe(true)
  await restore(path, place)
})

it('opens an encrypted backup by its passphrase alone', { timeout: 60_000 }, async () => {
  const { path } = await write(passphrase)
  expect(path).toMatch(/\.atrium\.zip\.age$/)
  const bytes = readFileSync(path)
  expect(bytes.toString('latin1')).not.toContain('manifest.json')
  const place = await newPlace()
  await expect(restore(path, place)).rejects.toThrow(/is encrypted: set BACKUP_PASSPHRASE/)
  await expect(restore(path, place, `${passphrase}!`)).rejects.toThrow(/BACKUP_PASSPHRASE does not open the backup/)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  const changed = join(newFolder(), 'changed.age')
  writeFileSync(changed, bytes)
  await expect(restore(changed, place, passphrase)).rejects.toThrow('The backup is damaged or was changed')
  await restore(path, place, passphrase)
  expect((await readdir(place.data.dataDir)).filter((name) => name.startsWith('restore-'))).toEqual([])
})

it('restores into an empty database only, by the right master key, and leaves nothing where it cannot', async () => {
  const { path } = await write()
  const place = await newPlace({ MASTER_KEY: randomBytes(32).toString('hex') })
  await expect(restore(path, place)).rejects.toThrow(ConfigError)
  expect(await isUntouched(place.database)).toBe(true)
  const right = {
    ...place,
    environment: { ...place.environment, MASTER_KEY: Buffer.from(atrium.config.masterKey).toString('hex') },
  }
  await restore(path, right)
  await expect(restore(path, right)).rejects.toThrow('The database is not empty')
  const { database } = await newPlace()
  await database.pool.query('create table public.platform_migration (id text primary key)')
  await database.pool.query("insert into public.platform_migration values ('of-a-later-version')")
  await expect(
    restore(path, { ...right, environment: { ...right.environment, DATABASE_URL: database.url } }),
  ).rejects.toThrow('The database is not empty')
})

it('breaks off without a trace, and gives its connection back', async () => {
  const stop = new AbortController()
  const writing = write(null, stop.signal)
  stop.abort()
  await expect(writing).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([])
  await expect
    .poll(async () => {
      const { rows } = await atrium.database.pool.query(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and query ilike 'copy %' and state <> 'idle'",
      )
      return rows[0]?.n
    })
    .toBe(0)
})

it('makes one when it is due, keeps the newest, and leaves other files alone', async () => {
  const [into, hour] = [newFolder(), 3_600_000]
  const config = { backupDir: into, backupHours: 2, backupKeep: 2, backupPassphrase: null, eventStoreUrl: null }
  const ago = (hours: number) => join(into, nameOfBackup(new Date(Date.now() - hours * hour), false))
  const [oldest, older, newest] = [ago(9), ago(6), ago(3)]
  for (const path of [oldest, older, newest]) writeFileSync(path, '')
  const others = ['notes.txt', ledgerName]
  for (const name of others) writeFileSync(join(into, name), '')
  const backups = scheduledBackups({ config, pool: atrium.database.pool, storage: storage(), logger: silentLog })
  const names = async () => (await readdir(into)).filter((name) => !others.includes(name)).sort()
  await backups.backUp()
  await expect.poll(names).toHaveLength(2)
  expect([oldest, older, newest].map(existsSync)).toEqual([false, false, true])
  const made = await names()
  await backups.backUp()
  await backups.stop()
  expect(await names()).toEqual(made)
  expect((await readdir(into)).filter((name) => others.includes(name)).sort()).toEqual([...others].sort())
})

it('knows of every table what becomes of it', async () => {
  const { pool } = atrium.database
  const { rows } = await pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname = any($1)`,
    [schemas],
  )
  const kept = (await tablesOf(pool)).map(({ name }) => name)
  expect([...kept, ...leftOut].sort()).toEqual(rows.map(({ name }) => name).sort())
  // Whoever adds a table says here that a backup may hold it; else it stands in `leftOut`.
  expect([...kept].sort()).toEqual([
    'auth.address_key',
    'auth.credential',
    'auth.digest',
    'auth.known_device',
    'auth.known_network',
    'auth.language',
    'auth.list_preferences',
    'auth.mail_choice',
    'auth.passkey',
    'auth.shortcut',
    'command.draft',
    'command.ends_promise',
    'command.job',
    'command.job_item',
    'command.list_view',
    'command.list_view_fact',
    'command.picture',
    'command.post_open',
    'command.secret',
    'consumer.change',
    'consumer.checkpoint',
    'consumer.dead_letter',
    'consumer.presence',
    'inbox.opened',
    'keys.erasure',
    'keys.erasure_again',
    'keys.purpose',
    'keys.subject',
    'log.checkpoint',
    'log.claim',
    'log.event',
    'log.former_key',
    'log.guard',
    'log.identity',
    'log.reservation',
    'log.tile',
    'log.witness',
    'mail.approved',
    'mail.tested',
  ])
})
