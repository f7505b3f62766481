import { createRequire } from 'node:module'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

const { version } = createRequire(import.meta.url)('pdfjs-dist/package.json') as { version: string }
let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium({ environment: { PUBLIC_URL: 'https://atrium.example' } })
}, 60_000)
afterAll(() => atrium.close())

const shared = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

it('of pages and of calls tell browsers what they may do with them', async () => {
  const page = await fetch(`${atrium.url}/auth/login`)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    ...shared,
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
  })
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const part of [
    "default-src 'self'",
    "script-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toMatch(/unsafe-eval|\*|https?:/)
  const answer = await fetch(`${atrium.url}/api/utility/portal`, { headers: { origin: 'https://evil.example' } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

it('allow pages no more than this, and what reads PDFs apart from them nothing but its own parts', async () => {
  const policyOf = async (path: string) =>
    (await fetch(atrium.url + path)).headers.get('content-security-policy')?.replace(/nonce-[^']+/, 'nonce')
  const rest =
    "img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
  const shown = "default-src 'self'; script-src 'self'; style-src 'self' 'nonce'"
  expect(await policyOf('/')).toBe(`${shown}; ${rest}`)
  expect(await policyOf('/dashboard')).toBe(`${shown}; style-src-attr 'unsafe-inline'; ${rest}`)
  const worker = `/assets/portal/pdf-${version}/worker.js`
  expect((await fetch(atrium.url + worker)).headers.get('content-type')).toBe('text/javascript')
  expect(await policyOf(worker)).toBe("default-src 'none'; script-src 'self'; connect-src 'self'")
})

it.each(['/assets', '/assets/', '/admin/', '/portal/', '/files', '/files/'])('lists no folder: %s', async (path) => {
  const answer = await fetch(atrium.url + path, { redirect: 'manual' })
  const text = await answer.text()
  // What is no file is a page of an app, or nothing.
  expect(text).not.toMatch(/index of|\.js\.map|<li>|"files"/i)
  expect(/^<!doctype html>/i.test(text) || answer.status >= 300).toBe(true)
})

it('answers no TRACE', async () => {
  const { hostname, port } = new URL(atrium.url)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request({ hostname, port, method: 'TRACE', path: '/api/post' })
    sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
    sent.end()
  })
  expect(status).toBeGreaterThanOrEqual(400)
})
