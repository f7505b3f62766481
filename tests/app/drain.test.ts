import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { administrator, accountOf } from '../support/sign-in-page.ts'
import { signIn } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import { newDataDir, type RunningServer, startServer } from '../support/server.ts'

const data = newDataDir()
let server: RunningServer
beforeAll(async () => {
  server = await startServer(data.dataDir, { DRAIN_SECONDS: '3', GRACE_SECONDS: '30' })
}, 60_000)
afterAll(async () => {
  await server.kill()
  await data.remove()
})

/** Sends a picture so slowly that it is under way when the process stops listening. Answers the status. */
const slowUpload = (url: string, token: string, picture: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    const boundary = 'slowly'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="slow.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const sending = request(`${url}/api/file`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': body.length,
      },
    })
    sending.on('response', (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject)
    const send = async () => {
      const parts = 12
      for (let part = 0; part < parts; part += 1) {
        sending.write(body.subarray((part * body.length) / parts, ((part + 1) * body.length) / parts))
        await wait(500)
      }
      sending.end()
    }
    send().catch(reject)
  })

it('says that it stops, goes on answering, ends what is under way, and then leaves', { timeout: 60_000 }, async () => {
  const { token } = await signIn(server.url, data.dataDir, accountOf(data.dataDir, administrator))
  const ready = () => fetch(`${server.url}/health/ready`)
  const me = () => fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  const before = await me()
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive'])
  await before.text()
  const ended = new Promise((resolve) => server.process.once('exit', resolve))
  const uploading = slowUpload(server.url, token, await pngPicture())
  server.process.kill('SIGTERM')
  const told = Date.now()
  await vi.waitUntil(async () => (await ready()).status === 503, { timeout: 2_000, interval: 20 })
  expect(await (await ready()).json()).toEqual({ status: 'stopping' })
  const meanwhile = await me()
  expect([meanwhile.status, meanwhile.headers.get('connection')]).toEqual([200, 'close'])
  await meanwhile.text()
  expect(await uploading).toBe(200)
  expect(Date.now() - told).toBeGreaterThan(3_000)
  expect(await ended).toBe(0)
  expect(server.output()).toMatch(/"msg":"stopping"(.|\n)*"msg":"stopped"/)
})
