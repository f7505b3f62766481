import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call } from '../../support/client.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

it('has no account before the owner makes one: nothing that others come with gets in', async () => {
  const { rows } = await atrium.services.pool.query(
    'select (select count(*) from "user") + (select count(*) from employee) as people',
  )
  expect(rows).toEqual([{ people: '0' }])
  for (const [userName, password] of [
    ['admin', 'admin'],
    ['admin', 'password'],
    ['administrator', 'administrator'],
    ['root', 'root'],
    ['atrium', 'atrium'],
  ])
    expect((await call(atrium.url, 'POST', '/api/auth/login', { userName, password })).status).toBe(422)
})

const smuggled = 'GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n'

it.each([
  ['a length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n'],
  ['two lengths', `content-length: 0\r\ncontent-length: ${smuggled.length}\r\n`],
  ['a length that is none', 'content-length: +4\r\n'],
  ['chunks under another name', 'transfer-encoding: xchunked\r\n'],
  ['chunks that are not the last', 'transfer-encoding: chunked, identity\r\n'],
])('reads no second request out of one with %s', async (_what, headers) => {
  const { hostname, port } = new URL(atrium.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(`POST /api/auth/login HTTP/1.1\r\nhost: x\r\n${headers}\r\n${smuggled}`)
  const answered = await text(socket)
  expect(answered).toMatch(/^HTTP\/1\.1 400 /)
  expect(answered.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
})

it('refuses a parameter that is there twice', async () => {
  const staff = await atrium.asUser(['r-post'])
  expect((await staff.call('GET', '/api/post?page=1')).status).toBe(200)
  expect((await staff.call('GET', '/api/post?page=1&page=2')).status).toBe(400)
  expect((await staff.call('GET', '/api/post?keyword=a&keyword=b')).status).toBe(400)
})
