import { createServer } from 'node:http'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { matrix } from '../api/matrix.ts'
import { command } from '../faults/invariants.ts'
import { call, type Client, readMails, signIn } from '../support/client.ts'
import type { TestDatabase } from '../support/database.ts'
import { copyDemoCompany } from '../support/demo-company.ts'
import { dumpOf, foundIn } from '../support/dump.ts'
import { unpacked } from '../support/evidence/package.ts'
import { fastFolder } from '../support/fast-folder.ts'
import { type Account, newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { accountOf, administrator } from '../support/sign-in-page.ts'

const passphrase = 'a passphrase that nobody may read'
const checkpointKey = 'c4ec4b01'.repeat(8)
const who = {
  employee_number: '9170417',
  fullname: 'Quirinus Kanarienvogel',
  display_name: 'Quirin Kanari',
  email: 'quirinus.kanarienvogel@canary-qkv.example',
  phone_number: '+49 171 4455667',
  office_address: 'Finkenschlagweg 417',
}
const password = 'vierzig gelbe Vögel singen'
const reason = 'Eleven years at the Zwitscherwerk, see my CV'
const message = 'My neighbour Ziselmann is ill'
const smtpPassword = 'smtp-kanarienschluessel'

const data = newDataDir()
let database: TestDatabase
let environment: Record<string, string>
let server: RunningServer
let admin: Client
let person: Client
let folder: string
const traces: string[] = []
const collector = createServer((request, answer) => {
  request.on('data', (part: Buffer) => traces.push(part.toString()))
  request.on('end', () => answer.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
})
/** What must stand nowhere as it is, and what is somebody's own. */
const secrets: string[] = [password, passphrase, checkpointKey, smtpPassword]
const personal: readonly string[] = [...Object.values({ ...who, employee_number: who.fullname }), reason, message]

const portOf = (address: ReturnType<typeof collector.address>) =>
  typeof address === 'object' && address !== null ? address.port : 0

const plant = async () => {
  const made = await admin.call('POST', '/api/employee', { ...who, password })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const account: Account = { type: 'employee', email: who.email, password }
  person = await signIn(server.url, data.dataDir, account)
  secrets.push(person.token, admin.token)
  const sent = await person.call('POST', '/api/utility/iso_submit', { subject: 'Away', message })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const [job] = (await person.call('GET', '/api/page/job_index')).body.data
  const applied = await person.call('POST', '/api/utility/job_apply', { job_id: job.id, reason })
  expect(applied.status, JSON.stringify(applied.body)).toBe(200)
  const receivers = {
    email_job: 'jobs@example.org',
    email_stationary: 'desk@example.org',
    email_iso: 'iso@example.org',
  }
  const mailServer = { email_name: 'portal@example.org', email_host: 'mail.example.com', email_port_smtp: 465 }
  const site = { siteTitle: 'Quay', footer: 'Quay', popup_timer: 0, ...receivers, ...mailServer }
  const saved = await admin.call('POST', '/api/utility/config', { ...site, email_password: smtpPassword })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await call(server.url, 'POST', '/api/auth/reset/employee', { email: who.email })
  const linkIn = ({ text }: { text: string }) => /\/change\/([\w-]{16,})/.exec(text)?.[1] ?? []
  const link = await vi.waitUntil(() => readMails(data.dataDir, who.email).flatMap(linkIn)[0], 20_000)
  secrets.push(link)
}

beforeAll(async () => {
  const copy = await copyDemoCompany(data.dataDir)
  database = copy.database
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  environment = { ...copy.environment, CHECKPOINT_KEY: checkpointKey, BACKUP_PASSPHRASE: passphrase }
  secrets.push(environment.MASTER_KEY ?? '', new URL(environment.DATABASE_URL ?? '').password)
  server = await startServer(data.dataDir, {
    ...environment,
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector.address())}`,
  })
  admin = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
  folder = await mkdtemp(join(fastFolder, 'canaries-'))
  await plant()
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await database?.drop()
  collector.close()
  await data.remove()
  await rm(folder, { recursive: true, force: true })
})

const log = () =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n')

it('stands where nobody may find it: neither in the log at debug, nor in traces and metrics', async () => {
  await vi.waitUntil(() => traces.join('').includes('job_apply'), { timeout: 20_000, interval: 100 })
  const { port } = /"port":(?<port>\d+)/.exec(log())?.groups ?? {}
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(metrics).toContain('atrium_http_request_seconds')
  expect(log()).toContain('/api/utility/job_apply')
  for (const text of [log(), traces.join('\n'), metrics]) expect(foundIn(text, [...secrets, ...personal])).toEqual([])
})

it('leaves secrets in no table as they are, and what is personal in read models alone', async () => {
  const lines = (await dumpOf(database.pool)).split('\n')
  expect(foundIn(lines.join('\n'), secrets)).toEqual([])
  const beside = lines.filter((line) => /^(log|keys|auth|mail|command|debug|consumer)\./.test(line))
  expect(beside.length).toBeGreaterThan(100)
  expect(foundIn(beside.join('\n'), personal)).toEqual([])
  // It looked: the read models are for reading.
  expect(foundIn(lines.join('\n'), [who.fullname])).toHaveLength(1)
})

it('is told to nobody who may not read it', { timeout: 60_000 }, async () => {
  const without = await signIn(
    server.url,
    data.dataDir,
    accountOf(data.dataDir, ({ type, role }) => type === 'user' && !role),
  )
  const paths = Object.keys(matrix)
    .filter((route) => route.startsWith('GET ') && !route.includes(':') && !route.endsWith('/live'))
    .map((route) => `/api${route.slice(4)}`)
  expect(paths.length).toBeGreaterThan(60)
  for (const token of [null, without.token])
    for (const path of paths) {
      const answer = await fetch(`${server.url}${path}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
      expect(
        foundIn(`${path} ${await answer.text()}`, [...secrets.filter((one) => one !== token), ...personal]),
      ).toEqual([])
    }
})

it('is in no backup that is encrypted, and no secret in one that is not', { timeout: 60_000 }, async () => {
  const made = async (to: string, extra: Record<string, string>) => {
    const { code, stderr } = await command(data.dataDir, ['backup', '--to', to], { ...environment, ...extra })
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const [name] = (await readdir(to)).filter((one) => one.includes('.atrium.zip'))
    return readFile(join(to, name ?? ''))
  }
  const sealed = await made(join(folder, 'sealed'), {})
  expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(foundIn(sealed.toString('latin1'), [...secrets, ...personal])).toEqual([])
  const plain = await unpacked(await made(join(folder, 'plain'), { BACKUP_PASSPHRASE: '' }))
  const tables = [...plain].filter(([name]) => !name.startsWith('files/')).map(([, text]) => text)
  expect(tables.length).toBeGreaterThan(10)
  expect(foundIn(tables.join('\n'), [...secrets, ...personal])).toEqual([])
})

it('is in no evidence package for who may not read personal values', { timeout: 60_000 }, async () => {
  const { body } = await admin.call('POST', '/api/role', { name: 'Only trail', perms: ['r-audit'] })
  const email = 'only.trail@canary.example'
  const reader = {
    userName: 'onlytrail',
    firstName: 'Only',
    lastName: 'Trail',
    email,
    phone_number: '1',
    role: body.data.id,
    password,
  }
  const made = await admin.call('POST', '/api/user', reader)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const auditor = await signIn(server.url, data.dataDir, { type: 'user', userName: 'onlytrail', email, password })
  const { id } = (await auditor.call('POST', '/api/evidence', { kind: 'all' })).body.data
  await vi.waitUntil(async () => (await auditor.call('GET', `/api/evidence/${id}`)).body.data.state === 'done', 30_000)
  const headers = { authorization: `Bearer ${auditor.token}` }
  const answer = await fetch(`${server.url}/api/evidence/${id}/package`, { headers })
  const parts = await unpacked(Buffer.from(await answer.arrayBuffer()))
  expect(parts.get('events.ndjson')).toContain('EmployeeCreated')
  expect(foundIn([...parts.values()].join('\n'), [...secrets, ...personal])).toEqual([])
})
