import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { post } from '../../domain/resources/post.ts'
import { user } from '../../domain/resources/user.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { appendRaw } from '../support/log/raw-event.ts'

let atrium: TestAtrium
let staff: Client & { id: number; email: string }
let categoryId: number
let postId: number

beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  categoryId = (await staff.call('POST', '/api/category', { name: 'Knots' })).body.data.id
  const sent = { name: '=1+1', excerpt: 'Ropes', category: categoryId }
  postId = (await staff.call('POST', '/api/post', sent)).body.data.id
  await staff.call('PUT', `/api/post/${postId}`, { excerpt: 'More ropes' })
  await staff.call('POST', `/api/post/${postId}/deactivate`)
}, 60_000)
afterAll(() => atrium.close())

const trail = async (query: string, client: Client = staff) =>
  (await client.call('GET', `/api/utility/activity_log?${query}`)).body
const typesOf = async (query: string) => (await trail(query)).data.map((one: { actionType: string }) => one.actionType)
const today = () => new Date().toISOString().slice(0, 10)
const began = today()

it('filters the trail by resource, record, person, kind, day and names, and says how many there are', async () => {
  const ofPost = ['Deactivate', 'Update', 'Create']
  expect(await typesOf(`resource=post&record=${postId}`)).toEqual(ofPost)
  expect(await typesOf(`actor=user-${staff.id}&type=Changes`)).toEqual([...ofPost, 'Create'])
  expect(await typesOf(`resource=post&type=Update&from=${began}&to=${today()}`)).toEqual(['Update'])
  expect((await trail(`to=2020-01-01`)).meta.total_item).toBe(0)
  // The names of records, and of whoever did it.
  expect(await typesOf('keyword=1%2B1&type=Changes')).toEqual(ofPost)
  const named = await atrium.asUser('no role')
  await atrium.run(user, 'edit', { firstName: 'Zacharias' }, named.id)
  expect(await typesOf('keyword=zachar')).toEqual(['Update', 'Login', 'Update', 'Create'])
  const { data, meta } = await trail('type=Changes&per_page=1000')
  expect(meta.total_item).toBe(data.length)
  expect(data.some(({ actionType }: { actionType: string }) => actionType === 'Login')).toBe(false)
})

it('finds who has done something by name and address, and nobody else', async () => {
  const find = async (query: string) => (await staff.call('GET', `/api/utility/getActors?${query}`)).body.data
  const names = { userName: 'zoltan.idle', firstName: 'Zoltan', lastName: 'Idle' }
  await atrium.run(user, 'create', { ...names, email: 'zoltan.idle@example.org', phone: '1', role: null })
  const busy = await atrium.asUser('no role')
  await atrium.run(user, 'edit', { firstName: 'Zoltan' }, busy.id)
  const zoltan = { value: `user-${busy.id}`, label: expect.stringContaining('Zoltan'), type: 'user' }
  expect(await find('keyword=zolt')).toEqual([zoltan])
  expect(await find(`keyword=${busy.email}`)).toEqual([zoltan])
  expect(await find(`actor=user-${busy.id}`)).toEqual([zoltan])
  expect(await find('')).toEqual([])
})

it('refuses filters that mean nothing', async () => {
  for (const query of ['from=yesterday', 'to=2026-02-30', 'actor=nobody', 'record=x', 'outcome=maybe', 'per_page=1001'])
    expect((await staff.call('GET', `/api/utility/activity_log?${query}`)).status, query).toBe(400)
})

/** Signs in wrongly, as of a minute that is over. */
const failOnce = async () => {
  await staff.call('POST', '/api/auth/login', { userName: 'nobody', password: 'wrong horse battery' })
  await atrium.database.pool.query("update auth.sign_in_attempt set bucket = bucket - interval '1 minute'")
  await atrium.signIn.recordAttempts()
  await atrium.services.projector.waitFor(await atrium.services.log.store.head(), 10_000)
}

it('finds what failed from an address, for auditors alone, and tells nobody which address it was', async () => {
  await failOnce()
  const auditor = await atrium.asUser(['r-audit'])
  const ask = (client: Client, query: string) => client.call('GET', `/api/utility/activity_log?${query}`)
  const { data } = (await ask(auditor, 'address=127.0.0.1')).body
  expect(data).toMatchObject([{ actionDesc: 'failed', address: expect.stringMatching(/^[0-9a-f]{32}$/) }])
  expect((await ask(auditor, `address=${data[0]?.address}`)).body.data).toEqual(data)
  expect((await ask(auditor, 'address=127.0.0.2')).body.data).toEqual([])
  expect((await ask(auditor, 'address=127.0.0')).status).toBe(400)
  const reader = await atrium.asUser(['r-activity_trail'])
  expect((await ask(reader, 'address=127.0.0.1')).status).toBe(403)
  const found = (await ask(reader, 'type=Login&outcome=failed')).body.data
  expect(found.map(({ address }: { address: unknown }) => address)).toEqual([null])
})

it('parts the sign-ins from those that failed', async () => {
  await failOnce()
  const failed = await trail('type=Login&outcome=failed')
  expect(failed.data[0]).toMatchObject({ actionType: 'Login', actionDesc: expect.stringMatching(/^failed/) })
  const [all, done] = await Promise.all([trail('type=Login'), trail('type=Login&outcome=done')])
  expect(done.meta.total_item).toBe(all.meta.total_item - failed.meta.total_item)
})

it('tells what an entry changed, to those who may read the record', async () => {
  const [{ id }] = (await trail(`resource=post&record=${postId}&type=Update`)).data
  const { data } = (await staff.call('GET', `/api/utility/activity_log/${id}`)).body
  expect(data.changes).toEqual([{ field: 'excerpt', label: 'Excerpt', from: 'Ropes', to: 'More ropes' }])
  const auditor = await atrium.asUser(['r-activity_trail'])
  expect((await auditor.call('GET', `/api/utility/activity_log/${id}`)).body.data).toEqual({
    changes: null,
    reason: null,
  })
  expect((await staff.call('GET', '/api/utility/activity_log/999999')).status).toBe(404)
  // What lies in Trash is for those who may fill it.
  const gone = (await atrium.run(category, 'create', { name: 'Thrown away' })).id
  await atrium.run(category, 'delete', {}, gone)
  const [entry] = (await trail(`resource=category&record=${gone}&type=Create`)).data
  const told = async (...perms: string[]) => {
    const client = await atrium.asUser(['r-activity_trail', 'r-category', ...perms])
    return (await client.call('GET', `/api/utility/activity_log/${entry.id}`)).body.data.changes
  }
  expect(await told()).toBeNull()
  expect(await told('d-category')).toMatchObject([{ field: 'name', to: 'Thrown away' }])
})

it('says of a secret only that it changed', async () => {
  const [{ id }] = (await trail(`resource=user&record=${staff.id}&keyword=&type=Update`)).data
  const { data } = (await staff.call('GET', `/api/utility/activity_log/${id}`)).body
  expect(data.changes).toEqual([{ field: 'password', label: 'Password', from: null, to: null, isSecret: true }])
})

it('exports what a filter means as CSV in which nothing is a formula', async () => {
  await atrium.run(user, 'edit', { firstName: '@SUM(A1)', lastName: 'x' }, staff.id)
  const { status, headers, body } = await staff.call('GET', '/api/utility/activity_log/export?resource=post')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers.get('content-disposition')).toContain('activity-trail.csv')
  const lines = body.text.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(",'@SUM(A1) x,")
  expect(lines.slice(1).map((line: string) => line.split(',')[7])).toEqual(["'=1+1", "'=1+1", "'=1+1"])
  expect(lines[2]).toContain(',Excerpt: Ropes → More ropes,')
})

describe('a day of the trail', () => {
  const moments = (day: string, begins: string, ends: string) => {
    const at = (moment: string, milliseconds: number) => new Date(Date.parse(moment) + milliseconds).toISOString()
    return { day, inside: [at(begins, 0), at(ends, -1)], outside: [at(begins, -1), at(ends, 0)] }
  }
  const configured = (timeZone: string) => atrium.run(configuration, 'edit', { timeZone }, configurationId)
  afterAll(async () => {
    await configured('UTC')
    await atrium.services.pool.query("delete from debug.entry where message = 'days'")
  })

  it.each([
    ['Europe/Berlin', moments('2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')],
    ['Europe/Berlin', moments('2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')],
    ['Asia/Jakarta', moments('2026-11-22', '2026-11-21T17:00:00Z', '2026-11-22T17:00:00Z')],
    // There is no midnight on this day: clocks go from 00:00 to 01:00.
    ['Africa/Cairo', moments('2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z')],
  ])(
    'is one of the company in %s, both ends within: in the trail, its export and the debug log (%o)',
    async (zone, one) => {
      await configured(zone)
      const { pool } = atrium.services
      const all = [...one.inside, ...one.outside]
      const made = await Promise.all(
        all.map((_, index) => atrium.run(category, 'create', { name: `${zone} ${one.day} ${index}` })),
      )
      for (const [index, { id }] of made.entries())
        await pool.query("update activity set at = $1 where resource = 'category' and record_id = $2", [all[index], id])
      await pool.query(
        `insert into debug.entry (at, level, actor_type, actor_id, message, keyword)
       select at::timestamptz, 'error', 'system', 'background', 'days', 'days' from unnest($1::text[]) at`,
        [all],
      )
      const days = `from=${one.day}&to=${one.day}`
      const times = (entries: { createdAt: string }[]) => entries.map(({ createdAt }) => createdAt).toSorted()
      expect(times((await trail(`resource=category&type=Create&${days}`)).data)).toEqual(one.inside)
      expect(times((await trail(`type=Error&keyword=days&${days}`)).data)).toEqual(one.inside)
      const { body } = await staff.call('GET', `/api/utility/activity_log/export?resource=category&type=Create&${days}`)
      const lines = body.text.replace('\uFEFF', '').trimEnd().split('\r\n').slice(1)
      for (const { id } of made) await atrium.run(category, 'delete', {}, id)
      expect(lines.map((line: string) => line.split(',')[0]).toSorted()).toEqual(one.inside)
    },
  )

  it.each(['0000-01-01', '2026-02-30', '2026-13-01', '26-01-01'])('refuses the day %s', async (day) => {
    for (const query of [`from=${day}`, `to=${day}`, `type=Error&from=${day}`])
      expect((await staff.call('GET', `/api/utility/activity_log?${query}`)).status, query).toBe(400)
  })

  it.each(['0001-01-01', '9999-12-31'])('takes the day %s, at either end', async (day) => {
    for (const query of [`from=${day}`, `to=${day}`, `type=Error&from=${day}&to=${day}`])
      expect((await staff.call('GET', `/api/utility/activity_log?${query}`)).status, query).toBe(200)
  })
})

it('counts for the dashboard what the filtered trail counts', async () => {
  const { data } = (await staff.call('GET', '/api/utility/activity_log/summary')).body
  expect(data.days).toHaveLength(14)
  const sum = (what: 'signedIn' | 'failed') =>
    data.days.reduce((all: number, day: Record<typeof what, number>) => all + day[what], 0)
  const countOf = async (query: string) => (await trail(`${query}&per_page=1`)).meta.total_item
  // Those of a test that began before midnight stand in two days.
  const days = `from=${data.from}&to=${data.to}`
  expect(sum('signedIn')).toBeGreaterThan(1)
  expect(sum('signedIn')).toBe(await countOf(`type=Login&outcome=done&${days}`))
  expect(sum('failed')).toBe(await countOf(`type=Login&outcome=failed&${days}`))
  expect(data.days.at(-1)).toMatchObject({ day: data.to, signedIn: expect.any(Number) })
  expect(data.resources.length).toBeGreaterThan(2)
  for (const { resource, count } of data.resources)
    expect(await countOf(`type=Changes&resource=${resource}&${days}`), resource).toBe(count)
})

it('counts records by status, of what one may read', async () => {
  const { id } = await atrium.run(category, 'create', { name: 'Idle' })
  await atrium.run(category, 'deactivate', {}, id)
  await atrium.run(post, 'create', { name: 'Bends', excerpt: 'x', category: categoryId })
  const reader = await atrium.asUser(['r-category'])
  const { data } = (await reader.call('GET', '/api/utility/totals')).body
  const { body } = await reader.call('GET', '/api/category?status=inactive')
  expect(data).toEqual([{ resource: 'category', active: 1, inactive: body.meta.total_item }])
})

it('shows people where they are signed in, and ends one or all others', async () => {
  const person = await atrium.asEmployee()
  const own = async () => (await person.call('GET', '/api/me/sign_ins')).body.data
  expect(await own()).toMatchObject([{ isThis: true, device: null }])
  const { pool } = atrium.services
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  for (const id of [first, second])
    await pool.query(
      `insert into auth.sign_in (token_hash, sign_in_id, mode, person_type, person_id, device) values ($1, $2, 'cookie', 'employee', $3, 'Firefox, Linux')`,
      [randomBytes(32), id, person.id],
    )
  expect(await own()).toHaveLength(3)
  const stranger = await atrium.asEmployee()
  expect((await stranger.call('DELETE', `/api/me/sign_ins/${first}`)).status).toBe(404)
  expect((await person.call('DELETE', `/api/me/sign_ins/${first}`)).status).toBe(200)
  expect(await own()).toMatchObject([{ id: second, device: 'Firefox, Linux' }, { isThis: true }])
  expect((await person.call('DELETE', '/api/me/sign_ins')).status).toBe(200)
  expect(await own()).toMatchObject([{ isThis: true }])
  expect((await stranger.call('GET', '/api/me/sign_ins')).body.data).toHaveLength(1)
})

it('keeps what failed in the debug log: by its request, without what may be secret, and for those who may read it', async () => {
  const other = await atrium.asUser(['r-activity_trail'])
  expect((await trail('type=Error&level=error')).meta.total_item).toBe(0)
  // Projecting stands still from here on.
  const mistake = `somebody@example.org said ${randomBytes(20).toString('hex')}`
  await appendRaw(atrium.services.log, `category-${categoryId}`, mistake, {})
  await staff.call('PUT', `/api/category/${categoryId}`, { name: 'Never' })
  await expect.poll(async () => (await trail('type=Error')).data.length).toBeGreaterThan(0)
  const { data } = await trail('type=Error&level=error')
  expect(data).toMatchObject([
    {
      userType: 'user',
      userName: expect.stringContaining('x'),
      modelAffected: 'PUT /api/category/:key',
      level: 'error',
    },
  ])
  expect(data[0].requestId).toMatch(/^[\da-f-]{36}$/)
  expect(JSON.stringify(data)).not.toMatch(/somebody@|[\da-f]{40}/)
  expect((await trail(`type=Error&keyword=${data[0].requestId}`)).meta.total_item).toBe(1)
  expect((await trail('type=Error&keyword=nowhere')).meta.total_item).toBe(0)
  expect((await other.call('GET', '/api/utility/activity_log?type=Error')).status).toBe(403)
})
