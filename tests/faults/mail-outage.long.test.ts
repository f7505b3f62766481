import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailSink, type Received } from '../platform/mail/sink.ts'
import { type Client, call, signIn } from '../support/client.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator, employee } from '../support/sign-in-page.ts'

const data = newDataDir()
const patient = { timeout: 60_000, interval: 50 }
const jobs = 50
const requests = 150
const takenBeforeTheEnd = 40
const lanes = 4
let port: number
let server: RunningServer
let tokens: { sender: string; staff: string }

const start = async () => {
  server = await startServer(data.dataDir, { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RETRY_FACTOR: '0.03' })
}
const as =
  (token: string): Client['call'] =>
  (method, path, body) =>
    call(server.url, method, path, body, { authorization: `Bearer ${token}` })

beforeAll(async () => {
  const sink = await mailSink()
  port = sink.port
  await sink.close()
  // Codes come into the folder as long as there is no mail server.
  server = await startServer(data.dataDir)
  const enter = (fits: typeof administrator) => signIn(server.url, data.dataDir, accountOf(data.dataDir, fits))
  tokens = { sender: (await enter(employee)).token, staff: (await enter(administrator)).token }
  await server.stop()
  await start()
}, 120_000)
afterAll(async () => {
  await server.stop()
  await data.remove()
})

/** Sends everything, eight at a time; answers the statuses. */
const submitAll = async (): Promise<number[]> => {
  const [sender, staff] = [as(tokens.sender), as(tokens.staff)]
  const names = Array.from({ length: jobs }, (_, index) => `Rope maker ${index}`)
  const made = names.map((name) => ({
    resource: 'page',
    verb: 'create',
    sent: { type: 'job', name, excerpt: 'Ropes' },
  }))
  const { job } = (await staff('POST', '/api/job', { commands: made })).body.data
  await vi.waitUntil(async () => (await staff('GET', `/api/job/${job}`)).body.data.state === 'done', patient)
  const ids: number[] = []
  for (let page = 1; ids.length < jobs && page < 50; page += 1) {
    const { body } = await sender('GET', `/api/page/job_index?page=${page}`)
    ids.push(
      ...body.data.filter(({ name }: { name: string }) => names.includes(name)).map(({ id }: { id: number }) => id),
    )
  }
  const [item] = (await sender('GET', '/api/utility/stationery_items')).body.data
  const content = [{ value: item.value, quantity: 2 }]
  const all = [
    ...ids.map((id) => ['job_apply', { job_id: id, reason: 'I like knots.' }] as const),
    ...Array.from({ length: requests }, () => ['request_stationery', { content }] as const),
  ]
  const statuses: number[] = []
  const work = async () => {
    for (let next = all.pop(); next; next = all.pop())
      statuses.push((await sender('POST', `/api/utility/${next[0]}`, next[1])).status)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return statuses
}

const numberOf = ({ source }: Received): string => /^Subject: .*?([A-Z]{3}-\d{4}-\d{4})/m.exec(source)?.[1] ?? ''

it('accepts 200 submissions while the mail server is away, and delivers the mail of each after a kill', async () => {
  expect((await submitAll()).toSorted()).toEqual(Array.from({ length: jobs + requests }, () => 200))
  const { email } = accountOf(data.dataDir, employee)
  const waiting = await as(tokens.staff)('GET', '/api/utility/mail?per_page=1')
  expect(waiting.body.data).toMatchObject([{ state: 'waiting', isResendable: expect.any(Boolean) }])

  // Those of the last lanes are received and never answered: they are under way when the server is killed.
  const first = await mailSink({}, { at: port, answers: ({ length }) => length <= takenBeforeTheEnd })
  await as(tokens.staff)('POST', '/api/utility/mail/resend', {})
  await vi.waitUntil(() => first.received.length === takenBeforeTheEnd + lanes, patient)
  await server.kill()
  await first.close()

  const second = await mailSink({}, { at: port })
  await start()
  await as(tokens.staff)('POST', '/api/utility/mail/resend', {})
  const received = () => [...first.received, ...second.received].filter(({ to }) => to.includes(email))
  await vi.waitUntil(() => new Set(received().map(numberOf)).size >= jobs + requests, patient)
  await vi.waitUntil(
    async () => (await as(tokens.staff)('GET', '/api/utility/mail')).body.meta.total_item === 0,
    patient,
  )
  const ids = new Map<string, Set<string>>()
  for (const mail of received()) ids.set(numberOf(mail), (ids.get(numberOf(mail)) ?? new Set()).add(mail.messageId))
  expect(ids.size).toBe(jobs + requests)
  expect([...ids.values()].filter(({ size }) => size !== 1)).toEqual([])
  // Twice only what was under way.
  const underWay = new Set(first.received.slice(-lanes).map(({ messageId }) => messageId))
  const again = second.received.filter(({ messageId }) => first.received.some((one) => one.messageId === messageId))
  expect(again.filter(({ messageId }) => !underWay.has(messageId))).toEqual([])
  expect(second.received).toHaveLength(new Set(second.received.map(({ messageId }) => messageId)).size)
  await second.close()
}, 180_000)
