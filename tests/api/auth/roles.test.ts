import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { command } from '../../faults/invariants.ts'
import { dist } from '../../support/atrium.ts'
import { call, nextMail, signIn } from '../../support/client.ts'
import { environment, newDataDir, type RunningServer, startServer } from '../../support/server.ts'

const data = newDataDir()
const workers: ChildProcess[] = []
let server: RunningServer

const startWorker = (role: 'projector' | 'mailer') => {
  const env = environment(data.dataDir, { DEMO: 'off', ROLE: role })
  workers.push(spawn(process.execPath, [join(dist, 'server', 'main.js')], { env, stdio: 'ignore' }))
}

beforeAll(async () => {
  startWorker('projector')
  server = await startServer(data.dataDir, { DEMO: 'off', ROLE: 'api' })
  startWorker('mailer')
}, 60_000)
afterAll(async () => {
  await server.stop()
  for (const worker of workers) {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
  await data.remove()
}, 60_000)

it('a new system of three roles lets the first administrator in by mail and shows what they write', async () => {
  const [userName, email, password] = ['boss', 'boss@example.org', 'correct horse battery staple']
  const made = await command(data.dataDir, ['create-administrator', '--user-name', userName, '--email', email])
  const token = /\/change\/([\w-]+)/.exec(made.stdout)?.[1]
  expect((await call(server.url, 'POST', `/api/auth/change/${token}`, { password })).status).toBe(200)
  // The mail about the new password comes first.
  await nextMail(data.dataDir, email, 0)
  const boss = await signIn(server.url, data.dataDir, { type: 'user', userName, email, password })
  const { status, body } = await boss.call('POST', '/api/category', { name: 'News' })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('projected')
  expect((await boss.call('GET', '/api/category')).body.data).toMatchObject([{ name: 'News' }])
  expect((await boss.call('GET', '/api/utility/config')).body.data).toMatchObject({ siteTitle: 'Atrium' })

  const listed = await command(data.dataDir, ['sign-ins', 'BOSS'])
  expect(listed.stdout).toMatch(/^Last sign-in: 20\d\d-.* UTC\. Signed in now: 1\.\nunknown device, since 20\d\d-/)
  const ended = await command(data.dataDir, ['end-sign-ins', userName])
  expect([ended.code, ended.stdout]).toEqual([0, 'Sign-ins that were ended: 1.\n'])
  expect((await boss.call('GET', '/api/me')).status).toBe(401)
  expect((await command(data.dataDir, ['sign-ins', userName, '--employee'])).code).toBe(1)
}, 60_000)
