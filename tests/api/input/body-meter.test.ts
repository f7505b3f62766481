import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import multipart from '@fastify/multipart'
import { afterEach, expect, it } from 'vitest'
import { addMeter, type MeterLimits } from '../../../api/body/meter.ts'
import { addParsers } from '../../../api/body/parsers.ts'
import { readSent } from '../../../api/body/sent.ts'
import { addErrors } from '../../../api/server/errors.ts'
import { addUploads } from '../../../api/body/uploads.ts'
import { forgetRest, usualRest } from '../../../api/body/rest.ts'
import { uploadRoom } from '../../../platform/files/uploads.ts'
import type { Shares } from '../../../platform/shares.ts'

let app: FastifyInstance
let shares: Shares
let sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await app.close()
})

/** A server that reads what is sent to it; whoever says so in a header is signed in. */
const open = async (limits: Partial<MeterLimits>) => {
  app = fastify()
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const id = Number(request.headers['x-person'] ?? 0)
    const session = { signInId: 'x', mode: 'bearer', perms: [], readModelVersion: null, language: null } as const
    if (id > 0) request.session = { ...session, actor: { type: 'user', id } }
  })
  shares = addMeter(app, limits)
  addParsers(app)
  addErrors(app, () => undefined)
  await app.register(multipart)
  addUploads(app, uploadRoom(join(tmpdir(), 'body-meter')))
  app.addHook('onSend', async (request, reply) => forgetRest(request, reply, usualRest.person))
  const takes = { text: 50_000, pictures: 1 }
  app.post('/', { config: { takes } }, async (request) => ({ names: Object.keys((await readSent(request)).fields) }))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

const types = { json: 'application/json', form: 'multipart/form-data; boundary=b' }
const begun = { json: '{"name":"', form: '--b\r\ncontent-disposition: form-data; name="name"; filename="a"\r\n\r\n' }

/** Begins a body of 49,000 bytes and answers how to go on, and what is said to it. */
const send = (kind: keyof typeof types, person = 0) => {
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  sockets.push(socket)
  const head = `POST / HTTP/1.1\r\nhost: x\r\nx-person: ${person}\r\ncontent-type: ${types[kind]}\r\ncontent-length: 49000\r\n\r\n`
  socket.write(head + begun[kind])
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  return { socket, answer, more: (bytes: number) => socket.write('a'.repeat(bytes)) }
}

const held = (bytes: number) => expect.poll(() => shares.total(), { timeout: 10_000 }).toBeGreaterThanOrEqual(bytes)

it.each(['json', 'form'] as const)('refuses a %s body that does not come', async (kind) => {
  await open({ patience: 200, growth: 1_000 })
  const { answer } = send(kind)
  expect(await answer).toMatch(/^HTTP\/1.1 408 [\s\S]*"The request did not arrive in time\."/)
})

it('gives a form with pictures more time as long as it grows, and other bodies none', async () => {
  await open({ patience: 800, growth: 500 })
  const [form, json] = [send('form'), send('json')]
  const timer = setInterval(() => {
    for (const { socket, more } of [form, json]) if (!socket.destroyed) more(200)
  }, 50)
  expect(await json.answer).toContain('HTTP/1.1 408 ')
  // The form is still being read when the time of the other has long passed.
  await expect.poll(() => form.socket.bytesWritten, { timeout: 10_000 }).toBeGreaterThan(4_500)
  expect(form.socket.destroyed).toBe(false)
  clearInterval(timer)
  expect(await form.answer).toContain('HTTP/1.1 408 ')
})

it.each(['json', 'form'] as const)('keeps each person to a share of what is in flight: %s', async (kind) => {
  await open({ perPerson: 60_000 })
  send(kind, 1).more(20_000)
  await held(49_000)
  const second = send(kind, 1)
  second.more(20_000)
  expect(await second.answer).toMatch(/^HTTP\/1.1 429 /)
  const another = send(kind, 2)
  another.more(20_000)
  await held(98_000)
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => shares.total()).toBe(0)
})

it('keeps those who are not signed in to a share of their network', async () => {
  await open({ perNetwork: 10_000 })
  const one = send('json')
  one.more(20_000)
  expect(await one.answer).toMatch(/^HTTP\/1.1 429 /)
})

it('takes small bodies in even when all is taken by others', async () => {
  await open({ all: 60_000, least: 5_000 })
  send('json', 1).more(25_000)
  await held(49_000)
  const large = send('json', 2)
  large.more(20_000)
  expect(await large.answer).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: \d/i)
  const answer = await app.inject({ method: 'POST', url: '/', headers: { 'x-person': '3' }, payload: { name: 'x' } })
  expect(answer.json()).toEqual({ names: ['name'] })
})
