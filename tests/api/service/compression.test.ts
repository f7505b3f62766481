import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { raw } from '../probe.ts'

let atrium: TestAtrium
let staff: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  for (let index = 0; index < 20; index += 1) await atrium.run(category, 'create', { name: `Ropes ${index}` })
}, 60_000)
afterAll(() => atrium.close())

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

const get = (path: string, encodings: string) =>
  raw(atrium.url, {
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${staff.token}`, 'accept-encoding': encodings },
  })

it.each(['br', 'gzip'] as const)('sends a long answer as %s to whoever takes it', async (encoding) => {
  const [plain, packed] = [await get('/api/category', 'identity'), await get('/api/category', encoding)]
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
  expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
})

it('sends a short answer as it is', async () => {
  expect((await get('/api/category?keyword=nothing', 'br')).headers['content-encoding']).toBeUndefined()
})

it('compresses nothing that holds a secret, however long it is', async () => {
  await staff.call('PATCH', '/api/me', { bio: 'a'.repeat(5_000) })
  const me = await get('/api/me', 'br')
  expect(me.bytes.length).toBeGreaterThan(5_000)
  expect(me.headers['content-encoding']).toBeUndefined()
})

it.each(['br', 'gzip'] as const)('serves what was built as it was packed by the build: %s', async (encoding) => {
  const page = await get('/auth/login', 'identity')
  for (const pattern of [/src="(\/assets\/[^"]+index-[^"]+\.js)"/, /href="(\/assets\/[^"]+\.css)"/]) {
    const path = pattern.exec(page.text)?.[1] ?? expect.fail('the page names no such file')
    const [plain, packed] = [await get(path, 'identity'), await get(path, `${encoding}, x`)]
    expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
    expect(unpack[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
  }
})
