import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountOf, administrator } from '../support/sign-in-page.ts'
import { signIn } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { pngPicture } from '../support/pictures.ts'
import { isReady, newDataDir, type RunningServer, startServer } from '../support/server.ts'

// HAProxy before two processes, told to try nothing twice: what a restart loses is a failed request of somebody.
const haproxy = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync)
const restarts = 10
const data = newDataDir()
const servers: { port: number; running: RunningServer }[] = []
let balancer: ChildProcess
let url = ''

const socket = join(data.dataDir, 'haproxy.sock')
const configuration = (front: number, ports: readonly number[]) => `
global
  maxconn 500
  stats socket ${socket} mode 600
defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend site
  bind 127.0.0.1:${front}
  default_backend atrium
backend atrium
  balance roundrobin
  option httpchk GET /health/ready
  default-server check inter 500ms fall 2 rise 2
${ports.map((port, at) => `  server process${at} 127.0.0.1:${port}`).join('\n')}
`

const start = async (port: number) =>
  startServer(data.dataDir, { PORT: String(port), DRAIN_SECONDS: '4', GRACE_SECONDS: '60', HOST: '127.0.0.1' })

beforeAll(async () => {
  if (!haproxy) return
  const [front, ...ports] = [await freePort(), await freePort(), await freePort()]
  for (const port of ports) servers.push({ port, running: await start(port) })
  const file = join(data.dataDir, 'haproxy.cfg')
  writeFileSync(file, configuration(front, ports))
  balancer = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' })
  url = `http://127.0.0.1:${front}`
  await vi.waitUntil(() => isReady(url), { timeout: 30_000, interval: 100 })
}, 120_000)
afterAll(async () => {
  balancer?.kill()
  for (const { running } of servers) await running.kill()
  await data.remove()
})

/** Whether the balancer takes both processes for ready. */
const seesBoth = async (): Promise<boolean> => {
  const asked = connect(socket)
  asked.end('show stat\n')
  return (await text(asked)).match(/^atrium,process\d,.*,UP,/gm)?.length === 2
}

/** Sends a picture over some sixteen seconds. Answers the status, or the error. */
const slowUpload = (token: string, picture: Buffer): Promise<number | string> =>
  new Promise((resolve) => {
    const head =
      '--slowly\r\ncontent-disposition: form-data; name="file"; filename="slow.png"\r\ncontent-type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n--slowly--\r\n')])
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=slowly',
      'content-length': body.length,
    }
    const sending = request(`${url}/api/file`, { method: 'POST', headers })
    sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', (e) => resolve(e.message))
    const send = async () => {
      for (let part = 0; part < 16; part += 1) {
        sending.write(body.subarray((part * body.length) / 16, ((part + 1) * body.length) / 16))
        await wait(1_000)
      }
      sending.end()
    }
    void send()
  })

it.skipIf(!haproxy)(
  'loses no request and no upload in ten restarts behind a balancer (needs HAProxy)',
  {
    timeout: 600_000,
  },
  async () => {
    const first = servers[0]?.running.url ?? ''
    const { token } = await signIn(first, data.dataDir, accountOf(data.dataDir, administrator))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const outcomes = new Map<string, number>()
    const note = (what: string) => void outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
    let isOver = false
    const reader = async () => {
      while (!isOver)
        await fetch(`${url}/api/post`, { headers }).then(
          async (answer) => {
            await answer.arrayBuffer()
            note(`read ${answer.status}`)
          },
          (error: unknown) => note(`read ${String(error)}`),
        )
    }
    const writer = async (name: number) => {
      for (let one = 0; !isOver; one += 1)
        await fetch(`${url}/api/category`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ name: `Restart ${name} ${one}` }),
        }).then(
          async (answer) => {
            await answer.arrayBuffer()
            note(`write ${answer.status}`)
          },
          (error: unknown) => note(`write ${String(error)}`),
        )
    }
    const uploader = async () => {
      const picture = await pngPicture(400, 300)
      while (!isOver) note(`upload ${await slowUpload(token, picture)}`)
    }
    const load = Promise.all([reader(), reader(), reader(), writer(1), writer(2), uploader(), uploader()])
    for (let round = 0; round < restarts; round += 1) {
      const server = servers[round % 2]
      if (!server) throw new Error('there are two')
      expect(await server.running.stop()).toBe(0)
      server.running = await start(server.port)
      await vi.waitUntil(seesBoth, { timeout: 60_000, interval: 100 })
    }
    isOver = true
    await load
    console.table(Object.fromEntries(outcomes))
    expect([...outcomes.keys()].sort()).toEqual(['read 200', 'upload 200', 'write 200'])
    expect(outcomes.get('upload 200')).toBeGreaterThan(10)
  },
)
