import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
})
// The JSON form of ExportTraceServiceRequest (OTLP).
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

const bodies: string[] = []
const tokens: unknown[] = []
const spans = () =>
  bodies.flatMap((body) =>
    exported
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )

/** A collector: it takes what is posted to /v1/traces. */
const collector = createServer((request, answer) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    tokens.push(request.headers.authorization)
    if (request.method === 'POST' && request.url === '/v1/traces') bodies.push(Buffer.concat(parts).toString())
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

const folder = mkdtempSync(join(tmpdir(), 'atrium-traces-'))
const file = join(folder, 'headers')
let atrium: TestAtrium
let staff: Client & { email: string }
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  writeFileSync(file, 'authorization=Bearer%20first\n')
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: file,
  }
  atrium = await openTestAtrium({ environment })
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(async () => {
  await atrium.close()
  collector.close()
  rmSync(folder, { recursive: true })
})

const namesOf = (trace: string) => spans().filter(({ traceId }) => traceId === trace)
const whole = async (trace: string) => {
  await vi.waitUntil(() => namesOf(trace).some(({ name }) => name === 'project'), { timeout: 20_000, interval: 100 })
  await vi.waitUntil(() => namesOf(trace).some(({ name }) => name.startsWith('POST')), {
    timeout: 20_000,
    interval: 100,
  })
  return new Map(namesOf(trace).map((one) => [one.name, one]))
}

it('sends the way of a request to its command, its append and what is made of its event, as one trace of the caller', {
  timeout: 60_000,
}, async () => {
  const trace = randomUUID().replaceAll('-', '')
  const caller = '00f067aa0ba902b7'
  const name = `Traced ${randomUUID().slice(0, 8)}`
  const made = await staff.call('POST', '/api/category', { name }, { traceparent: `00-${trace}-${caller}-01` })
  expect(made.status).toBe(200)
  const found = await whole(trace)
  const [request, command, append, project] = ['POST /api/category', 'create category', 'append', 'project'].map(
    (one) => found.get(one),
  )
  expect(request?.parentSpanId).toBe(caller)
  expect(command?.parentSpanId).toBe(request?.spanId)
  expect(append?.parentSpanId).toBe(command?.spanId)
  expect(project?.parentSpanId).toBe(append?.spanId)
})

it('begins a trace with the id of the request where the caller named none, which the trail shows', {
  timeout: 60_000,
}, async () => {
  const made = await staff.call('POST', '/api/category', { name: `Alone ${randomUUID().slice(0, 8)}` })
  const id = made.headers.get('x-request-id') ?? ''
  const found = await whole(id.replaceAll('-', ''))
  expect([...found.keys()].sort()).toEqual(['POST /api/category', 'append', 'create category', 'project'])
  const trail = await staff.call('GET', `/api/utility/activity_log?request_id=${id}`)
  expect(trail.body.data).toHaveLength(1)
})

it('tells the collector who it is, as the file of its headers says it then', { timeout: 60_000 }, async () => {
  const made = async () => {
    const { headers } = await staff.call('POST', '/api/category', { name: `Told ${randomUUID().slice(0, 8)}` })
    await whole((headers.get('x-request-id') ?? '').replaceAll('-', ''))
  }
  await made()
  expect(new Set(tokens)).toEqual(new Set(['Bearer first']))
  writeFileSync(file, 'authorization=Bearer%20second')
  await made()
  expect(tokens.at(-1)).toBe('Bearer second')
})

it('goes on to the mails that an event brings about, all of it as one trace', { timeout: 60_000 }, async () => {
  const employee = await atrium.asEmployee()
  const sent = await employee.call('POST', '/api/utility/iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  expect(sent.status).toBe(200)
  const trace = (sent.headers.get('x-request-id') ?? '').replaceAll('-', '')
  const named = (name: string) => namesOf(trace).find((one) => one.name === name)
  const names = ['POST /api/utility/iso_submit', 'append', 'project', 'mail step']
  await vi.waitUntil(() => names.every((name) => named(name) !== undefined), { timeout: 20_000, interval: 100 })
  const command = namesOf(trace).find(({ spanId }) => spanId === named('append')?.parentSpanId)
  expect(command?.parentSpanId).toBe(named('POST /api/utility/iso_submit')?.spanId)
  expect(named('project')?.parentSpanId).toBe(named('append')?.spanId)
  expect(named('mail step')?.parentSpanId).toBe(named('append')?.spanId)
})

it('sends nothing of what was written or of who wrote it', { timeout: 60_000 }, async () => {
  const secret = `Canary ${randomUUID()}`
  const made = await staff.call('POST', '/api/category', { name: secret })
  await whole((made.headers.get('x-request-id') ?? '').replaceAll('-', ''))
  const all = bodies.join('\n')
  expect([secret, staff.email, staff.token].filter((one) => all.includes(one))).toEqual([])
})
