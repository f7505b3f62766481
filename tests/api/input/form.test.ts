import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addErrors } from '../../../api/server/errors.ts'
import { forgetRest, usualRest } from '../../../api/body/rest.ts'
import { plainFileName, readForm } from '../../../api/body/form.ts'
import { uploadRoom } from '../../../platform/files/uploads.ts'

let app: FastifyInstance
let url = ''
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const usual = process.env.TMPDIR
const temporary = mkdtempSync(join(tmpdir(), 'upload-'))

beforeAll(async () => {
  process.env.TMPDIR = temporary
  app = fastify({ bodyLimit: 1_048_576 })
  await app.register(multipart)
  app.addHook('onSend', async (request, reply) => forgetRest(request, reply, usualRest.person))
  addErrors(app, () => undefined)
  const room = uploadRoom(join(temporary, 'uploads'))
  const read = async (request: FastifyRequest, limits = {}) => {
    const uploads = room.open(new AbortController().signal)
    try {
      const form = await readForm(request, uploads, limits)
      const files = Object.entries(form.files).map(([name, { path, ...file }]) => [
        name,
        { ...file, bytes: readFileSync(path, 'latin1').slice(0, 20) },
      ])
      return { fields: form.fields, files: Object.fromEntries(files) }
    } finally {
      await uploads.discard()
    }
  }
  app.post('/form', (request) => read(request))
  app.post('/small', (request) => read(request, { files: 2, fileSize: 1000, fields: 3, fieldSize: 100, total: 5000 }))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  await app.close()
  rmSync(temporary, { recursive: true, force: true })
})

const send = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

type Part = { name: string; value: string | Blob; filename?: string }
const form = (...parts: Part[]) => {
  const data = new FormData()
  for (const { name, value, filename } of parts) {
    if (typeof value === 'string') data.append(name, value)
    else data.append(name, value, filename ?? 'file.bin')
  }
  return data
}
const field = (name: string, value = 'x'): Part => ({ name, value })
const file = (name: string, size = 10, filename = 'a.png'): Part => ({
  name,
  value: new Blob(['b'.repeat(size)]),
  filename,
})

const raw = (...lines: string[]) => ({
  body: lines.join('\r\n'),
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
})

describe('a form', () => {
  it('gives its fields as text and its files as bytes', async () => {
    const { status, body } = await send(
      '/form',
      form(field('name', 'Grüße 你好'), field('empty', ''), file('thumbnail', 5, 'bild.png')),
    )
    expect(status).toBe(200)
    expect(body).toEqual({
      fields: { name: 'Grüße 你好', empty: '' },
      files: { thumbnail: { filename: 'bild.png', bytes: 'bbbbb', size: 5, hash: sha256('bbbbb') } },
    })
  })

  it('counts a file input without a file as absent, but an empty file as a file', async () => {
    const { body } = await send('/form', form(file('none', 0, ''), file('empty', 0, 'empty.png')))
    expect(Object.keys(body.files)).toEqual(['empty'])
  })

  it('takes files beyond the body limit of JSON', async () => {
    const { status, body } = await send('/form', form(file('big', 9_999_999)))
    expect([status, body.files.big.size]).toEqual([200, 9_999_999])
  })

  it('gives a part that calls itself JSON as text', async () => {
    const { body } = await send('/form', form({ name: 'content', value: '{"a":1}' }))
    expect(body.fields.content).toBe('{"a":1}')
    const { body: headers, headers: type } = raw(
      '--edge',
      'content-disposition: form-data; name="content"',
      'content-type: application/json',
      '',
      '{"a": 1}',
      '--edge--',
      '',
    )
    expect((await send('/form', headers, type)).body.fields.content).toBe('{"a":1}')
  })
})

describe('refused is a form', () => {
  it.each([
    ['with too long a file', form(file('a', 1001)), 413, 'A file may have at most 1 kB.'],
    ['with too long a field', form(field('a', 'x'.repeat(101))), 413, 'The field "a" may have at most 0 kB.'],
    ['with too many files', form(file('a'), file('b'), file('c')), 413, 'At most 2 files can be sent at once.'],
    [
      'with too many fields',
      form(field('a'), field('b'), field('c'), field('d')),
      413,
      'A form may have at most 3 fields and 2 files.',
    ],
    ['with a field twice', form(field('a'), field('a')), 422, 'The form has the field "a" more than once.'],
    ['with a file twice', form(file('a'), file('a')), 422, 'The form has the field "a" more than once.'],
    [
      'with a field and a file of one name',
      form(field('a'), file('a')),
      422,
      'The form has the field "a" more than once.',
    ],
    [
      'with a field that would change all objects',
      form(field('__proto__')),
      422,
      'A field of the form has a name that cannot be used.',
    ],
    ['with too long a name of a field', form(field('a'.repeat(101))), 413, 'A field of the form has too long a name.'],
    ['too big in all', form(file('a', 990), field('b', 'x'.repeat(5000))), 413, 'A form may have at most 5 kB in all.'],
  ])('%s', async (_, data, status, message) => {
    expect(await send('/small', data)).toMatchObject({ status, body: { message } })
  })

  it.each([
    ['without its end', raw('--edge', 'content-disposition: form-data; name="a"', '', 'x')],
    ['cut off in a file', raw('--edge', 'content-disposition: form-data; name="a"; filename="a.png"', '', 'x')],
    ['without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['that is no form', { body: 'just words', headers: { 'content-type': 'multipart/form-data; boundary=edge' } }],
  ])('%s', async (_, { body, headers }) => {
    expect(await send('/form', body, headers)).toMatchObject({
      status: 400,
      body: { message: 'The form could not be read.' },
    })
  })

  it('that is too big in all though no part is, also when it does not say its length', async () => {
    const head = `--edge\r\ncontent-disposition: form-data; name="a"; filename="a.png"\r\n\r\n`
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1
        if (sent === 1) controller.enqueue(Buffer.from(head))
        else if (sent < 200) controller.enqueue(Buffer.alloc(50, 97))
        else controller.close()
      },
    })
    expect(await send('/small', endless, { 'content-type': 'multipart/form-data; boundary=edge' })).toMatchObject({
      status: 413,
    })
  })

  it('that never ends, without reading it to the end', async () => {
    const closed = new Promise<number>((resolve) => {
      const { port } = new URL(url)
      const socket = connect(Number(port), '127.0.0.1')
      let written = 0
      const block = Buffer.alloc(65_536, 97)
      const pump = () => {
        while (!socket.destroyed && written < 2e9) {
          written += block.length
          if (!socket.write(`10000\r\n`) || !socket.write(block) || !socket.write('\r\n')) break
        }
      }
      socket.on('error', () => {})
      socket.on('drain', pump)
      socket.on('close', () => resolve(written))
      socket.write(
        'POST /form HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: multipart/form-data; boundary=edge\r\n\r\n' +
          '50\r\n--edge\r\ncontent-disposition: form-data; name="a"; filename="a.png"\r\n\r\n'.padEnd(84, 'a') +
          '\r\n',
      )
      pump()
    })
    expect(await closed).toBeLessThan(100_000_000)
  })

  it('leaving no temporary file and a server that works on', async () => {
    for (let turn = 0; turn < 20; turn += 1) await send('/small', form(file('a', 1001), file('b', 1001)))
    expect((await send('/form', form(field('a')))).status).toBe(200)
    const left = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect([tmpdir(), left]).toEqual([temporary, []])
  })

  it('when too many are being sent at once, and taken again afterwards', async () => {
    const big = () => form(...Array.from({ length: 3 }, (_, index) => file(`f${index}`, 9_900_000)))
    const statuses = (
      await Promise.all(Array.from({ length: 6 }, () => send('/form', big()).catch(() => ({ status: 503 }))))
    ).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await send('/form', big())).status).toBe(200)
  })
})

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.png', 'photo.png'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['gnp.\u202etxt', 'gnp.txt'],
    ['x'.repeat(300), 'x'.repeat(255)],
    ['Ünïcode 你好.png', 'Ünïcode 你好.png'],
    [undefined, ''],
  ])('is only its last visible part: %j', (name, plain) => {
    expect(plainFileName(name)).toBe(plain)
  })
})
