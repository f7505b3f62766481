import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf } from '../../../api/routes/all.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, type Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { expectRefusal, pourInto, raw } from '../probe.ts'

let atrium: TestAtrium
let one: Client
let other: Client

beforeAll(async () => {
  atrium = await openTestAtrium()
  one = await atrium.asUser('all')
  other = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 1]))

/** Sends the head of a request and what there is of its body; the connection stays open. */
const begin = (path: string, headers: Record<string, string>, body: string | Buffer): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(atrium.url)
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
      socket.write(body, () => resolve(socket))
    })
    socket.once('error', reject)
  })

const firstWords = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))

it('refuses 150,000 keys while they are still coming', async () => {
  const body = JSON.stringify(keys(150_000))
  const headers = {
    authorization: `Bearer ${one.token}`,
    'content-type': 'application/json',
    'content-length': String(body.length),
  }
  const socket = await begin('/api/post', headers, body.slice(0, 200_000))
  const answer = await firstWords(socket)
  socket.destroy()
  expect(answer).toContain('HTTP/1.1 422 ')
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({
    type: 'error',
    message: 'The JSON holds more than 5000 values.',
  })
  const whole = await one.call('POST', '/api/post', keys(150_000))
  expectRefusal(whole.status, whole.body, '150,000 keys')
})

it('lists no more problems than anybody reads', async () => {
  const { status, body } = await one.call('POST', '/api/category', keys(1_000))
  expectRefusal(status, body, '1,000 unknown fields')
  expect(body.errors).toHaveLength(50)
})

it('takes 10 kB in all on everything under /auth, however it is sent', async () => {
  const paths = routesOf(atrium.services, atrium.signIn)
    .filter(({ method, url }) => method === 'POST' && url.startsWith('/auth/') && url !== '/auth/logout')
    .map(({ url }) => `/api${url.replace(':token', 'x')}`)
  expect(paths.length).toBeGreaterThan(7)
  const [fits, tooMuch] = [8_000, 10_001].map((length) => 'a'.repeat(length))
  for (const path of paths) {
    for (const [text, isRefused] of [
      [fits, false],
      [tooMuch, true],
    ] as const) {
      const form = new FormData()
      form.set('nothing', text ?? '')
      for (const body of [form, new URLSearchParams({ nothing: text ?? '' }), { nothing: text }])
        expect((await call(atrium.url, 'POST', path, body)).status === 413, path).toBe(isRefused)
    }
  }
})

it.each(['multipart/form-data; boundary=b', 'application/json', 'application/x-www-form-urlencoded'])(
  'hangs up on whoever pours into signing in, as %s',
  async (type) => {
    const { written, answer } = await pourInto(atrium.url, 'POST', '/api/auth/login', type)
    expect(answer).toContain('HTTP/1.1 413 ')
    // What was taken, and what the buffers of both sides hold.
    expect(written).toBeLessThan(12_000_000)
  },
)

const upload = async (client: Client) => {
  const form = new FormData()
  form.set('picture', new Blob([new Uint8Array(await pngPicture())]), 'a.png')
  return client.call('POST', '/api/utility/uploadFiles', form)
}

it('lets nobody be kept out by the unfinished forms of another, who waits for their own', {
  timeout: 30_000,
}, async () => {
  const headers = {
    authorization: `Bearer ${one.token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '9000000',
  }
  const start = '--b\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\n\r\n'
  const unfinished = Buffer.concat([Buffer.from(start), Buffer.alloc(8_500_000)])
  const sockets: Socket[] = []
  for (let index = 0; index < 3; index += 1) sockets.push(await begin('/api/utility/uploadFiles', headers, unfinished))
  sockets.push(await begin('/api/utility/uploadFiles', headers, Buffer.alloc(0)))
  const last = sockets.at(-1) ?? expect.fail('no connection')
  const refused = firstWords(last)
  last.write(unfinished)
  expect(await refused).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: \d/i)
  expect((await upload(other)).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await upload(one)).status).toBe(200)
})

it('answers a body that is refused early to a client that is still sending', async () => {
  const body = JSON.stringify(keys(100_000))
  const headers = { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' }
  for (let turn = 0; turn < 10; turn += 1)
    expect((await raw(atrium.url, { method: 'POST', path: '/api/post', headers, body })).status).toBe(422)
})

it('keeps nothing of a refused body whose sender has hung up', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const before = timers()
  for (let turn = 0; turn < 100; turn += 1) {
    const socket = await begin('/api/post', { 'content-type': 'text/plain', 'content-length': '9000' }, 'a')
    expect(await firstWords(socket)).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  }
  await expect.poll(timers).toBeLessThan(before + 50)
})
