import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type Client, signIn } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { expectVerified } from './invariants.ts'

// The last version that was given out: its commit is moved with each release (CONTRIBUTING.md).
const release = '894169ca'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const place = mkdtempSync(join(tmpdir(), 'atrium-release-'))
const before = join(place, 'release')

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

beforeAll(async () => {
  await run('git', ['worktree', 'add', '--detach', before, release], { cwd: root })
  const { stdout } = await run('git', ['diff', '--name-only', release, '--', 'package-lock.json'], { cwd: root })
  // Its packages are those that are there, unless they have changed since.
  if (stdout === '') symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'))
  await run(process.execPath, ['scripts/build.mjs'], { cwd: before, maxBuffer: 50_000_000 })
  expect(existsSync(join(before, 'dist', 'server', 'main.js'))).toBe(true)
}, 600_000)
afterAll(async () => {
  await run('git', ['worktree', 'remove', '--force', before], { cwd: root }).catch(() => undefined)
  await rm(place, { recursive: true, force: true })
})

const names = async (client: Client): Promise<string[]> =>
  (await client.call('GET', '/api/category?per_page=100')).body.data.map(({ name }: { name: string }) => name)

it('the last release and this version work beside each other, and either alone on what the other left', async () => {
  const [database, data] = [await testDatabase(), newDataDir()]
  closing.push(() => database.drop(), data.remove)
  const settings = { DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('hex'), DEMO: 'on' }
  const start = async (version: string): Promise<{ server: RunningServer; staff: Client }> => {
    const server = await startServer(data.dataDir, settings, 120_000, version)
    closing.push(() => server.kill())
    return { server, staff: await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator)) }
  }
  const work = async ({ staff }: { staff: Client }, name: string) => {
    const made = await staff.call('POST', '/api/category', { name })
    const path = `/api/category/${made.body.data.id}` as const
    const edited = await staff.call('PUT', path, { name: `${name}, edited` })
    const ended = await staff.call('POST', `${path}/deactivate`)
    expect([made.status, edited.status, ended.status], name).toEqual([200, 200, 200])
    expect(await names(staff)).toContain(`${name}, edited`)
  }
  const old = await start(before)
  await work(old, 'by the release')
  const now = await start(root)
  await work(now, 'by this version')
  await work(old, 'by the release, beside it')
  const all = ['by the release, edited', 'by this version, edited', 'by the release, beside it, edited']
  for (const { staff } of [old, now])
    await vi.waitFor(async () => expect(await names(staff)).toEqual(expect.arrayContaining(all)), 10_000)
  for (const { server } of [old, now])
    expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({ status: 'ready' })
  const [written, until] = [{ ok: 0, other: 0 }, Date.now() + 5_000]
  const load = async ({ staff }: { staff: Client }, by: string) => {
    for (let one = 0; Date.now() < until; one += 1) {
      const { status } = await staff.call('POST', '/api/category', { name: `by load ${by} ${one}` })
      written[status === 200 ? 'ok' : 'other'] += 1
    }
  }
  await Promise.all([load(old, 'of the release'), load(now, 'of this version')])
  expect(written.other).toBe(0)
  expect(written.ok).toBeGreaterThan(50)
  expect(await old.server.stop()).toBe(0)
  await work(now, 'by this version alone')
  expect(await now.server.stop()).toBe(0)
  // Back, and on again.
  const back = await start(before)
  await work(back, 'by the release again')
  expect(await back.server.stop()).toBe(0)
  const last = await start(root)
  await work(last, 'by this version at last')
  expect(await last.server.stop()).toBe(0)
  await expectVerified(data.dataDir, settings)
}, 300_000)
