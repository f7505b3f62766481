import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendTemplate, slot, templateOf } from '../../../api/response-cache/template.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { raw } from '../probe.ts'

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
const codings = ['br', 'gzip', 'identity'] as const
const newValue = () => randomBytes(16).toString('base64')

describe('a text with slots', () => {
  const letters = (count: number) => randomBytes(count).toString('base64')
  const long = Array.from({ length: 9_000 }, (_, at) => `<p>Line ${at}</p>`).join('')

  it.each(
    Object.entries({
      'at its beginning and its end': `${slot}nonce${slot}`,
      alone: slot,
      'many of them side by side': slot.repeat(50),
      'as far apart as in no page': `<i nonce="${slot}">${long}${letters(60_000)}<i nonce="${slot}">${long}<i nonce="${slot}">`,
      'as far apart as gzip does not look back': `<i nonce="${slot}">${long.slice(0, 50_000)}<i nonce="${slot}">${letters(3_000)}`,
      'among what hardly gets smaller': `${letters(400)}${slot}${letters(400)}`,
      'with the letters of values around them': `${'=='.repeat(40)}${slot}=="==${newValue()}"${slot}==`,
      none: long,
    }).flatMap(([name, text]) => codings.map((coding) => [name, coding, text] as const)),
  )('is the same with each value: %s, %s', async (_name, coding, text) => {
    const app = Fastify()
    const [template, values] = [templateOf(text), Array.from({ length: 5 }, newValue)]
    app.get('/:at', (request, reply) => {
      const { at } = request.params as { at: string }
      return sendTemplate(request, reply.type('text/plain'), template, values[Number(at)] ?? '')
    })
    for (const [at, value] of values.entries()) {
      const answer = await app.inject({ url: `/${at}`, headers: { 'accept-encoding': coding } })
      const given = answer.headers['content-encoding'] === coding ? coding : 'identity'
      // What has no slot, or them where they are not found again, is left to what compresses other answers.
      if (text.includes(slot) && text.length < 100_000) expect(given).toBe(coding)
      expect(unpack[given](answer.rawPayload).toString()).toBe(text.replaceAll(slot, value))
    }
    await app.close()
  })
})

describe('the pages', () => {
  let atrium: TestAtrium
  beforeAll(async () => {
    atrium = await openTestAtrium()
  }, 60_000)
  afterAll(() => atrium.close())

  const pageIn = async (path: string, coding: keyof typeof unpack) => {
    const { headers, bytes } = await raw(atrium.url, {
      method: 'GET',
      path,
      headers: { cookie: 'atrium=somebody', 'accept-encoding': coding },
    })
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? expect.fail('no nonce')
    return { headers, nonce, size: bytes.length, text: unpack[coding](bytes).toString() }
  }

  it.each([
    '/',
    '/post',
    '/post/winter-hours',
    '/employee',
    '/auth/employee',
    '/auth/login',
    '/dashboard',
    '/dashboard/post',
    '/dashboard/post/winter-hours',
    '/dashboard/menubar',
    '/dashboard/configuration',
  ])('are compressed once, and have a nonce of their own in each answer: %s', async (path) => {
    const plain = await pageIn(path, 'identity')
    for (const coding of ['br', 'gzip'] as const) {
      const [one, other] = [await pageIn(path, coding), await pageIn(path, coding)]
      expect(one.nonce).not.toBe(other.nonce)
      for (const { headers, nonce, size, text } of [one, other]) {
        expect(text.replaceAll(nonce, plain.nonce)).toBe(plain.text)
        expect(text).not.toContain(plain.nonce)
        // What is compressed for one answer has no length before it has been sent.
        expect(headers).toMatchObject({ 'content-encoding': coding, 'content-length': String(size) })
      }
    }
  })
})
