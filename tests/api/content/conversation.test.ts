import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { page } from '../../../domain/resources/page.ts'
import { stationery } from '../../../domain/resources/stationery.ts'
import { mailsAreOut, openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, countMails, nextMail, readMails } from '../../support/client.ts'

type Person = Client & { id: number; email: string }

let atrium: TestAtrium
let me: Person
let other: Person
let staff: Person
let reader: Person
const sent = { request: 0, message: 0, application: 0 }
const desk = 'desk@example.org'

const answer = (client: Client, path: string, body: unknown, headers: Record<string, string> = {}) =>
  client.call('POST', `/api/${path}/answer` as string, body, headers)

const withFiles = (text: string, files: readonly (readonly [string, Uint8Array<ArrayBuffer> | string])[]) => {
  const form = new FormData()
  form.append('text', text)
  form.append('files', JSON.stringify(files.map(() => 0)))
  for (const [index, [name, bytes]] of files.entries()) form.append(`files[${index}]`, new Blob([bytes]), name)
  return form
}

const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#456' } })
      .png()
      .toBuffer(),
  )

const fileAt = (url: string, client?: Client) =>
  fetch(`${atrium.url}${url}`, client ? { headers: { authorization: `Bearer ${client.token}` } } : {})

const own = async (path: string, client: Client = me) => {
  const { status, body } = await client.call('GET', `/api/${path}` as string)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

beforeAll(async () => {
  atrium = await openTestAtrium()
  const perms = ['r-request', 'u-request', 'r-job_application', 'u-job_application']
  ;[me, other, staff, reader] = [
    await atrium.asEmployee(),
    await atrium.asEmployee(),
    await atrium.asUser(perms),
    await atrium.asUser(['r-request', 'r-job_application']),
  ]
  await atrium.run(employee, 'edit', { fullname: 'Dita Maharani' }, me.id)
  await atrium.run(configuration, 'edit', { email_stationary: [desk], email_iso: [desk], email_job: [desk] }, 1)
  const job = (await atrium.run(page, 'create', { name: 'Rope maker', type: 'job', excerpt: 'Two' })).id
  const pencil = (await atrium.run(stationery, 'create', { name: 'Pencil HB', unit: 'pcs' })).id
  const send = async (path: string, body: object): Promise<number> =>
    (await me.call('POST', `/api/utility/${path}` as string, body)).body.data.id
  sent.request = await send('request_stationery', { content: [{ value: pencil, quantity: 4, remarks: '' }] })
  sent.message = await send('iso_submit', { subject: 'Ramp', message: 'It is steep.' })
  sent.application = await send('job_apply', { job_id: job, reason: 'Patience.' })
}, 60_000)
afterAll(() => atrium.close())

describe('a conversation', () => {
  it('holds the answers of both sides with their files, each an event under the key of the employee', async () => {
    const said = withFiles('Which hardness?', [
      ['Pencils we have.txt', 'HB and 2B'],
      ['shelf.png', await picture()],
    ])
    expect((await answer(staff, `request/${sent.request}`, said)).body).toMatchObject({
      message: 'Your answer was sent.',
    })
    expect((await answer(me, `request/${sent.request}`, { text: 'HB, please.' })).status).toBe(200)
    const { data } = await own(`request/${sent.request}/mine`)
    expect(data.answers).toMatchObject([
      {
        by: 'staff',
        text: 'Which hardness?',
        files: [
          { url: expect.stringMatching(/Pencils-we-have\.txt$/) },
          { url: expect.stringMatching(/shelf\.(png|webp)$/) },
        ],
      },
      { by: 'employee', text: 'HB, please.', files: [] },
    ])
    expect((await own(`request/${sent.request}`, staff)).data.answers).toEqual(data.answers)
    for (const client of [me, staff, reader])
      expect(await (await fileAt(data.answers[0].files[0].url, client)).text()).toBe('HB and 2B')
    const { events } = await atrium.services.log.read(`request-${sent.request}`)
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['RequestSubmitted', `employee-${me.id}`],
      ['RequestAnswered', `employee-${me.id}`],
      ['RequestAnswered', `employee-${me.id}`],
    ])
  })

  it('is mailed to the other side, each in their language, and names what it is about', async () => {
    await me.call('PUT', '/api/me/language', { language: 'de' })
    await mailsAreOut(atrium)
    const [mine, theirs] = [countMails(atrium.dataDir, me.email), countMails(atrium.dataDir, desk)]
    await answer(staff, `job_application/${sent.application}`, { text: 'Come on Monday.' })
    const told = await nextMail(atrium.dataDir, me.email, mine)
    expect(told.subject).toMatch(/APP-\d{4}-0001, Rope maker: Sie haben eine Antwort/)
    expect(told.text).toContain('Come on Monday.')
    expect(told.text).toContain(`/profile/requests/job_application/${sent.application}`)
    await answer(me, `request/${sent.message}`, withFiles('Here is a photo.', [['ramp.png', await picture()]]))
    const heard = await nextMail(atrium.dataDir, desk, theirs)
    expect(heard.subject).toContain('Dita Maharani has answered.')
    // What somebody wrote stands in no subject, which servers on the way keep.
    expect(heard.subject).not.toContain('Ramp')
    for (const words of [
      'Here is a photo.',
      'Subject: Ramp',
      'Files with it: 1',
      `/dashboard/messages/${sent.message}`,
    ])
      expect(heard.text).toContain(words)
    expect(readMails(atrium.dataDir, desk).some(({ text }) => text.includes('Come on Monday.'))).toBe(false)
    expect(countMails(atrium.dataDir, me.email)).toBe(mine + 1)
    await me.call('PUT', '/api/me/language', { language: 'en' })
  })

  it('is unread to the other side until it is opened, and again with each answer', async () => {
    const path = `request/${sent.message}`
    const unread = async (client: Client) => (await client.call('GET', '/api/request/unread')).body.data.messages
    const unseen = async () => (await own('utility/sent')).meta.unread
    await staff.call('POST', `/api/${path}/read` as string)
    await own(`request/${sent.message}/mine`)
    await me.call('POST', `/api/request/${sent.message}/seen` as string)
    const [before, seen] = [await unread(staff), await unseen()]
    await answer(me, path, { text: 'And one more thing.' })
    expect([await unread(staff), await unseen()]).toEqual([before + 1, seen])
    await staff.call('POST', `/api/${path}/read` as string)
    await answer(staff, path, { text: 'Thank you.' })
    expect([await unread(staff), await unseen()]).toEqual([before, seen + 1])
    await me.call('POST', `/api/request/${sent.message}/seen` as string)
    expect(await unseen()).toBe(seen)
  })

  it('takes an answer once for its key, and two of the same words for two', async () => {
    const path = `request/${sent.message}`
    const count = async () => (await own(`request/${sent.message}/mine`)).data.answers.length
    const before = await count()
    const key = { 'idempotency-key': randomUUID() }
    for (let turn = 0; turn < 2; turn += 1) expect((await answer(me, path, { text: 'Yes.' }, key)).status).toBe(200)
    expect(await count()).toBe(before + 1)
    await answer(me, path, { text: 'Yes.' })
    expect(await count()).toBe(before + 2)
  })

  it('goes on when a step is taken back', async () => {
    const path = `/api/request/${sent.request}`
    await staff.call('POST', `${path}/approve` as string, {})
    await answer(me, `request/${sent.request}`, { text: 'Thank you.' })
    const { answers } = (await own(`request/${sent.request}/mine`)).data
    expect((await staff.call('POST', `${path}/revert` as string, { version: 2 })).status).toBe(200)
    const { data } = await own(`request/${sent.request}/mine`)
    expect([data.stage, data.answers]).toEqual(['submitted', answers])
    expect(await (await fileAt(answers[0].files[0].url, me)).text()).toBe('HB and 2B')
  })

  it('refuses what is empty, too much or no file that may be sent, and keeps nothing of it', async () => {
    const path = `request/${sent.message}`
    const text = 'x'
    const files = (count: number) =>
      Array.from({ length: count }, () => ['a.txt', randomBytes(8).toString('hex')] as const)
    const before = (await own(`request/${sent.message}/mine`)).data.answers.length
    const cases: readonly (readonly [what: string, body: unknown, status: number])[] = [
      ['no words', { text: ' ' }, 422],
      ['nothing', {}, 422],
      ['too long', { text: 'x'.repeat(20_001) }, 422],
      ['six files', withFiles(text, files(6)), 422],
      ['a file of its own naming', { text, files: [1] }, 422],
      [
        'a file in another place',
        withFiles(text, [['a.txt', 'a']]).append('by', 'staff') ?? { text, by: 'staff' },
        422,
      ],
      ['an SVG', withFiles(text, [['a.png', '<svg xmlns="http://www.w3.org/2000/svg"/>']]), 415],
      ['an empty file', withFiles(text, [['a.txt', '']]), 422],
      ['beyond 10 MB', withFiles(text, [['a.bin', new Uint8Array(10_000_001)]]), 413],
    ]
    for (const [what, body, status] of cases) expect((await answer(me, path, body)).status, what).toBe(status)
    expect((await own(`request/${sent.message}/mine`)).data.answers).toHaveLength(before)
  })
})

describe('nobody but the two sides', () => {
  type Try = readonly [what: string, attempt: () => Promise<{ status: number; body?: any }>, refused: number | 'unseen']
  let link: string
  let fileId: number
  const secret = 'Ziegelstein'

  it('reads, finds or answers it, by whatever way', async () => {
    const path = `request/${sent.message}`
    await answer(staff, path, withFiles(secret, [[`${secret}.txt`, secret]]))
    const files = (await own(`request/${sent.message}/mine`)).data.answers.at(-1).files
    ;[link, fileId] = [files[0].url, files[0].id]
    const [writer, librarian, previewer, auditor, none, trailed] = [
      await atrium.asUser(['c-post', 'u-post', 'r-post']),
      await atrium.asUser(['r-file', 'u-file', 'd-file', 'c-file']),
      await atrium.asUser(['r-homepage']),
      await atrium.asUser(['r-audit', 'r-activity_trail']),
      await atrium.asUser('no role'),
      await atrium.asUser(['r-file', 'r-activity_trail']),
    ]
    const said = { text: 'x' }
    const open = async (client?: Client, url = link) => {
      const found = await fileAt(url, client)
      return { status: found.status, body: await found.text() }
    }
    const get = (client: Client, at: string) => client.call('GET', `/api/${at}` as string)
    const strangers = { other, writer, librarian, previewer, auditor, none, trailed }
    const kind = (await atrium.run(category, 'create', { name: 'News' })).id
    const text = { name: 'A', excerpt: 'A', category: kind, content: `<p><a href="${link}">x</a></p>` }
    const post = await writer.call('POST', '/api/post', text)
    const [{ position: stored } = { position: 0n }] = (await atrium.services.log.read(`file-${fileId}`)).events
    const now = encodeURIComponent(new Date().toISOString())
    const tries: readonly Try[] = [
      ...Object.entries(strangers).map(([who, client]): Try => [`the file, ${who}`, () => open(client), 404]),
      ['the file, signed out', () => open(), 404],
      ['the file by another name', () => open(other, link.replace(/[^/]*$/, 'a.txt')), 404],
      ['the file by a text of one’s own', async () => (post.status === 200 ? open(writer) : post), 404],
      ['the file by choosing it', () => answer(other, path, { text: 'x', files: [fileId] }), 403],
      ['the file by a picture of a post', () => writer.call('POST', '/api/post', { ...text, thumbnail: fileId }), 422],
      ['the library', () => get(writer, `utility/getFiles?keyword=${secret}`), 'unseen'],
      ['the list of files', () => get(librarian, `file?keyword=${secret}`), 'unseen'],
      ['the file as a record', () => get(librarian, `file/${fileId}`), 404],
      ['what uses the file', () => get(librarian, `file/${fileId}/uses`), 'unseen'],
      ['the history of the file', () => get(librarian, `file/${fileId}/history`), 404],
      ['the documents', () => get(other, `file?keyword=${secret}`), 'unseen'],
      ['the documents by preview', () => get(previewer, `file?view=portal&keyword=${secret}`), 'unseen'],
      ['the search of the portal', () => get(other, `search?keyword=${secret}`), 'unseen'],
      ['the search of staff', () => get(librarian, `search?keyword=${secret}`), 'unseen'],
      ['the record of another', () => get(other, `request/${sent.message}/mine`), 404],
      ['one that never was', () => get(other, 'request/999/mine'), 404],
      ['the mark of another', () => other.call('POST', `/api/request/${sent.message}/seen` as string), 404],
      ['the record as staff', () => get(other, path), 403],
      ['the history', () => get(other, `${path}/history`), 403],
      ['what one has sent', () => get(other, 'utility/sent'), 'unseen'],
      ['the record as of now', () => get(auditor, `${path}?as_of=${now}`), 'unseen'],
      ['a version', () => get(auditor, `${path}?version=2`), 'unseen'],
      ['the list as of now', () => get(auditor, `request?as_of=${now}`), 'unseen'],
      ['the history of an auditor', () => get(auditor, `${path}/history`), 'unseen'],
      ['the trail', () => get(auditor, `utility/activity_log?resource=request&record=${sent.message}`), 'unseen'],
      ['the trail of the file', () => get(trailed, `utility/activity_log?resource=file&record=${fileId}`), 'unseen'],
      ['what the trail says of the file', () => get(trailed, `utility/activity_log/${stored}`), 'unseen'],
      ['what the trail says of files', () => get(trailed, `utility/activity_log/changes?ids=${stored}`), 'unseen'],
      ['the trail of a word', () => get(auditor, `utility/activity_log?keyword=${secret}`), 'unseen'],
      ['an answer of another employee', () => answer(other, path, said), 403],
      ['an answer to none', () => answer(other, 'request/999', said), 403],
      ['an answer to many', () => answer(me, `request/${sent.request},${sent.message}`, said), 422],
      ['an answer of who reads only', () => answer(reader, path, said), 403],
      ['an answer of an auditor', () => answer(auditor, path, said), 403],
      ['an answer in the name of the other side', () => answer(me, path, { ...said, by: 'staff' }), 422],
      ['answers by a job', () => job(reader), 403],
      ['answers by an edit', () => staff.call('PUT', `/api/${path}` as string, { answers: [] }), 404],
    ]
    const job = (client: Client) =>
      client.call('POST', '/api/job', {
        commands: [{ resource: 'request', id: sent.message, verb: 'answer', sent: said }],
      } as object)
    for (const [what, attempt, refused] of tries) {
      const { status, body } = await attempt()
      if (refused !== 'unseen') expect(status, `${what}: ${JSON.stringify(body)}`).toBe(refused)
      else expect([403, 404, 200], what).toContain(status)
      expect(JSON.stringify(body ?? ''), what).not.toContain(secret)
    }
    expect(tries.length).toBeGreaterThan(35)
  })

  it('once it is over, nor an employee who is inactive', async () => {
    const [application, said] = [`job_application/${sent.application}`, { text: 'And yet.' }]
    expect((await me.call('POST', `/api/${application}/withdraw` as string)).status).toBe(200)
    for (const client of [me, staff])
      expect(await answer(client, application, said)).toMatchObject({
        status: 409,
        body: { message: 'This job application is Withdrawn now, so this cannot be done.' },
      })
    const mails = countMails(atrium.dataDir, me.email)
    await atrium.run(employee, 'deactivate', {}, me.id)
    expect((await answer(me, `request/${sent.message}`, said)).status).toBe(401)
    expect((await fileAt(link, me)).status).toBe(404)
    expect((await answer(staff, `request/${sent.message}`, said)).status).toBe(200)
    await atrium.run(employee, 'activate', {}, me.id)
    expect(countMails(atrium.dataDir, me.email)).toBe(mails)
  })

  it('and nobody at all once the employee is erased: words, files and their bytes', async () => {
    const eraser = await atrium.asUser(['d-personal_data', 'r-personal_data', 'd-employee', 'r-employee', 'u-employee'])
    const found = await eraser.call('GET', `/api/employee/${me.id}/erasure` as string)
    expect(found.status).toBe(200)
    const erased = await eraser.call('POST', `/api/employee/${me.id}/erasure` as string, {
      name: found.body.data?.name ?? 'Dita Maharani',
    })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await expect
      .poll(async () => JSON.stringify((await own(`request/${sent.message}`, staff)).data?.answers ?? ''))
      .not.toContain(secret)
    await expect.poll(async () => (await fileAt(link, staff)).status).toBe(404)
    expect(JSON.stringify((await own(`request/${sent.message}/history`, staff)).data)).not.toContain(secret)
    expect((await answer(staff, `request/${sent.message}`, { text: 'Are you there?' })).status).toBeGreaterThan(399)
  })
})
