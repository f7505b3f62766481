import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let staff: Client

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

it.each([
  ['the id', '/api/post/set_featured', { id: 'x' }, 'id'],
  ['the picture', '/api/utility/uploadFiles', {}, ''],
  ['the sign-in', '/api/auth/login', { userName: 'nobody', password: 'nothing' }, ''],
  ['the code', '/api/auth/verification_login', { data: 'nothing', otp: '123456' }, ''],
])('names what it refuses in a list, whether that is a field or not: %s', async (_what, path, sent, property) => {
  const { status, body } = await staff.call('POST', path, sent)
  expect(status).toBe(422)
  expect(body).toMatchObject({ type: 'error', name: 'Validation', status: 'Validation' })
  expect(body.errors).toMatchObject([{ property }])
  expect(Object.values(body.errors[0].constraints)).toEqual([body.message])
})
