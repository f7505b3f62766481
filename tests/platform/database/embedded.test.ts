import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ConfigError } from '../../../platform/config.ts'
import { openEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { serverProcess } from '../../../platform/database/embedded-server.ts'
import { silentLog } from '../../../platform/logger.ts'
import { fastest } from '../../support/fastest.ts'
import { ask, endMember, startMember, temporaryFolder } from '../../support/embedded.ts'

// The run's own server plays the stranger.
const strangersUrl = inject('databaseUrl')
const patience = { timeout: 20_000, interval: 50 }

// One folder for all, which the first test fills: making a cluster is most of the work. embedded.long.test.ts has a new one for each.
describe('embedded PostgreSQL', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => folder.remove())
  const open = () => openEmbeddedDatabase(folder.path, silentLog)
  const running = () => serverProcess(join(folder.path, 'postgres', 'cluster'))

  it('is started once by three processes that come at the same time', async () => {
    const members = await Promise.all([1, 2, 3].map(() => startMember(folder.path)))
    expect(new Set(members.map((member) => member.url)).size).toBe(1)
    await Promise.all(members.map((member) => endMember(member, 'SIGTERM')))
    expect(running()).toBeNull()
  })

  it('is a UTF-8 database with checksums that knows accented letters, and asks for its password, which only its owner can read', async () => {
    const server = await open()
    const facts = [
      await ask(server.url, 'show server_encoding'),
      await ask(server.url, 'select datctype from pg_database where datname = current_database()'),
      await ask(server.url, 'show data_checksums'),
      await ask(server.url, "select lower('É')"),
    ]
    const wrong = server.url.replace(/:[^:@]+@/, ':wrong@')
    await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
    await server.leave()
    expect(facts).toEqual(['UTF8', 'C.UTF-8', 'on', 'é'])
    expect(statSync(join(folder.path, 'postgres', 'password')).mode & 0o777).toBe(0o600)
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

  it('is started again under the same address when it is killed', async () => {
    const server = await open()
    const before = running()
    process.kill(before ?? 0, 'SIGKILL')
    await expect.poll(() => running() ?? before, patience).not.toBe(before)
    await expect.poll(() => ask(server.url, 'select 1').catch(() => ''), patience).toBe('1')
    await server.leave()
    expect(running()).toBeNull()
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
})
