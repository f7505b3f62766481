import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mailTransport } from '../../../platform/mail/transport.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mail-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const from = { name: 'Atrium', address: 'atrium@example.org' }
const transport = (onFile?: (mail: { to: string; text: string }) => void) =>
  mailTransport({ smtpUrl: null, folder: join(folder, 'mail'), from, ...(onFile ? { onFile } : {}) })
const files = () => readdirSync(join(folder, 'mail')).sort()

it('each mail becomes one file with the words, the HTML and the time', async () => {
  await transport().send({ to: 'a@example.org', subject: 'Code', text: 'It is 123456.' }, '<1@example.org>')
  const [name = ''] = files()
  expect(name).toMatch(/\.json$/)
  expect(JSON.parse(readFileSync(join(folder, 'mail', name), 'utf8'))).toEqual({
    to: 'a@example.org',
    subject: 'Code',
    text: 'It is 123456.',
    html: '<!doctype html><html lang="en"><body><p>It is 123456.</p></body></html>',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

it('the names of the files sort by time', async () => {
  const sender = transport()
  for (let turn = 0; turn < 30; turn += 1)
    await sender.send({ to: 'a@example.org', subject: String(turn), text: 'x' }, '<1@x>')
  const subjects = files().map((name) => JSON.parse(readFileSync(join(folder, 'mail', name), 'utf8')).subject)
  expect(subjects).toEqual(Array.from({ length: 30 }, (_, turn) => String(turn)))
})

it('a reader never meets half a mail', async () => {
  const sender = transport()
  let isDone = false
  const text = 'x'.repeat(500_000)
  const sending = Promise.all(
    Array.from({ length: 20 }, () => sender.send({ to: 'a@b.org', subject: 's', text }, '<1@x>')),
  ).finally(() => {
    isDone = true
  })
  let read = 0
  while (!isDone || read === 0) {
    for (const name of readdirSync(folder).length > 0 ? files().filter((file) => file.endsWith('.json')) : []) {
      expect(JSON.parse(readFileSync(join(folder, 'mail', name), 'utf8')).text).toHaveLength(500_000)
      read += 1
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  await sending
  expect(read).toBeGreaterThan(0)
  expect(files().filter((name) => !name.endsWith('.json'))).toEqual([])
})

it('whoever asked to is told of each mail', async () => {
  const told: string[] = []
  await transport((mail) => told.push(mail.text)).send({ to: 'a@b.org', subject: 's', text: 'hello' }, '<1@x>')
  expect(told).toEqual(['hello'])
})

it('a folder that cannot be written lets the mail be tried again', async () => {
  writeFileSync(join(folder, 'mail'), 'a file in the way')
  const sending = transport().send({ to: 'a@b.org', subject: 's', text: 'x' }, '<1@x>')
  await expect(sending).rejects.toMatchObject({ name: 'MailFailure', outcome: 'later' })
})
