import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jobTable } from '../../commands/jobs/table.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { type Client, readMails } from '../support/client.ts'
import { whileCutOff } from '../support/cut-off.ts'

let atrium: TestAtrium
let staff: Client & { id: number; email: string }
let other: Client & { id: number }
let auditor: Client
let administrator: Client & { id: number }
const own = ['c-category', 'r-category', 'u-category', 'd-category', 'c-post', 'u-post', 'r-post']
beforeAll(async () => {
  atrium = await openTestAtrium()
  administrator = await atrium.asUser('all')
  staff = await atrium.asUser(own)
  other = await atrium.asUser(['r-category', 'u-category'])
  auditor = await atrium.asUser(['r-audit', 'r-activity_trail'])
}, 60_000)
afterAll(() => atrium.close())

const soon = (milliseconds = 1_200) => new Date(Date.now() + milliseconds).toISOString()
const never = '2028-03-01T09:00:00+01:00'
const newCategory = async () => (await atrium.run(category, 'create', { name: `Planned ${randomUUID()}` })).id

const plan = async (body: object, client: Client = staff, headers: Record<string, string> = {}) => {
  const answer = await client.call('POST', '/api/schedule', body, headers)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.schedule as string
}
const refusal = async (body: object, client: Client = staff) => {
  const { status, body: answer } = await client.call('POST', '/api/schedule', body)
  return [status, answer.message]
}
const look = async (id: string, client: Client = staff) => (await client.call('GET', `/api/schedule/${id}`)).body.data
const finished = async (id: string) => {
  await vi.waitUntil(async () => !['waiting', 'running'].includes((await look(id)).state), {
    timeout: 20_000,
    interval: 50,
  })
  return look(id)
}
const listed = async (client: Client, more = '') =>
  (await client.call('GET', `/api/schedule?from=2026-01-01T00:00:00Z&until=2027-01-01T00:00:00Z${more}`)).body.data
const inFar = async (client: Client, more = '') => {
  const span = 'from=2028-01-01T00:00:00Z&until=2028-12-31T00:00:00Z'
  const answer = await client.call('GET', `/api/schedule?${span}${more}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const told = async (schedule: string) => {
  const events = await atrium.services.log.open(await atrium.services.log.store.readAll(0n, 100_000))
  return events.filter(({ data }) => data.schedule === schedule)
}
const read = async (id: number) => (await staff.call('GET', `/api/category/${id}`)).body.data

it('does a verb of many records at its moment, once, by whoever planned it, and the trail tells of both', async () => {
  const ids = [await newCategory(), await newCategory()]
  const at = soon()
  const key = { 'idempotency-key': randomUUID() }
  const body = { resource: 'category', verb: 'deactivate', ids, at }
  const [id, again] = [await plan(body, staff, key), await plan(body, staff, key)]
  expect(again).toBe(id)
  expect(await look(id)).toMatchObject({
    state: 'waiting',
    at,
    verb: 'deactivate',
    total: 2,
    isOwn: true,
    mayMove: true,
  })
  expect(await finished(id)).toMatchObject({ state: 'done', done: 2, failed: 0, mayCancel: false })
  for (const one of ids) {
    const { events } = await atrium.services.log.read(`category-${one}`)
    expect(events.map(({ type }) => type)).toEqual(['CategoryCreated', 'CategoryDeactivated'])
    expect(events[1]).toMatchObject({ actor: { type: 'user', id: staff.id }, meta: { causationId: id } })
    expect(Date.parse(events[1]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(at))
  }
  await vi.waitUntil(async () => (await told(id)).length === 2, { timeout: 10_000 })
  const [planned, ran] = await told(id)
  expect(planned).toMatchObject({
    type: 'CommandScheduled',
    actor: { type: 'user', id: staff.id },
    data: { person: `user-${staff.id}`, verb: 'deactivate', resource: 'category', count: 2, due: at, fields: [] },
  })
  expect(ran).toMatchObject({
    type: 'ScheduleRan',
    actor: { type: 'system', id: 'schedule' },
    data: { done: 2, refused: 0 },
  })
  expect(ran?.meta.correlationId).toBe(planned?.meta.correlationId)
})

it('keeps what a planned edit sends out of the log, and shows it to its owner and to readers alone', async () => {
  const one = await newCategory()
  const id = await plan({
    resource: 'category',
    verb: 'edit',
    ids: [one],
    version: 1,
    sent: { name: 'Secretly renamed' },
    at: never,
  })
  expect((await look(id)).changes).toEqual([{ id: one, version: 1, sent: { name: 'Secretly renamed' } }])
  expect((await look(id, other)).changes[0].sent).toEqual({ name: 'Secretly renamed' })
  expect(await look(id, auditor)).toMatchObject({
    mayCancel: false,
    mayMove: false,
    fields: ['name'],
    changes: [{ sent: { name: 'Secretly renamed' } }],
  })
  const stranger = await atrium.asUser(['r-post', 'u-post'])
  expect((await stranger.call('GET', `/api/schedule/${id}`)).status).toBe(404)
  expect(await inFar(stranger)).toEqual([])
  expect(JSON.stringify((await told(id)).map(({ data }) => data))).not.toContain('Secretly')
  const { rows } = await atrium.services.pool.query('select sent::text from command.job_item where job = $1', [id])
  expect(rows[0].sent).not.toContain('Secretly')
})

it('hides from auditors what is personal in a planned change', async () => {
  const id = await plan(
    { resource: 'user', verb: 'edit', ids: [staff.id], sent: { phone: '0123456' }, at: never },
    administrator,
  )
  expect(await look(id, auditor)).toMatchObject({
    fields: ['phone'],
    records: [{ id: staff.id, name: null }],
    changes: [{ sent: {} }],
  })
})

it('merges with what others changed of other fields, and overwrites nothing of the same', async () => {
  const { id: of } = await atrium.run(category, 'create', { name: `Posts ${randomUUID()}` })
  const made = await atrium.run(post, 'create', { name: 'A post', excerpt: 'One', category: of })
  const on = { resource: 'post', verb: 'edit', ids: [made.id], version: 1, at: soon() }
  const fine = await plan({ ...on, sent: { name: 'Renamed by the clock' } })
  const contested = await plan({ ...on, sent: { excerpt: 'Mine' } })
  await atrium.run(post, 'edit', { excerpt: 'Of somebody else' }, made.id)
  expect(await finished(fine)).toMatchObject({ state: 'done' })
  const refused = await finished(contested)
  expect(refused).toMatchObject({ state: 'failed', says: { id: expect.stringContaining('nothing was overwritten') } })
  expect(refused.changes).toEqual([{ id: made.id, version: 1, sent: { excerpt: 'Mine' } }])
  expect((await staff.call('GET', `/api/post/${made.id}`)).body.data).toMatchObject({
    name: 'Renamed by the clock',
    excerpt: 'Of somebody else',
  })
  const mails = () => readMails(atrium.dataDir, staff.email).filter(({ text }) => text.includes(contested))
  await vi.waitUntil(() => mails().length > 0, { timeout: 20_000 })
  expect(mails()).toMatchObject([
    { subject: 'What you scheduled was refused', text: expect.stringContaining('nothing was overwritten') },
  ])
})

it('finds what was refused however much was done before, for whoever planned it and for readers', async () => {
  const one = await newCategory()
  const sent = { name: `Named later ${randomUUID()}` }
  const id = await plan({ resource: 'category', verb: 'edit', ids: [one], version: 1, sent, at: soon() }, other)
  await atrium.run(category, 'edit', { name: `Named meanwhile ${randomUUID()}` }, one)
  expect(await finished(id)).toMatchObject({ state: 'failed' })
  const copied = 'person, verb, resource, correlation_id, total, is_atomic, is_scheduled, fields, facts'
  await atrium.services.pool.query(
    `insert into command.job (id, starts_at, state, ${copied}) select gen_random_uuid(), starts_at - interval '1 day', 'done', ${copied}
       from command.job, generate_series(1, 501) where id = $1`,
    [id],
  )
  const ids = async (client: Client) => (await listed(client, '&state=failed')).map((entry: { id: string }) => entry.id)
  expect(await ids(other)).toEqual([id])
  expect(await ids(staff)).toContain(id)
  expect(await ids(await atrium.asUser(['r-post']))).not.toContain(id)
  await atrium.services.pool.query("delete from command.job where person = $1 and state = 'done'", [`user-${other.id}`])
})

it('runs with the rights of the moment: whoever lost them, or was deactivated, has it refused', async () => {
  const person = await atrium.asUser(['r-category', 'u-category'])
  const gone = await atrium.asUser(['r-category', 'u-category'])
  const one = await newCategory()
  const at = soon(2_500)
  const ids = [
    await plan({ resource: 'category', verb: 'deactivate', ids: [one], at }, person),
    await plan({ resource: 'category', verb: 'deactivate', ids: [one], at }, gone),
  ]
  const held = (await administrator.call('GET', `/api/user/${person.id}`)).body.data.role.id
  await atrium.run(role, 'edit', { perms: ['r-category'] }, held)
  await atrium.run(user, 'deactivate', {}, gone.id)
  for (const id of ids) expect(await finished(id)).toMatchObject({ state: 'failed', failed: 1 })
  expect((await read(one)).deletedAt).toBeNull()
})

it('is cancelled by whoever may do the same, moved by whoever planned it, and told of', async () => {
  const one = await newCategory()
  const body = { resource: 'category', verb: 'deactivate', ids: [one], at: never }
  const id = await plan(body)
  const at = new Date('2028-03-02T08:00:00Z').toISOString()
  const move = (client: Client) => client.call('POST', `/api/schedule/${id}/move`, { at })
  expect((await move(other)).status).toBe(403)
  expect((await move(auditor)).status).toBe(403)
  expect((await move(staff)).status).toBe(200)
  expect(await look(id)).toMatchObject({ at, state: 'waiting' })
  expect((await auditor.call('POST', `/api/schedule/${id}/cancel`)).status).toBe(403)
  const deleting = await plan({ ...body, verb: 'delete' })
  expect((await other.call('POST', `/api/schedule/${deleting}/cancel`)).status).toBe(403)
  expect((await other.call('POST', `/api/schedule/${id}/cancel`)).status).toBe(200)
  expect(await look(id)).toMatchObject({ state: 'cancelled' })
  expect((await move(staff)).status).toBe(409)
  expect((await told(id)).map(({ type, actor }) => [type, actor.id])).toEqual([
    ['CommandScheduled', staff.id],
    ['ScheduleMoved', staff.id],
    ['ScheduleCancelled', other.id],
  ])
})

it('asks for the permission, and refuses what is never done later, with a sentence', async () => {
  const one = await newCategory()
  const on = { resource: 'category', verb: 'deactivate', ids: [one], at: never }
  expect((await refusal({ ...on, verb: 'delete' }, other))[0]).toBe(403)
  expect((await refusal({ ...on, resource: 'post' }, other))[0]).toBe(403)
  expect(await refusal({ ...on, at: '2020-01-01T00:00:00Z' })).toEqual([
    422,
    'This moment has passed already. Choose a later one, or do it now.',
  ])
  expect(await refusal({ ...on, at: '2090-01-01T00:00:00Z' })).toEqual([422, 'A moment can be 5 years ahead at most.'])
  expect((await refusal({ ...on, at: 'tomorrow' }))[0]).toBe(422)
  expect((await refusal({ ...on, ids: [one, one] }))[0]).toBe(422)
  expect((await refusal({ ...on, ids: [999_999] }))[0]).toBe(404)
  expect((await refusal({ ...on, verb: 'edit', sent: { name: '' } }))[0]).toBe(422)
  expect((await refusal({ ...on, verb: 'edit', version: 7, sent: { name: 'x' } }))[0]).toBe(412)
  expect((await refusal({ ...on, verb: 'revert', sent: { version: 1 } }))[0]).toBe(409)
  const person = { resource: 'user', verb: 'edit', ids: [other.id], at: never }
  for (const sent of [
    { password: 'correct horse battery staple' },
    { role: 1 },
    { email: 'a@example.org' },
    { userName: 'x' },
  ])
    expect((await refusal({ ...person, sent }, administrator))[0]).toBe(409)
  expect(
    (
      await refusal(
        { resource: 'role', verb: 'create', sent: { name: 'x', perms: ['u-role'] }, at: never },
        administrator,
      )
    )[0],
  ).toBe(409)
  expect((await refusal({ ...person, verb: 'delete', ids: [administrator.id] }, administrator))[0]).toBe(409)
  const secret = { resource: 'configuration', verb: 'edit', sent: { mailPassword: 'x' }, at: never }
  expect((await refusal(secret, administrator))[0]).toBe(409)
  const commands = [{ resource: 'user', verb: 'edit', id: other.id, sent: { role: 1 } }]
  expect((await administrator.call('POST', '/api/job', { commands, startsAt: never })).status).toBe(409)
})

it('warns of what would be refused as things stand, and tries it at its moment all the same', async () => {
  const { id: of } = await atrium.run(category, 'create', { name: `Taken ${randomUUID()}` })
  const [taken, one] = [await read(of), await newCategory()]
  const answer = await staff.call('POST', '/api/schedule', {
    resource: 'category',
    verb: 'edit',
    ids: [one],
    sent: { name: taken.name },
    at: never,
  })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body.data)).toContain('schedule')
})

it('answers a retry with what its first run has planned, also where others have changed the record since', async () => {
  const one = await newCategory()
  const { version } = await read(one)
  const asked = { resource: 'category', verb: 'edit', ids: [one], sent: { name: `P ${one}` }, version, at: never }
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => staff.call('POST', '/api/schedule', asked, headers)
  await whileCutOff(atrium.services.pool, async () => expect((await send()).status).toBe(503))
  const of = async () =>
    (await inFar(staff)).filter(({ records }: { records: { id: number }[] }) => records.some(({ id }) => id === one))
  const before = await of()
  await atrium.run(category, 'edit', { name: `Other ${one}` }, one)
  const { status, body } = await send()
  expect([status, body.data?.schedule]).toEqual([200, before[0]?.id])
  expect(await of()).toHaveLength(1)
})

it('answers a retry with what its first run has moved, also where it was cancelled since', async () => {
  const id = await plan({ resource: 'category', verb: 'deactivate', ids: [await newCategory()], at: never }, staff)
  const [later, headers] = [new Date(Date.parse(never) + 60_000), { 'idempotency-key': randomUUID() }]
  const send = (at: string) => staff.call('POST', `/api/schedule/${id}/move`, { at }, headers)
  await whileCutOff(atrium.services.pool, async () => expect((await send(later.toISOString())).status).toBe(503))
  expect((await staff.call('POST', `/api/schedule/${id}/cancel`)).status).toBe(200)
  expect(await send(later.toISOString())).toMatchObject({ status: 200, body: { message: 'Moved to another moment.' } })
  expect((await staff.call('POST', `/api/schedule/${id}/move`, { at: never })).status).toBe(409)
})

it('cancels what an erased person had planned, and forgets what was planned about them', async () => {
  const leaving = await atrium.asUser(['r-category', 'u-category'])
  const one = await newCategory()
  const id = await plan({ resource: 'category', verb: 'deactivate', ids: [one], at: never }, leaving)
  const about = await plan(
    { resource: 'user', verb: 'edit', ids: [leaving.id], sent: { phone: '998877' }, at: never },
    administrator,
  )
  expect((await administrator.call('POST', `/api/user/${leaving.id}/erasure`, { name: 'Some Body' })).status).toBe(200)
  expect((await told(id)).map(({ type }) => type)).toEqual(['CommandScheduled', 'ScheduleCancelled'])
  expect((await look(about, administrator)).changes).toEqual([{ id: leaving.id, version: null, sent: {} }])
})

it('lists in order what happens in a span, with publications and the ends of what is shown, filtered', async () => {
  const banner = { number: 1, name: 'Sale', link: '/post', active_until: '2028-05-01T00:00:00Z' }
  expect((await administrator.call('POST', '/api/banner', banner)).status).toBe(200)
  const { id: of } = await atrium.run(category, 'create', { name: `Later ${randomUUID()}` })
  const draft = { name: 'Out in April', excerpt: 'x', category: of, draft: 'true', publish_at: '2028-04-01T08:00:00Z' }
  expect((await staff.call('POST', '/api/post', draft)).status).toBe(200)
  const all = (await inFar(administrator)) as { kind: string; at: string }[]
  expect(all.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['command', 'publish', 'end']))
  expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
  expect((await inFar(administrator, '&resource=post')).map(({ kind }: { kind: string }) => kind)).toEqual(['publish'])
  const mine = await inFar(administrator, `&person=user-${staff.id}&state=waiting`)
  expect(mine.length).toBeGreaterThan(0)
  for (const entry of mine) expect(entry).toMatchObject({ state: 'waiting', person: { id: `user-${staff.id}` } })
  expect((await listed(other, '&resource=banner')).length).toBe(0)
  expect((await staff.call('GET', '/api/schedule?from=2020-01-01T00:00:00Z&until=2028-01-01T00:00:00Z')).status).toBe(
    422,
  )
})

it('is not begun by a process that had read an earlier moment, and is told of after a crash, once', async () => {
  const one = await newCategory()
  const id = await plan({ resource: 'category', verb: 'deactivate', ids: [one], at: soon(60_000) })
  expect((await staff.call('POST', `/api/schedule/${id}/move`, { at: never })).status).toBe(200)
  const table = jobTable(atrium.services.pool, atrium.keyFor('jobs'))
  expect(await table.take(id, new Date(Date.now() + 90_000))).toBeNull()
  // What a process has noted that died before it wrote the event.
  expect(await table.cancel(`user-${staff.id}`, id)).toBe(true)
  expect((await told(id)).map(({ type }) => type)).toEqual(['CommandScheduled', 'ScheduleMoved'])
  const { facts } = atrium.services.jobs
  await Promise.all([facts.tellAll(), facts.tellAll(), facts.tell(id)])
  await facts.tellAll()
  expect((await told(id)).map(({ type }) => type)).toEqual(['CommandScheduled', 'ScheduleMoved', 'ScheduleCancelled'])
})
