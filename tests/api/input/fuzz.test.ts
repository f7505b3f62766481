import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Route } from '../../../api/server/route.ts'
import { routesOf } from '../../../api/routes/all.ts'
import { type Raw, raw } from '../probe.ts'
import { openSubjects, type Subjects } from './subjects.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2_147_483_647)
const runs = Number(process.env.FUZZ_RUNS ?? 400)

let on: Subjects
let routes: Route[]
beforeAll(async () => {
  on = await openSubjects()
  // Signing out would end the caller.
  routes = routesOf(on.atrium.services, on.atrium.signIn).filter(({ url }) => url !== '/auth/logout')
}, 60_000)
afterAll(() => on.atrium.close())

const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '﻿',
  '‮',
  '💥'.repeat(300),
  'é'.repeat(300),
  '%',
  '_',
  '\\',
  "'",
  '"',
  ';--',
  '../..',
  '%00',
  '%ff',
  '{{7*7}}',
  '<script>',
  'javascript:alert(1)',
  '__proto__',
  '0',
  '-0',
  '-1',
  '1',
  '1,2',
  '2147483648',
  '9223372036854775808',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  'constructor',
  'toString',
  'x'.repeat(20001),
  'x'.repeat(300),
]
const word = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'binary', maxLength: 40 }))
const value = fc.oneof(
  { depthSize: 'small' },
  word,
  fc.constantFrom(null, true, false, 0, -1, 1, 1.5, 2_147_483_648, 1e300, [], {}, [[]], { id: 1 }),
  fc.jsonValue(),
)
const names = [
  'name',
  'excerpt',
  'category',
  'featured',
  'thumbnail',
  'content',
  'css',
  'slug',
  'link',
  'logo',
  'id',
  'expected',
  'siteTitle',
  'footer',
  'timeZone',
  'email',
  'password',
  'userName',
  'firstName',
  'oldPassword',
  'data',
  'otp',
  'constructor',
  'hasOwnProperty',
  'valueOf',
  'length',
  'fullname',
  'username',
  'phone_number',
  'pic',
  'bio',
]
const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), word), value, { maxKeys: 6 })
const queryNames = ['page', 'per_page', 'keyword', 'type', 'status', 'category', 'token']
const types = [
  'application/json',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'Application/JSON; charset=x',
  '',
]

const multipart = (parts: Record<string, unknown>): string =>
  `${Object.entries(parts)
    .map(([name, part]) => {
      const file = name.length % 3 === 0 ? '; filename="x.png"' : ''
      return `--b\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"${file}\r\n\r\n${String(part)}\r\n`
    })
    .join('')}--b--\r\n`

const body = fc.oneof(
  { weight: 5, arbitrary: fields.map((sent) => ({ type: 'application/json', text: JSON.stringify(sent) })) },
  {
    weight: 3,
    arbitrary: fc
      .dictionary(fc.constantFrom(...names), word, { maxKeys: 5 })
      .map((sent) => ({ type: 'multipart/form-data; boundary=b', text: multipart(sent) })),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom(...types), text: word }) },
)
// What a header can hold at all; the rest never leaves a client.
const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code === 0x7f ? 0x20 : code)),
})
const headers = fc.record(
  {
    'if-match': fc.oneof(headerText, fc.constantFrom('"1"', 'W/"2"', '*')),
    'idempotency-key': fc.oneof(headerText, fc.constantFrom('same', 'k'.repeat(9_000))),
    'x-min-position': fc.oneof(headerText, fc.constantFrom('1', '0')),
    cookie: fc.oneof(headerText, fc.constant('atrium=x')),
    accept: headerText,
  },
  { requiredKeys: [] },
)

// Half of a pair cannot be written in an address; its bytes can.
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString())

const ask = fc.record({
  at: fc.nat(),
  params: fc.array(word, { minLength: 2, maxLength: 2 }),
  query: fc.array(fc.tuple(fc.constantFrom(...queryNames), word), { maxLength: 3 }),
  body,
  headers,
  isKnown: fc.boolean(),
})

const send = async (wish: typeof ask extends fc.Arbitrary<infer T> ? T : never): Promise<Raw & { what: string }> => {
  const { method, url } = routes[wish.at % routes.length] ?? expect.fail('no route')
  let at = 0
  const path = url.replace(/:\w+/g, () => (wish.isKnown ? '1' : encoded(wish.params[at++] ?? 'x').slice(0, 2_000)))
  const query = wish.query.map(([name, text]) => `${name}=${encoded(text).slice(0, 2_000)}`).join('&')
  const sent = method === 'GET' ? {} : { body: wish.body.text }
  const type: Record<string, string> = method === 'GET' ? {} : { 'content-type': wish.body.type }
  const authorization = `Bearer ${on.staff.token}`
  const request = {
    method,
    path: `/api${path}?${query}`,
    headers: { ...wish.headers, ...type, authorization },
    ...sent,
  }
  return { ...(await raw(on.atrium.url, request)), what: `${method} ${path}` }
}

it(`answers anything at all with an answer of its own, never with 5xx (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(ask, async (wish) => {
      const answer = await send(wish)
      seen.add(answer.status)
      expect(answer.status, `${answer.what} ${answer.text}`).toBeLessThan(500)
      if (answer.status >= 400)
        expect(JSON.parse(answer.text), answer.what).toMatchObject({ type: 'error', message: expect.any(String) })
    }),
    { numRuns: runs, seed },
  )
  expect(seen.size).toBeGreaterThan(3)
})
