import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, signIn } from '../../support/client.ts'
import { whileCutOff } from '../../support/cut-off.ts'
import type { TestDatabase } from '../../support/database.ts'
import { copyDemoCompany } from '../../support/demo-company.ts'
import { accountsOf, newDataDir, type RunningServer, startServer } from '../../support/server.ts'
import { decodersOf } from '../../support/pictures.ts'
import { filesOf } from '../probe.ts'

/** A picture of noise: about `side` × `side` × 3 bytes. */
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

const formOf = (field: string, bytes: Uint8Array) => {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)]), 'noise.png')
  return form
}
const uploadsIn = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'files', 'uploads'), { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [one.name] : [],
  )
const untilUploads = (dataDir: string, count: number) =>
  vi.waitUntil(
    () => {
      try {
        return uploadsIn(dataDir).length === count
      } catch {
        // One of them went while they were looked for.
        return false
      }
    },
    { timeout: 30_000, interval: 20 },
  )

describe('the pictures of one person', () => {
  let atrium: TestAtrium
  beforeAll(async () => {
    atrium = await openTestAtrium({ environment: { PICTURE_QUOTA_MB: '1' } })
  }, 60_000)
  afterAll(() => atrium.close())

  it('take up no more than their share; what is replaced does not count', async () => {
    const employee = await atrium.asEmployee()
    for (const side of [300, 310, 320, 330, 340])
      expect((await employee.call('PATCH', '/api/me', formOf('thumbnail', await noise(side)))).status).toBe(200)
    const stored = filesOf(atrium)
    expect(stored).toHaveLength(1)
    const refused = await employee.call('PATCH', '/api/me', formOf('thumbnail', await noise(600)))
    expect(refused).toMatchObject({
      status: 413,
      body: { message: /more than 1 MB, which is all that one person has/ },
    })
    expect(filesOf(atrium)).toEqual(stored)
  })

  it('are counted wherever they were sent from, and each person for themselves', async () => {
    const [one, other] = [await atrium.asUser(['c-post']), await atrium.asUser(['c-post'])]
    const statusOf = async (client: Client, side: number) =>
      (await client.call('POST', '/api/utility/uploadFiles', formOf('file', await noise(side)))).status
    expect([await statusOf(one, 400), await statusOf(one, 410), await statusOf(one, 420)]).toEqual([200, 200, 413])
    expect(await statusOf(other, 420)).toBe(200)
  })

  it('a retry is answered with the picture that its first run has stored, also where no room is left since', async () => {
    const person = await atrium.asUser(['c-post'])
    const [picture, next] = [await noise(400), await noise(410)]
    const key = { 'idempotency-key': randomUUID() }
    const send = () => person.call('POST', '/api/utility/uploadFiles', formOf('file', picture), key)
    const before = await atrium.services.log.store.head()
    await whileCutOff(atrium.services.pool, async () => expect((await send()).status).toBe(503))
    expect((await person.call('POST', '/api/utility/uploadFiles', formOf('file', next))).status).toBe(200)
    const { status, body } = await send()
    expect(status, JSON.stringify(body)).toBe(200)
    const stored = await atrium.services.log.store.readAll(before, 10)
    expect(stored.map(({ stream, type }) => [stream, type])).toEqual([
      [`file-${body.data.id}`, 'FileCreated'],
      [expect.anything(), 'FileCreated'],
    ])
    expect((await send()).body).toEqual(body)
  })

  it('a retry of other bytes is answered with what its first run has put in their place, once', async () => {
    const person = await atrium.asUser(['c-file', 'u-file'])
    const [picture, other] = [await noise(200), await noise(210)]
    const { id } = (await person.call('POST', '/api/file', formOf('file', picture))).body.data
    const key = { 'idempotency-key': randomUUID() }
    const send = () => person.call('PUT', `/api/file/${id}`, formOf('file', other), key)
    await whileCutOff(atrium.services.pool, async () => expect((await send()).status).toBe(503))
    expect((await person.call('PUT', `/api/file/${id}`, { name: 'Later.png' })).status).toBe(200)
    expect(await send()).toMatchObject({ status: 200, body: { data: { id, version: 3 } } })
    expect((await atrium.services.log.read(`file-${id}`)).events).toHaveLength(3)
  })
})

describe('many big uploads at once', () => {
  let server: RunningServer
  let database: TestDatabase
  let environment: Record<string, string>
  let client: Client
  let other: Client
  const data = newDataDir()
  beforeAll(async () => {
    const copy = await copyDemoCompany(data.dataDir)
    ;({ database, environment } = copy)
    server = await startServer(data.dataDir, environment)
    const [one, two] = accountsOf(data.dataDir).filter(({ type }) => type === 'user')
    if (!one || !two) throw new Error('the demo company has too few users')
    client = await signIn(server.url, data.dataDir, one)
    other = await signIn(server.url, data.dataDir, two)
  }, 90_000)
  afterAll(async () => {
    await server?.stop()
    await database?.drop()
    await data.remove()
  })

  const residentOf = (pid: number): number => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    } catch {
      // It ended in between.
      return 0
    }
  }

  /** What the server and the process that decodes for it have in memory, in MB. */
  const memory = (): number => {
    const all = [server.process.pid ?? 0, ...decodersOf(server.process.pid ?? 0)]
    return all.reduce((sum, pid) => sum + residentOf(pid), 0)
  }

  it('keep the memory flat, are taken or told to come back, and leave nothing behind', {
    timeout: 120_000,
  }, async () => {
    const bytes = await noise(1_800)
    expect(bytes.length).toBeGreaterThan(9_500_000)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, 100)
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        (at % 2 ? client : other).call('POST', '/api/utility/uploadFiles', formOf('file', bytes)),
      ),
    )
    clearInterval(watch)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    for (const { status, headers } of answers) if (status !== 200) expect(headers.get('retry-after')).toBeTruthy()
    expect(most).toBeGreaterThan(50)
    expect(most).toBeLessThan(500)
    await untilUploads(data.dataDir, 0)
    expect((await client.call('POST', '/api/utility/uploadFiles', formOf('file', await noise(50)))).status).toBe(200)
  })

  it('that were begun when the server was killed are cleared at the next start', { timeout: 120_000 }, async () => {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    socket.write(
      `POST /api/utility/uploadFiles HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${client.token}\r\n` +
        `content-length: 5000000\r\ncontent-type: multipart/form-data; boundary=edge\r\n\r\n${head}${'x'.repeat(100_000)}`,
    )
    await untilUploads(data.dataDir, 1)
    await server.kill()
    socket.destroy()
    expect(uploadsIn(data.dataDir)).toHaveLength(1)
    server = await startServer(data.dataDir, environment)
    expect(uploadsIn(data.dataDir)).toEqual([])
  })
})
