import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client } from '../../support/client.ts'
import { keptLog, scrape, valueOf } from '../../support/metrics.ts'

const log = keptLog()
let atrium: TestAtrium
let staff: Client & { id: number; email: string }
beforeAll(async () => {
  atrium = await openTestAtrium({ logger: log.logger, environment: { METRICS_PORT: '0' } })
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

const now = () => scrape(log.metricsUrl())

it('counts requests by route and status, commands by outcome, appends and sign-ins', async () => {
  const before = await now()
  const name = `Counted ${randomUUID().slice(0, 8)}`
  const made = await staff.call('POST', '/api/category', { name })
  expect(made.status).toBe(200)
  expect((await staff.call('POST', '/api/category', { name: '' })).status).toBe(422)
  await call(atrium.url, 'POST', '/api/auth/login', { userName: 'nobody', password: 'not a password at all' })
  await staff.call('GET', `/api/category/${made.body.data.id}`)
  // The last request is counted once its answer is sent.
  const all = await vi.waitUntil(async () => {
    const samples = await now()
    return valueOf(samples, 'atrium_http_request_seconds_count', { route: '/api/category/:key' }) ? samples : null
  })
  const since = (metric: string, labels: Record<string, string>) =>
    (valueOf(all, metric, labels) ?? 0) - (valueOf(before, metric, labels) ?? 0)
  const route = '/api/category'
  expect(since('atrium_http_request_seconds_count', { method: 'POST', route, status: '200' })).toBe(1)
  expect(since('atrium_http_request_seconds_count', { method: 'POST', route, status: '422' })).toBe(1)
  expect(since('atrium_commands_total', { resource: 'category', verb: 'create', outcome: 'done' })).toBe(1)
  expect(since('atrium_commands_total', { resource: 'category', verb: 'create', outcome: 'validation' })).toBe(1)
  expect(since('atrium_append_seconds_count', { outcome: 'done' })).toBeGreaterThan(0)
  expect(since('atrium_sign_ins_total', { step: 'password', outcome: 'refused' })).toBe(1)
})

it('counts what others were faster than', async () => {
  const { body } = await staff.call('POST', '/api/category', { name: `Raced ${randomUUID().slice(0, 8)}` })
  const before = valueOf(await now(), 'atrium_command_conflicts_total', { resource: 'category' }) ?? 0
  const edits = Array.from({ length: 6 }, (_, index) =>
    staff.call('PUT', `/api/category/${body.data.id}`, { name: `Raced ${index} ${randomUUID()}` }),
  )
  await Promise.all(edits)
  expect(valueOf(await now(), 'atrium_command_conflicts_total', { resource: 'category' }) ?? 0).toBeGreaterThan(before)
})

it('tells of the read models, mails, jobs, connections, the event loop and the process', async () => {
  const all = await now()
  const failed = all.filter(({ name, value }) => name === 'atrium_scrape_failed' && value !== 0)
  expect(failed).toEqual([])
  expect(valueOf(all, 'atrium_projection_lag_events')).toBe(0)
  expect(valueOf(all, 'atrium_projection_leading')).toBe(1)
  for (const name of [
    'atrium_projection_lag_seconds',
    'atrium_dead_lettered_streams',
    'atrium_outbox_waiting',
    'atrium_outbox_oldest_seconds',
    'atrium_jobs_running',
    'atrium_planned',
    'atrium_pool_waiting',
    'atrium_database_bytes',
    'atrium_disk_free_bytes',
    'atrium_witnesses_failing',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(valueOf(all, name), name).toEqual(expect.any(Number))
  // Without BACKUP_DIR there is no backup to be late.
  expect(valueOf(all, 'atrium_backup_overdue_seconds')).toBeUndefined()
})

it('names nobody, and no address as it was asked for', async () => {
  const keyword = 'Zacharias-Canarybird'
  await staff.call('GET', `/api/post/${keyword}`)
  await call(atrium.url, 'GET', `/${keyword}`)
  await call(atrium.url, 'GET', `/api/${keyword}`)
  const text = await (await fetch(`${log.metricsUrl()}/metrics`)).text()
  expect([keyword, staff.email, staff.token, `user-${staff.id}`].filter((one) => text.includes(one))).toEqual([])
  expect(text).toContain('route="/api/post/:key"')
})

it('answers health beside them, and says no more at any other address', async () => {
  const url = log.metricsUrl()
  const statuses = ['/health/live', '/health/ready', '/', '/api/post'].map(
    async (path) => (await fetch(url + path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
})

it.each([
  '/healthz',
  '/livez',
  '/readyz',
  '/health',
  '/health/',
  '/health/nothing',
  '/metrics',
  '/api',
  '/api/',
  '//metrics',
])('answers %s on the port of everybody with 404 as JSON and no page', async (path) => {
  const answer = await call(atrium.url, 'GET', path)
  expect([answer.status, answer.body.type]).toEqual([404, 'error'])
})

describe.each(['projector', 'mailer'] as const)('a process that is only a %s', (role) => {
  it('answers health, and 503 once it is told to stop', { timeout: 60_000 }, async () => {
    const own = keptLog()
    const one = await openTestAtrium({ logger: own.logger, environment: { METRICS_PORT: '0', ROLE: role } })
    try {
      expect(one.app).toBeNull()
      const ready = async () => (await call(own.metricsUrl(), 'GET', '/health/ready')).body
      await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 'ready' })
      await one.database.pool.query(
        `insert into mail.outbox (id, dedupe_key, kind, expires_at, created_at, not_before)
          values (gen_random_uuid(), 'late', 'notice', now() + interval '1 day', now() - interval '1 hour', now() + interval '1 hour')`,
      )
      await expect.poll(ready, { timeout: 5_000 }).toMatchObject({ status: 'degraded', lateMails: 1 })
      one.drain()
      expect(await ready()).toEqual({ status: 'stopping' })
    } finally {
      await one.close()
    }
  })
})
