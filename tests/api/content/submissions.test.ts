import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../../domain/resources/configuration.ts'
import { division } from '../../../domain/resources/division.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { page } from '../../../domain/resources/page.ts'
import { stationery } from '../../../domain/resources/stationery.ts'
import { title } from '../../../domain/resources/title.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { whileCutOff } from '../../support/cut-off.ts'

let atrium: TestAtrium
let me: Client & { id: number; email: string }
let staff: Client
let job: number
let application: number
let pencil: number
const place: { title: number; division: number } = { title: 0, division: 0 }

beforeAll(async () => {
  atrium = await openTestAtrium()
  ;[me, staff] = [
    await atrium.asEmployee(),
    await atrium.asUser(['u-job_application', 'r-job_application', 'r-request', 'u-request', 'u-configuration']),
  ]
  const named = { order_number: 1, description: 'x' }
  place.title = (await atrium.run(title, 'create', { title_name: 'Clerk', ...named })).id
  place.division = (await atrium.run(division, 'create', { name: 'Harbour', ...named })).id
  await atrium.run(employee, 'edit', { fullname: 'Dita Maharani', ...place }, me.id)
  job = (await atrium.run(page, 'create', { name: 'Rope maker', type: 'job', excerpt: 'Two places' })).id
  pencil = (await atrium.run(stationery, 'create', { name: 'Pencil HB', unit: 'pcs' })).id
}, 60_000)
afterAll(() => atrium.close())

const post = (path: string, body: object, client: Client = me) => client.call('POST', `/api/utility/${path}`, body)

it('keeps one open application for a job, also of many sent at once, with who sent it as they stood then', async () => {
  const sent = {
    job_id: String(job),
    job_title: 'Rope maker',
    employee: 'dita maharani',
    division: 'Harbour',
    reason: 'Patience.',
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post('job_apply', sent)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  // Each of those at once draws an id, and any of them wins.
  application = Number(answers[0]?.body.data.id)
  await atrium.run(employee, 'edit', { title: null, division: null }, me.id)
  const { body } = await staff.call('GET', '/api/job_application?keyword=dita')
  expect(body.data).toMatchObject([
    {
      employee: { id: me.id, fullname: 'Dita Maharani' },
      job_data: { slug: 'rope-maker', name: 'Rope maker' },
      title: { id: place.title, title_name: 'Clerk' },
      division: { id: place.division, name: 'Harbour' },
      stage: 'submitted',
    },
  ])
  await atrium.run(employee, 'edit', place, me.id)
})

it('drops nothing of a second application: the same is the first, another is refused with a sentence', async () => {
  const second = { job_id: job, reason: 'And rope in my family.' }
  const refused = await post('job_apply', second)
  expect(refused).toMatchObject({ status: 409, body: { message: 'You have applied for this job already.' } })
  expect(refused.body.data).toEqual({ id: application })
  expect(await post('job_apply', { ...second, reason: 'Patience.' })).toMatchObject({
    status: 200,
    body: { message: 'You have applied for this job already.', data: { id: application } },
  })
  const own = (of: number) => me.call('GET', `/api/job_application/mine?job=${of}`)
  expect((await own(job)).body.data).toMatchObject([{ id: application, reason: 'Patience.', stage: 'submitted' }])
  expect((await own(job + 1)).body.data).toEqual([])
})

it('refuses whoever says to be somebody else, and what is no open job', async () => {
  const sent = { job_id: job, reason: 'Mine' }
  for (const lie of [
    { employee: 'Rina' },
    { employee_id: me.id + 1 },
    { division: 'Board' },
    { departement: 'Finance' },
  ])
    expect((await post('job_apply', { ...sent, ...lie })).status, JSON.stringify(lie)).toBe(403)
  expect((await post('job_apply', { ...sent, job_id: 1 })).body.errors).toMatchObject([{ property: 'job_id' }])
  expect((await post('iso_submit', { subject: '', message: 'x' })).body.errors).toMatchObject([{ property: 'subject' }])
  expect((await post('job_apply', sent, staff)).status).toBe(403)
})

it('goes its way by the steps of staff, with their notes for the employee alone', async () => {
  const step = (verb: string, note = '') => staff.call('POST', `/api/job_application/${application}/${verb}`, { note })
  expect((await step('accept')).status).toBe(409)
  expect((await step('withdraw')).body.errors).toMatchObject([{ property: 'note' }])
  expect((await staff.call('POST', `/api/job_application/${application}/withdraw`)).status).toBe(409)
  expect((await step('shortlist', 'Come on Monday.')).status).toBe(200)
  expect((await step('reject', 'Next year.')).status).toBe(200)
  const mine = (await me.call('GET', '/api/job_application/mine')).body
  expect(mine).toMatchObject({
    data: [{ reason: 'Patience.', stage: 'rejected' }],
    meta: { total_item: 1 },
  })
  expect(mine.data[0].timeline.map(({ stage, note }: { stage: string; note: string }) => [stage, note])).toEqual([
    ['submitted', ''],
    ['shortlisted', 'Come on Monday.'],
    ['rejected', 'Next year.'],
  ])
  // It is decided, so another may be sent; that one its employee takes back, and nobody else.
  const again = await post('job_apply', { job_id: job, reason: 'Again.' })
  const other = await atrium.asEmployee()
  const withdraw = (client: Client) => client.call('POST', `/api/job_application/${again.body.data.id}/withdraw`)
  expect((await withdraw(other)).status).toBe(403)
  expect((await other.call('POST', '/api/job_application/999/withdraw')).body).toEqual((await withdraw(other)).body)
  const { results } = (await other.call('POST', `/api/job_application/999,${again.body.data.id}/withdraw`)).body
  expect(results.map(({ id: _, ...said }: { id: number }) => said)).toEqual(
    [results[0], results[0]].map(({ id: _, ...said }) => said),
  )
  expect((await other.call('GET', '/api/job_application/mine')).body.data).toEqual([])
  expect((await other.call('GET', `/api/job_application/${again.body.data.id}`)).status).toBe(403)
  // An old version is no way to be told what others wrote.
  const since = (client: Client, verb: string) =>
    client.call('POST', `/api/job_application/${again.body.data.id}/${verb}`, {}, { 'if-match': '"0"' })
  // Without the headers: the date among them may be of the next second.
  const told = async (asked: ReturnType<typeof withdraw>) => [(await asked).status, (await asked).body]
  for (const verb of ['withdraw', 'resubmit'])
    expect(await told(since(other, verb))).toEqual(await told(withdraw(other)))
  expect((await since(me, 'withdraw')).body.data.changed.reason).toBeDefined()
  expect((await withdraw(me)).status).toBe(200)
  expect((await staff.call('GET', `/api/job_application/${again.body.data.id}`)).body.data.stage).toBe('withdrawn')
})

it('refuses a name that a call does not know instead of dropping what it says', async () => {
  const said = { errors: [{ property: 'urgent', constraints: { unknown: 'urgent is not known here' } }] }
  const calls = {
    iso_submit: { subject: 'a', message: 'b' },
    request_stationery: { content: [{ value: pencil, quantity: 1 }] },
  }
  for (const [path, body] of Object.entries(calls))
    expect(await post(path, { ...body, urgent: true })).toMatchObject({ status: 422, body: said })
  expect(await me.call('PUT', '/api/me/language', { language: 'en', urgent: true })).toMatchObject({
    status: 422,
    body: said,
  })
})

it('takes a withdrawal back to where it stood, by its employee alone, and not beside another application', async () => {
  const { id } = (await post('job_apply', { job_id: job, reason: 'A third time.' })).body.data
  const step = (verb: string, client: Client = me) => client.call('POST', `/api/job_application/${id}/${verb}`)
  expect((await step('resubmit')).status).toBe(409)
  await step('shortlist', staff)
  await step('withdraw')
  for (const client of [staff, await atrium.asEmployee()])
    expect([403, 409]).toContain((await step('resubmit', client)).status)
  expect((await me.call('POST', `/api/job_application/${id}/resubmit`, { stage: 'accepted' })).status).toBe(422)
  const [one, other] = [await step('resubmit'), await step('resubmit')]
  expect([one.status, other.status, one.body.position === null]).toEqual([200, 200, false])
  const [mine] = (await me.call('GET', '/api/job_application/mine')).body.data
  expect(mine).toMatchObject({ id, stage: 'shortlisted' })
  expect(mine.timeline.map(({ stage }: { stage: string }) => stage)).toEqual([
    'submitted',
    'shortlisted',
    'withdrawn',
    'shortlisted',
  ])
  await step('withdraw')
  const next = (await post('job_apply', { job_id: job, reason: 'A fourth time.' })).body.data.id
  expect(await step('resubmit')).toMatchObject({ status: 409, body: { data: { id: next } } })
  await me.call('POST', `/api/job_application/${next}/withdraw`)
})

it('says a second step of the same kind anew, refuses it with a sentence, or takes it as said before', async () => {
  const { id } = (await post('job_apply', { job_id: job, reason: 'A fifth time.' })).body.data
  const reject = (sent?: object) => staff.call('POST', `/api/job_application/${id}/reject`, sent)
  expect((await reject({ note: 'Next year.' })).status).toBe(200)
  expect(await reject({ note: 'Never.' })).toMatchObject({
    status: 409,
    body: { message: 'This job application is Rejected now, so this cannot be done.' },
  })
  for (const same of [{ note: 'Next year.' }, {}, undefined]) expect((await reject(same)).status).toBe(200)
  const { timeline } = (await me.call('GET', '/api/job_application/mine')).body.data[0]
  expect(timeline).toHaveLength(2)
})

it('takes lines of the catalogue with its units, one for each item', async () => {
  const items = (await me.call('GET', '/api/utility/stationery_items')).body.data
  expect(items.length).toBeGreaterThan(150)
  expect(items).toContainEqual(expect.objectContaining({ value: pencil, name: 'Pencil HB', unit: 'pcs' }))
  const line = { uid: 'a', name: 'Gold', value: String(pencil), quantity: '3', unit: 'kg', remarks: 'soft' }
  const sent = {
    employee_id: me.id,
    division_id: place.division,
    content: JSON.stringify([line, { ...line, quantity: 4, remarks: '' }]),
  }
  expect((await post('request_stationery', sent)).status).toBe(200)
  const { data } = (await me.call('GET', '/api/request/mine')).body
  expect(data).toMatchObject([
    {
      slug: expect.stringMatching(/^REQ-\d{4}-0001$/),
      type: 'stationery',
      stage: 'submitted',
      lines: [{ item: { id: pencil }, name: 'Pencil HB', unit: 'pcs', quantity: 7, remarks: 'soft' }],
    },
  ])
  for (const wrong of [
    [],
    [{ ...line, value: '999' }],
    [{ ...line, quantity: 0 }],
    [{ ...line, quantity: 10_000 }],
    [{ ...line, quantity: '1.5' }],
    [line, { ...line, quantity: -1 }],
    [line, { ...line, quantity: null }],
  ])
    expect((await post('request_stationery', { content: wrong })).status, JSON.stringify(wrong)).toBe(422)
})

it('keeps messages to the ISO Center under the key of who wrote them', async () => {
  expect((await post('iso_submit', { subject: 'Ramp', message: 'It is steep.' })).status).toBe(200)
  const { body } = await staff.call('GET', '/api/request?type=iso')
  expect(body.data).toMatchObject([
    { subject: 'Ramp', message: 'It is steep.', employee: { fullname: 'Dita Maharani' } },
  ])
  const { events } = await atrium.services.log.read(`request-${body.data[0].id}`)
  expect(events.map(({ subject }) => subject)).toEqual([`employee-${me.id}`])
})

const mailsTo = (address: string) =>
  readdirSync(join(atrium.dataDir, 'mail'))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(atrium.dataDir, 'mail', name), 'utf8')))
    .filter(({ to }) => to === address)

it('is unread to each of staff until they open it, in the list where it stands', async () => {
  const other = await atrium.asUser(['r-request'])
  const unread = async (client: Client) => (await client.call('GET', '/api/request/unread')).body.data
  expect(await unread(staff)).toEqual({ requests: 1, messages: 1 })
  const listed = (await staff.call('GET', '/api/request?type=stationery&unread=true')).body
  expect(listed).toMatchObject({ data: [{ isUnread: true, label: expect.stringMatching(/^REQ-/) }] })
  const { id, slug } = listed.data[0]
  expect(slug).toBe(listed.data[0].label)
  expect((await staff.call('POST', `/api/request/${id}/read`)).status).toBe(200)
  expect(await unread(staff)).toEqual({ requests: 0, messages: 1 })
  expect((await staff.call('GET', `/api/request?keyword=${slug}&unread=false`)).body.data).toMatchObject([{ id }])
  expect((await staff.call('GET', '/api/request?type=stationery&unread=true')).body.data).toEqual([])
  await staff.call('POST', `/api/request/${id}/unread`)
  expect(await unread(staff)).toEqual({ requests: 1, messages: 1 })
  await staff.call('POST', '/api/request/read?type=stationery')
  expect(await unread(staff)).toEqual({ requests: 0, messages: 1 })
  expect(await unread(other)).toEqual({ requests: 1, messages: 1 })
  expect((await staff.call('POST', '/api/request/999/read')).status).toBe(404)
  expect((await staff.call('GET', '/api/utility/couriers?ids=1,2')).body).toEqual({ data: { count: 2 }, count: 2 })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await staff.call('GET', `/api/request?created_at_from=${tomorrow}`)).body.data).toEqual([])
  expect((await staff.call('GET', `/api/request?created_at_until=${tomorrow}`)).body.data).toHaveLength(2)
  const far = '2026-11-23T10:00:00%2B23:59'
  expect((await staff.call('GET', `/api/request?created_at_from=${far}`)).status).toBe(200)
  for (const none of ['1', 'Tuesday', '2026-02-30', '0000-01-01', '-1', '1,2'])
    expect((await staff.call('GET', `/api/request?created_at_from=${none}`)).status, none).toBe(400)
})

it('is mailed to its receivers, fulfilled in part line by line, and told to the employee in their language', async () => {
  await atrium.run(configuration, 'edit', { email_stationary: ['store@example.org', 'desk@example.org'] }, 1)
  await me.call('PUT', '/api/me/language', { language: 'de' })
  const items = (await me.call('GET', '/api/utility/stationery_items')).body.data
  const stapler = items.find(({ name }: { name: string }) => name === 'Stapler, small').value
  const content = [
    { value: pencil, quantity: 12 },
    { value: stapler, quantity: 2 },
  ]
  const { id } = (await post('request_stationery', { content })).body.data
  const lines = (await staff.call('GET', `/api/request/${id}`)).body.data.lines
  const step = (verb: string, sent: object = {}) => staff.call('POST', `/api/request/${id}/${verb}`, sent)
  const [first, second] = lines.map(({ id: line }: { id: number }) => line)
  expect((await step('fulfil_partly', { lines: [{ id: first, delivered: 1 }] })).status).toBe(409)
  expect((await step('approve', { note: 'On its way.' })).status).toBe(200)
  for (const wrong of [
    [{ id: first, delivered: 13 }],
    [{ id: 7, delivered: 1 }],
    [{ id: first, delivered: 0 }],
    [
      { id: first, delivered: 12 },
      { id: first, delivered: 1 },
    ],
  ])
    expect([409, 422], JSON.stringify(wrong)).toContain((await step('fulfil_partly', { lines: wrong })).status)
  expect((await step('fulfil_partly', { lines: [{ id: first, delivered: 5 }], note: 'More on Friday.' })).status).toBe(
    200,
  )
  const delivered = async () =>
    (await staff.call('GET', `/api/request/${id}`)).body.data.lines.map((line: { delivered: number }) => line.delivered)
  expect(await delivered()).toEqual([5, null])
  // What is delivered later adds up, each part with its note.
  const later = { lines: [{ id: first, delivered: 3 }], note: 'The rest is on order.' }
  expect((await step('fulfil_partly', later)).status).toBe(200)
  expect(await delivered()).toEqual([8, null])
  expect(await step('fulfil_partly', { lines: [{ id: first, delivered: 5 }] })).toMatchObject({
    status: 409,
    body: { message: 'Of Pencil HB, 12 pcs were asked for. Still to be delivered: 4.' },
  })
  // The same again is that part, unless whoever says it has seen it.
  expect((await step('fulfil_partly', later)).status).toBe(200)
  expect(await delivered()).toEqual([8, null])
  const { version } = (await staff.call('GET', `/api/request/${id}`)).body.data
  const once = { ...later, lines: [{ id: first, delivered: 3 }] }
  const seen = (of: number) => staff.call('POST', `/api/request/${id}/fulfil_partly`, once, { 'if-match': `"${of}"` })
  expect((await seen(version - 1)).status).toBe(412)
  expect((await seen(version)).status).toBe(200)
  expect(await delivered()).toEqual([11, null])
  const rest = {
    lines: [
      { id: first, delivered: 1 },
      { id: second, delivered: 2 },
    ],
    note: 'That is all.',
  }
  expect(await step('fulfil_partly', rest)).toMatchObject({
    status: 200,
    body: { message: 'The request is fulfilled.' },
  })
  expect(await delivered()).toEqual([12, 2])
  const [mine] = (await me.call('GET', '/api/request/mine')).body.data
  expect(mine.lines).toMatchObject([{ delivered: 12 }, { delivered: 2 }])
  expect(
    mine.timeline.map(({ stage, note, deliveries }: { stage: string; note: string; deliveries: object[] }) => [
      stage,
      note,
      deliveries.map((part) => Object.values(part).slice(1).join(' ')),
    ]),
  ).toEqual([
    ['submitted', '', []],
    ['approved', 'On its way.', []],
    ['partly_fulfilled', 'More on Friday.', ['Pencil HB 5 pcs']],
    ['partly_fulfilled', 'The rest is on order.', ['Pencil HB 3 pcs']],
    ['partly_fulfilled', 'The rest is on order.', ['Pencil HB 3 pcs']],
    ['fulfilled', 'That is all.', ['Pencil HB 1 pcs', expect.stringMatching(/^Stapler, small 2 /)]],
  ])
  const whole = (await staff.call('GET', `/api/request/${id}`)).body.data
  expect(whole).toMatchObject({ stage: 'fulfilled', deliveries: { length: 5 } })
  expect(whole.deliveries[1]).toMatchObject({
    item: 'Pencil HB',
    delivered: 3,
    unit: 'pcs',
    note: 'The rest is on order.',
  })
  const csv = await staff.call('GET', '/api/request/export?format=csv&keyword=0003')
  expect(csv.body.text).toContain('Delivered: 3, Unit: pcs, Note: The rest is on order.')

  // Several are sent at once, so that they come in any order.
  const toldOf = () => mailsTo(me.email).filter(({ subject }) => /REQ-\d{4}-0003/.test(subject))
  await expect.poll(() => toldOf().length).toBe(6)
  const told = toldOf()
  const stages = told.map(({ subject }) => subject.split(': ')[1]).toSorted()
  expect(stages).toEqual([
    'Eingereicht',
    'Erfüllt',
    'Genehmigt',
    ...Array.from({ length: 3 }, () => 'Teilweise erfüllt'),
  ])
  const inPart = told.find(({ text }) => text.includes('More on Friday.') && !text.includes('on order'))
  expect(inPart.subject).toContain('Teilweise')
  expect(inPart.text).toMatch(/Pencil HB, \S+: 12, .*: 5\n.*Stapler, small, \S+: 2, [^:]*: \S+\n/)
  expect(inPart.html).toContain('lang="de"')
  for (const to of ['store@example.org', 'desk@example.org'])
    await expect
      .poll(() => mailsTo(to))
      .toMatchObject([
        {
          subject: expect.stringMatching(/^Request REQ-\d{4}-0003: Dita Maharani$/),
          text: expect.stringContaining(`/dashboard/requests/${id}`),
        },
      ])
  expect(mailsTo('store@example.org')[0].text).toContain('Pencil HB')
})

it('leaves as a spreadsheet or as CSV, in the language of whoever asks, and the trail says so', async () => {
  const auditor = await atrium.asUser(['r-activity_trail'])
  const csv = await staff.call('GET', '/api/request/export?format=csv&type=stationery')
  const [heading, line] = String(csv.body.text).split('\r\n')
  expect(heading).toContain('Number,Date,Type')
  expect(line).toMatch(/REQ-\d{4}-0003,.*Stationery,.*Pencil HB/)
  expect((await staff.call('GET', '/api/job_application/export?keyword=APP-')).status).toBe(200)
  const { body } = await auditor.call('GET', '/api/utility/activity_log?type=Export')
  expect(body.data).toHaveLength(3)
})

it.each(['before', 'behind'])(
  'answers what was sent again %s its answer was kept as sent, also when it would be refused by now',
  async (cut) => {
    const open = (await atrium.run(page, 'create', { name: `Diver ${cut}`, type: 'job', excerpt: 'One place' })).id
    const pen = (await atrium.run(stationery, 'create', { name: `Pen ${cut}`, unit: 'pcs' })).id
    const ofJob = { job_id: open, reason: 'Deep water.' }
    const ofPen = { content: [{ value: pen, quantity: 2 }] }
    const sendBoth = async () => [
      await me.call('POST', '/api/utility/job_apply', ofJob, { 'idempotency-key': `job-${cut}` }),
      await me.call('POST', '/api/utility/request_stationery', ofPen, { 'idempotency-key': `pen-${cut}` }),
    ]
    const first = async () => {
      for (const { status } of await sendBoth()) expect(status).toBe(cut === 'before' ? 503 : 200)
    }
    if (cut === 'before') await whileCutOff(atrium.services.pool, first)
    else await first()
    await atrium.run(page, 'deactivate', {}, open)
    await atrium.run(stationery, 'deactivate', {}, pen)
    const again = await sendBoth()
    expect(
      again.map(({ status }) => status),
      JSON.stringify(again.map(({ body }) => body)),
    ).toEqual([200, 200])
    const { body } = await me.call('GET', `/api/job_application/mine?job=${open}`)
    expect(body.data).toMatchObject([{ id: again[0]?.body.data.id, reason: 'Deep water.' }])
    const later = await me.call('POST', '/api/utility/request_stationery', ofPen, { 'idempotency-key': `new-${cut}` })
    expect(later.body.errors).toMatchObject([{ property: 'content[0].value' }])
  },
)
