import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openJobs } from '../../commands/jobs/jobs.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { ids } from '../../commands/ids.ts'
import { StoreUnavailable } from '../../event-store/port.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { keptLog } from '../support/log/kept-log.ts'
import { untilLockIsWaitedFor } from '../support/lock-waits.ts'
import type { Fields } from '../support/sent.ts'

let atrium: TestAtrium
let staff: Client & { id: number }
let count = 0
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser(['c-category', 'r-category', 'u-category', 'd-category', 'c-post', 'u-post', 'r-post'])
}, 60_000)
afterAll(() => atrium.close())

const newCategory = async (name = `Job ${(count += 1)}`) => (await atrium.run(category, 'create', { name })).id
const newCategories = async (many: number) => {
  const made: number[] = []
  for (let index = 0; index < many; index += 1) made.push(await newCategory())
  return made
}
const start = async (body: object, headers: Record<string, string> = {}, client: Client = staff) => {
  const { status, body: answer } = await client.call('POST', '/api/job', body, headers)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.data.job as string
}
const look = async (job: string, query = '') => (await staff.call('GET', `/api/job/${job}${query}`)).body.data
const finished = async (job: string, query = '') => {
  await vi.waitUntil(async () => (await look(job)).finishedAt !== null, { timeout: 20_000 })
  return look(job, query)
}
const read = async (id: number) => (await staff.call('GET', `/api/category/${id}`)).body.data
const head = () => atrium.services.log.store.head()
const readBack = async (after: bigint) =>
  (await atrium.services.log.store.readAll(after, 100)).filter(({ stream }) => /^(category|menubar|conf)/.test(stream))
const on = (resource: string, verb: string, of: readonly number[], sent?: object) =>
  of.map((id) => ({ resource, verb, id, ...(sent ? { sent } : {}) }))

/** Holds every append back while `work` runs: jobs come to a stop at their next one. */
const whileHeld = async (work: () => Promise<void>) => {
  const holder = await atrium.services.pool.connect()
  await holder.query('begin; select log.lock()')
  try {
    await work()
  } finally {
    await holder.query('commit')
    holder.release()
  }
}

it('does each command in order, names what is refused, and the trail names the job', async () => {
  const [one, two] = await newCategories(2)
  const made = (name: string) => ({ resource: 'category', verb: 'create', sent: { name } })
  const job = await start({
    commands: [
      made('Made by a job'),
      { resource: 'category', verb: 'edit', id: one, sent: { name: 'Edited' }, version: 1 },
      { resource: 'category', verb: 'edit', id: two, sent: { name: 'Edited' }, version: 7 },
      { resource: 'category', verb: 'activate', id: two },
      { resource: 'category', verb: 'edit', id: one, sent: { name: '' } },
      { resource: 'category', verb: 'deactivate', id: two, sent: { name: 'Other' } },
    ],
  })
  const { items, ...done } = await finished(job, '?items=all')
  expect(done).toMatchObject({ state: 'done', total: 6, done: 3, unchanged: 1, failed: 3 })
  expect(items.map(({ state }: { state: string }) => state)).toEqual([
    'done',
    'done',
    'refused',
    'unchanged',
    'refused',
    'refused',
  ])
  expect(done.failures).toMatchObject([
    { index: 2, id: two, name: `Job ${count}`, message: expect.stringContaining('changed this record') },
    { index: 4, id: one, name: 'Edited', message: 'Name is required' },
    { index: 5, id: two, message: 'name is not known here' },
  ])
  const { events } = await atrium.services.log.read(`category-${one}`)
  expect(events[1]?.meta).toMatchObject({ causationId: job })
  const { rows } = await atrium.services.pool.query(
    'select 1 from command.job_item where job = $1 and sent is not null',
    [job],
  )
  expect(rows).toEqual([])
  const auditor = await atrium.asUser(['r-activity_trail'])
  const trail = (await auditor.call('GET', `/api/utility/activity_log?job=${job}`)).body
  expect(trail.data.map(({ actionType, job: of }: Record<string, unknown>) => [actionType, of])).toEqual([
    ['Update', { id: job, count: 1 }],
    ['Create', { id: job, count: 1 }],
  ])
  const first = (await auditor.call('GET', `/api/utility/activity_log?resource=category&record=${one}`)).body.data
  expect(first.map(({ job: of }: Record<string, unknown>) => of)).toEqual([{ id: job, count: 1 }, null])
})

it('begins nothing that its asker may not do, and is nobody else’s', async () => {
  const [id] = await newCategories(1)
  const other = await atrium.asUser(['r-category', 'u-category'])
  const refused = await other.call('POST', '/api/job', {
    commands: [...on('category', 'deactivate', [id ?? 0]), ...on('category', 'delete', [id ?? 0])],
  })
  expect(refused.status).toBe(403)
  const job = await start({ commands: on('category', 'activate', [id ?? 0]) })
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['POST', '/undo'],
  ] as const)
    expect((await other.call(method, `/api/job/${job}${path}`)).status).toBe(404)
  expect((await other.call('GET', '/api/job')).body.data).toEqual([])
  expect((await staff.call('GET', '/api/job')).body.data[0]).toMatchObject({ id: job, verb: 'activate' })
  await finished(job)
  expect((await atrium.services.log.read(`category-${id}`)).events).toHaveLength(1)
  const before = await head()
  const all = await atrium.asUser('all')
  // A number that somebody chooses would be drawn again, or end the sequence that all others are drawn from.
  const chosen = { commands: [{ resource: 'category', verb: 'create', id: 2_147_483_647, sent: { name: 'Last' } }] }
  expect((await all.call('POST', '/api/job', chosen)).status).toBe(422)
  for (const command of [
    { resource: 'menubar', verb: 'create', sent: {} },
    { resource: 'menubar', verb: 'edit', id: 2, sent: {} },
    { resource: 'configuration', verb: 'deactivate', id: 1 },
  ])
    expect((await all.call('POST', '/api/job', { commands: [command] })).status, command.resource).toBe(404)
  expect(await readBack(before)).toEqual([])
})

it('a dry run reports each item as it would be, and writes nothing', async () => {
  const [one, two] = await newCategories(2)
  const used = await newCategory()
  await atrium.run(post, 'create', { name: 'Uses it', excerpt: 'x', category: used })
  const before = await head()
  const sequences = async () =>
    (await atrium.services.pool.query('select last_value from sequence.category')).rows[0].last_value
  const drawn = await sequences()
  const job = await start({
    dryRun: true,
    commands: [
      ...on('category', 'deactivate', [one ?? 0]),
      ...on('category', 'activate', [two ?? 0]),
      ...on('category', 'delete', [used, 999_999]),
      { resource: 'category', verb: 'create', sent: { name: 'Not made' } },
      { resource: 'category', verb: 'create', sent: { name: '' } },
    ],
  })
  const { items } = await finished(job, '?items=all')
  expect(items.map(({ state, message }: { state: string; message: string }) => [state, message])).toEqual([
    ['done', null],
    ['unchanged', null],
    ['refused', expect.stringContaining('still uses this category')],
    ['refused', expect.stringContaining('does not exist')],
    ['done', null],
    ['refused', 'Name is required'],
  ])
  expect([await head(), await sequences()]).toEqual([before, drawn])
  expect((await staff.call('POST', `/api/job/${job}/undo`)).status).toBe(409)
})

it('is taken back as a whole, leaving out what was edited since, and that is taken back as well', async () => {
  const [one = 0, two = 0, three = 0, four = 0] = await newCategories(4)
  await atrium.run(category, 'deactivate', {}, four)
  const job = await start({
    commands: [
      ...on('category', 'edit', [one], { name: 'Renamed', slug: 'renamed-by-job' }),
      ...on('category', 'deactivate', [one, two, four]),
      ...on('category', 'delete', [three]),
      { resource: 'category', verb: 'create', sent: { name: 'Made and gone' } },
    ],
  })
  await finished(job)
  await atrium.run(category, 'edit', { name: 'Edited since' }, two)
  const undone = await staff.call('POST', `/api/job/${job}/undo`)
  const undo = await finished(undone.body.data.job)
  expect(undo).toMatchObject({ undoes: job, total: 4, done: 3, failed: 1 })
  expect(undo.failures).toMatchObject([
    { id: two, name: 'Edited since', message: expect.stringContaining('changed since') },
  ])
  expect(await read(one)).toMatchObject({ name: expect.stringMatching(/^Job/), deletedAt: null })
  expect((await read(one)).slug).not.toBe('renamed-by-job')
  expect((await read(two)).deletedAt).not.toBeNull()
  expect((await read(three)).deletedAt).toBeNull()
  expect((await read(four)).deletedAt).not.toBeNull()
  expect((await staff.call('GET', '/api/category?keyword=made+and+gone')).body.meta.total_item).toBe(0)
  expect((await look(job)).undoneBy).toBe(undo.id)
  const redone = await staff.call('POST', `/api/job/${undo.id}/undo`)
  expect(await finished(redone.body.data.job)).toMatchObject({ done: 3, failed: 0 })
  expect(await read(one)).toMatchObject({ name: 'Renamed', slug: 'renamed-by-job' })
})

it('stops where it is when it is cancelled, and what is done can be taken back', async () => {
  const many = await newCategories(40)
  let job = ''
  await whileHeld(async () => {
    job = await start({ commands: on('category', 'deactivate', many) })
    await untilLockIsWaitedFor(atrium.services.pool)
    expect((await staff.call('POST', `/api/job/${job}/cancel`)).body.message).toBe('The job is being cancelled.')
  })
  expect(await finished(job)).toMatchObject({ state: 'cancelled', done: 1, total: 40 })
  expect((await staff.call('GET', '/api/category?status=inactive&keyword=job')).status).toBe(200)
  const undone = await staff.call('POST', `/api/job/${job}/undo`)
  expect(await finished(undone.body.data.job)).toMatchObject({ total: 1, done: 1 })
})

it('stays cancelled when the process that worked on it died: whoever takes it over does no more of it', async () => {
  const [one = 0, two = 0] = await newCategories(2)
  const [job, actor] = [randomUUID(), { type: 'user' as const, id: staff.id }]
  const { jobs, pool } = atrium.services
  const items = [one, two].map((record) => ({
    resource: 'category',
    record,
    verb: 'deactivate',
    sent: null,
    version: null,
    since: null,
  }))
  const startsAt = new Date('2035-01-01T09:00:00Z')
  await jobs.start({ id: job, actor, verb: 'deactivate', resource: 'category', items, startsAt })
  // As a process leaves it that was killed after the first of two.
  await atrium.run(category, 'deactivate', {}, one)
  const left = `update command.job set state = 'running', run = 1, cursor = 1, done = 1 where id = $1`
  await pool.query(left, [job])
  expect((await staff.call('POST', `/api/job/${job}/cancel`)).body.message).toBe('The job is being cancelled.')
  const heir = openAt({ now: new Date('2035-01-01T10:00:00Z') })
  expect(await finished(job)).toMatchObject({ state: 'cancelled', done: 1, total: 2 })
  await heir.stop()
  expect((await read(two)).deletedAt).toBeNull()
})

it('begins what others ask for beside the many jobs of one person, who has two under way', async () => {
  const [id = 0] = await newCategories(1)
  const [many, other] = [await atrium.asUser(['u-category']), await atrium.asUser(['u-category'])]
  const stateOf = async (client: Client) =>
    (await client.call('GET', '/api/job')).body.data as { id: string; state: string }[]
  const underWay = async (client: Client) => (await stateOf(client)).filter(({ state }) => state === 'running').length
  const mine: string[] = []
  await whileHeld(async () => {
    for (let index = 0; index < 8; index += 1)
      mine.push(await start({ commands: on('category', 'edit', [id], { name: `Turn ${index}` }) }, {}, many))
    await start({ commands: on('category', 'deactivate', [id]) }, {}, other)
    await vi.waitUntil(async () => (await underWay(other)) === 1, { timeout: 10_000 })
    expect(await underWay(many)).toBe(2)
  })
  await vi.waitUntil(async () => (await stateOf(many)).every(({ state }) => state === 'done'), { timeout: 20_000 })
  expect((await stateOf(many)).map(({ id: job }) => job).toSorted()).toEqual(mine.toSorted())
})

it('does no more once its asker may not, and tells which were left', async () => {
  const many = await newCategories(8)
  const { id: roleId } = await atrium.run(role, 'create', { name: 'Taken away', perms: ['r-category', 'u-category'] })
  const person = await atrium.asUser([])
  await atrium.run(user, 'edit', { role: roleId }, person.id)
  let job = ''
  await whileHeld(async () => {
    job = await start({ commands: on('category', 'deactivate', many) }, {}, person)
    await untilLockIsWaitedFor(atrium.services.pool)
    await atrium.services.pool.query(`update role set perms = '["r-category"]' where id = ${roleId}`)
  })
  const own = async () => (await person.call('GET', `/api/job/${job}`)).body.data
  await vi.waitUntil(async () => (await own()).finishedAt !== null, { timeout: 20_000 })
  const report = await own()
  expect(report).toMatchObject({ done: 1, failed: 7 })
  expect(report.failures[0]).toMatchObject({ id: many[1], message: expect.stringContaining('Access is denied') })
})

it('two starts with one key are one job', async () => {
  const many = await newCategories(3)
  const headers = { 'idempotency-key': randomUUID() }
  const body = { commands: on('category', 'deactivate', many) }
  const jobs = await Promise.all([start(body, headers), start(body, headers), start(body, headers)])
  expect(new Set(jobs).size).toBe(1)
  await finished(jobs[0] ?? '')
  for (const id of many) expect((await atrium.services.log.read(`category-${id}`)).events).toHaveLength(2)
  const other = await staff.call('POST', '/api/job', { commands: on('category', 'activate', many) }, headers)
  expect(other.status).toBe(422)
})

/** A process that works on jobs by a clock of its own. */
const openAt = (clock: { now: Date }) => {
  const { pool, log, resources, dispatch, permissionsOf } = atrium.services
  const jobs = openJobs({
    pool,
    key: atrium.keyFor('jobs'),
    ids: ids(pool),
    log,
    resources,
    dispatch,
    permissionsOf,
    onFailure: () => {},
    now: () => clock.now,
    audit: atrium.services.audit,
    logger: keptLog().logger,
  })
  jobs.work()
  return jobs
}

it('takes twenty jobs of one person of many that are started at once, and refuses the others with a sentence', async () => {
  const [id = 0] = await newCategories(1)
  const person = await atrium.asUser(['u-category'])
  const jobs = openAt({ now: new Date() })
  const item = { resource: 'category', record: id, verb: 'edit', sent: { name: 'Flood' }, version: null, since: null }
  const one = {
    id: randomUUID(),
    actor: { type: 'user' as const, id: person.id },
    verb: 'edit',
    resource: 'category',
    items: [item],
  }
  await whileHeld(async () => {
    await jobs.start(one)
    const started = await Promise.allSettled(Array.from({ length: 30 }, () => jobs.start({ ...one, id: randomUUID() })))
    const refused = started.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(11)
    for (const reason of refused) expect(reason).toMatchObject({ kind: 'throttled', values: { count: 20 } })
    // The same job sent again is none more.
    await jobs.start(one)
  })
  await jobs.stop()
  const own = async () => (await person.call('GET', '/api/job')).body.data as { state: string }[]
  await vi.waitUntil(async () => (await own()).every(({ state }) => state === 'done'), { timeout: 30_000 })
  expect(await own()).toHaveLength(20)
})

it('begins when its time has come, once, whatever clocks and restarts do', async () => {
  const { log } = atrium.services
  const [id = 0] = await newCategories(1)
  const clock = { now: new Date('2030-01-01T08:00:00Z') }
  const open = () => openAt(clock)
  const first = open()
  const [job, later] = [randomUUID(), randomUUID()]
  const actor = { type: 'user' as const, id: staff.id }
  const item = { resource: 'category', record: id, verb: 'deactivate', sent: null, version: null, since: null }
  const startsAt = new Date('2030-01-01T09:00:00Z')
  await first.start({ id: job, actor, verb: 'deactivate', resource: 'category', items: [item], startsAt })
  await first.start({
    id: later,
    actor,
    verb: 'delete',
    resource: 'category',
    items: [item],
    startsAt: new Date('2040-01-01'),
  })
  const stateOf = async (of: string) => (await first.find(`user-${staff.id}`, of))?.state
  expect(await stateOf(job)).toBe('waiting')
  await first.stop()
  clock.now = new Date('2030-01-01T09:00:01Z')
  const second = open()
  await vi.waitUntil(async () => (await stateOf(job)) === 'done', { timeout: 20_000 })
  await second.stop()
  clock.now = new Date('2030-01-01T07:00:00Z')
  const third = open()
  expect(await third.cancel(`user-${staff.id}`, later)).toBe(true)
  const probe = randomUUID()
  await third.start({
    id: probe,
    actor,
    verb: 'activate',
    resource: 'category',
    items: [{ ...item, verb: 'activate' }],
    startsAt: clock.now,
  })
  await vi.waitUntil(async () => (await stateOf(probe)) === 'done', { timeout: 20_000 })
  await third.stop()
  expect((await log.read(`category-${id}`)).events.map(({ type }) => type)).toEqual([
    'CategoryCreated',
    'CategoryDeactivated',
    'CategoryActivated',
  ])
  expect(await stateOf(later)).toBe('cancelled')
})

it('publishes drafts at their moment, once, unless they were planned anew or published before', async () => {
  const categoryId = await newCategory()
  const at = '2030-01-01T09:00:00.000Z'
  const plan = async (name: string, sent: Fields<'post'> = { publish_at: at }) =>
    (await staff.call('POST', '/api/post', { name, excerpt: 'x', category: categoryId, ...sent })).body.data
      .id as number
  const [due, kept] = [await plan('Due'), await plan('Kept', { draft: 'true' })]
  const [moved, freed, hidden] = [await plan('Moved'), await plan('Freed'), await plan('Hidden')]
  await staff.call('PUT', `/api/post/${moved}`, { publish_at: '2040-01-01T09:00:00Z' })
  await staff.call('PUT', `/api/post/${freed}`, { publish_at: '' })
  await staff.call('POST', `/api/post/${hidden}/activate`)
  await staff.call('POST', `/api/post/${hidden}/deactivate`)
  const jobsThat = async (isOpen: boolean) => {
    const text = `select count(*)::int as count from command.job where person = 'system-publishing' and (finished_at is null) = $1`
    return (await atrium.services.pool.query<{ count: number }>(text, [isOpen])).rows[0]?.count
  }
  await vi.waitUntil(async () => (await jobsThat(true)) === 5, { timeout: 20_000 })
  const clock = { now: new Date('2030-01-01T08:59:59.800Z') }
  const first = openAt(clock)
  await first.stop()
  expect(await jobsThat(false)).toBe(0)
  clock.now = new Date('2030-01-01T09:00:01Z')
  const second = openAt(clock)
  await vi.waitUntil(async () => (await jobsThat(false)) === 4, { timeout: 20_000 })
  await second.stop()
  clock.now = new Date('2029-01-01T09:00:00Z')
  await openAt(clock).stop()
  const typesOf = async (id: number) =>
    (await atrium.services.log.read(`post-${id}`)).events.map(({ type, actor }) => `${type} ${actor.id}`)
  expect(await typesOf(due)).toEqual([`PostCreated ${staff.id}`, 'PostActivated publishing'])
  for (const id of [kept, moved, freed, hidden]) {
    const { deletedAt } = (await staff.call('GET', `/api/post/${id}`)).body.data
    expect(deletedAt, String(id)).not.toBeNull()
  }
  expect((await staff.call('GET', `/api/post/${due}`)).body.data).toMatchObject({ deletedAt: null, draft: false })
})

it('a planned draft that a job published is inactive again when that is taken back, and no clock publishes it', async () => {
  const [categoryId, at] = [await newCategory(), '2031-01-01T09:00:00.000Z']
  const sent = { name: 'Planned and published', excerpt: 'x', category: categoryId, publish_at: at }
  const { id } = (await staff.call('POST', '/api/post', sent)).body.data
  const waiting = `select 1 from command.job_item where resource = 'post' and record = $1 and state = 'waiting'`
  await vi.waitUntil(async () => (await atrium.services.pool.query(waiting, [id])).rows.length === 1, {
    timeout: 20_000,
  })
  const job = await start({ commands: on('post', 'activate', [id]) })
  await finished(job)
  const now = async () => (await staff.call('GET', `/api/post/${id}`)).body.data
  expect(await now()).toMatchObject({ deletedAt: null, draft: false, publish_at: null })
  const undo = (await staff.call('POST', `/api/job/${job}/undo`)).body.data.job
  expect(await finished(undo)).toMatchObject({ done: 1, failed: 0 })
  const clock = openAt({ now: new Date('2031-01-01T10:00:00Z') })
  await vi.waitUntil(async () => (await atrium.services.pool.query(waiting, [id])).rows.length === 0, {
    timeout: 20_000,
  })
  await clock.stop()
  const after = await now()
  expect([after.deletedAt === null, after.publish_at]).toEqual([false, null])
})

it('moves what uses a record to another one, deletes it, and takes all of that back', async () => {
  const [from = 0, to = 0] = await newCategories(2)
  const posts: number[] = []
  for (const name of ['Moved 1', 'Moved 2', 'Moved 3'])
    posts.push((await atrium.run(post, 'create', { name, excerpt: 'x', category: from })).id)
  const move = (body: object, client: Client = staff) => client.call('POST', `/api/category/${from}/move`, body)
  const other = await atrium.asUser(['r-category', 'd-category', 'r-post'])
  expect((await move({ to }, other)).status).toBe(403)
  expect((await move({ to: from })).status).toBe(422)
  expect((await move({ to: 99_999 })).status).toBe(404)
  expect((await staff.call('POST', '/api/category/99999/move', { to })).status).toBe(404)
  expect((await staff.call('DELETE', `/api/category/${from}`)).status).toBe(409)
  const job = (await move({ to, delete: true })).body.data.job
  expect(await finished(job)).toMatchObject({ verb: 'move', resource: 'post', total: 4, done: 4, failed: 0 })
  const categoryOf = async (id: number) => (await staff.call('GET', `/api/post/${id}`)).body.data.category.id
  for (const id of posts) expect(await categoryOf(id)).toBe(to)
  expect((await staff.call('GET', `/api/category/${from}`)).status).toBe(404)
  const undo = (await staff.call('POST', `/api/job/${job}/undo`)).body.data.job
  expect(await finished(undo)).toMatchObject({ done: 4, failed: 0 })
  for (const id of posts) expect(await categoryOf(id)).toBe(from)
})

it('all or nothing: values are held beforehand, and one that is taken leaves everything undone', async () => {
  const { services } = atrium
  const person = (name: string, email = `${name}@example.org`) => ({
    resource: 'user',
    record: null,
    verb: 'create',
    sent: { userName: name, firstName: 'A', lastName: 'B', phone: '1', email },
    version: null,
    since: null,
  })
  const actor = { type: 'system' as const, id: 'import-1' }
  const done = async (items: ReturnType<typeof person>[]) => {
    const id = randomUUID()
    await services.jobs.start({ id, actor, verb: 'create', resource: 'user', items, isAtomic: true, isSilent: true })
    return { id, job: await services.jobs.settled('system-import-1', id) }
  }
  const many = Array.from({ length: 40 }, (_, index) => `imported${index}`)
  const before = await head()
  const doubled = await done([...many.map((name) => person(name)), person('another', 'imported7@example.org')])
  expect(doubled.job).toMatchObject({ state: 'cancelled', done: 0, failed: 1 })
  expect(await services.jobs.results(doubled.id, 10, true)).toMatchObject([
    { index: 40, message: { id: '{label} is already taken.', values: { label: 'E-mail' } } },
  ])
  const wrong = await done([person('fine'), person('')])
  expect(wrong.job).toMatchObject({ state: 'cancelled', done: 0, failed: 1 })
  expect(await head()).toBe(before)
  const whole = await done(many.map((name) => person(name)))
  expect(whole.job).toMatchObject({ state: 'done', done: 40, failed: 0 })
  const [first] = await services.log.store.readAll(before, 1)
  expect(first?.meta).toMatchObject({ isSilent: true, causationId: whole.id, actor })
  expect((await done([person('imported3')])).job).toMatchObject({ state: 'cancelled', failed: 1 })
  // What others have is told beside what is wrong besides, and nothing is held for a job that does not begin.
  const mixed = await done([person('another'), person('imported5', 'fifth@example.org'), person('', 'x@example.org')])
  expect(mixed.job).toMatchObject({ state: 'cancelled', done: 0, failed: 2 })
  expect(await services.jobs.results(mixed.id, 10, true)).toMatchObject([
    { index: 1, message: { id: '{label} is already taken.', values: { label: 'Username' } } },
    { index: 2 },
  ])
  expect((await done([person('another')])).job).toMatchObject({ state: 'done', done: 1 })
})

it('makes many new records together, each by the rules of one alone, and takes all of them back', async () => {
  const { services } = atrium
  const person = (name: string, email = `${name}@example.org`) => ({
    resource: 'user',
    record: null,
    verb: 'create',
    sent: { userName: name, firstName: 'A', lastName: 'B', phone: '1', email },
    version: null,
    since: null,
  })
  const actor = { type: 'system' as const, id: 'import-2' }
  const items = Array.from({ length: 600 }, (_, index) => person(`together${index}`))
  items[300] = person('together300', 'no address')
  items[400] = person('together400', 'together7@example.org')
  items[420] = person('TOGETHER8')
  const id = randomUUID()
  await services.jobs.start({ id, actor, verb: 'create', resource: 'user', items })
  // Of the job and of somebody else who wants the same value at the same time one has it.
  const others = await Promise.allSettled(
    [550, 560, 570, 580, 590].map((index) =>
      atrium.run(user, 'create', { ...person(`other${index}`).sent, email: `together${index}@example.org` }),
    ),
  )
  const job = await services.jobs.settled('system-import-2', id)
  const lost = others.filter(({ status }) => status === 'fulfilled').length
  expect(job).toMatchObject({ state: 'done', done: 597 - lost, failed: 3 + lost })
  const failures = await services.jobs.results(id, 10, true)
  expect(failures.slice(0, 3)).toMatchObject([
    { index: 300 },
    { index: 400, message: { id: '{label} is already taken.', values: { label: 'E-mail' } } },
    { index: 420, message: { id: '{label} is already taken.', values: { label: 'Username' } } },
  ])
  const { rows } = await services.pool.query<{ events: number; streams: number; transactions: number }>(
    `select count(*)::int as events, count(distinct stream)::int as streams, count(distinct xmin::text)::int as transactions
     from log.event where meta ->> 'causationId' = $1`,
    [id],
  )
  expect(rows[0]).toMatchObject({ events: job?.done, streams: job?.done })
  expect(rows[0]?.transactions).toBeLessThan((job?.done ?? 0) / 4)
  const undo = randomUUID()
  await services.jobs.start({ ...(await services.jobs.undoOf(actor, id)), id: undo, actor })
  expect(await services.jobs.settled('system-import-2', undo)).toMatchObject({ done: job?.done, failed: 0 })
})

it('goes on after an answer that was lost, and makes no record twice', async () => {
  const { pool, log, resources, dispatch, permissionsOf } = atrium.services
  // The server itself leaves it alone until then.
  const later = new Date('2030-01-01T09:00:00Z')
  let isCut = false
  const open = () => {
    const jobs = openJobs({
      pool,
      key: atrium.keyFor('jobs'),
      ids: ids(pool),
      log,
      resources,
      // The log has taken what was asked, and its answer is lost.
      dispatch: async (command) => {
        const outcome = await dispatch(command)
        if (isCut && String(command.sent?.name).endsWith('5')) throw new StoreUnavailable('cut off')
        return outcome
      },
      permissionsOf,
      onFailure: () => {},
      now: () => later,
      audit: atrium.services.audit,
      logger: keptLog().logger,
    })
    jobs.work()
    return jobs
  }
  const id = randomUUID()
  const actor = { type: 'user' as const, id: staff.id }
  const items = Array.from({ length: 400 }, (_, index) => ({
    resource: 'category',
    record: null,
    verb: 'create',
    sent: { name: `Cut off ${index}` },
    version: null,
    since: null,
  }))
  const person = `user-${staff.id}`
  isCut = true
  const first = open()
  await first.start({ id, actor, verb: 'create', resource: 'category', items, startsAt: later })
  await vi.waitUntil(async () => ((await first.find(person, id))?.done ?? 0) > 0, { timeout: 20_000 })
  await first.stop()
  expect((await first.find(person, id))?.state).toBe('running')
  isCut = false
  const second = open()
  await vi.waitUntil(async () => (await second.find(person, id))?.state === 'done', { timeout: 20_000 })
  await second.stop()
  expect(await second.find(person, id)).toMatchObject({ done: 400, unchanged: 0, failed: 0 })
  const { rows } = await pool.query<{ events: number; streams: number }>(
    `select count(*)::int as events, count(distinct stream)::int as streams from log.event where meta ->> 'causationId' = $1`,
    [id],
  )
  expect(rows).toEqual([{ events: 400, streams: 400 }])
})
