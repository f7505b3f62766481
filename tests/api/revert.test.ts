import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { streamOf } from '../../domain/event.ts'
import { textOf } from '../../domain/json.ts'
import { fold } from '../../domain/evolve.ts'
import { category } from '../../domain/resources/category.ts'
import { configuration } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { menubar } from '../../domain/resources/menubar.ts'
import { post } from '../../domain/resources/post.ts'
import { request } from '../../domain/resources/request.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import type { Resource } from '../../domain/resource.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { nextMail, readMails } from '../support/client.ts'
import { sampleOf } from '../support/samples.ts'

let atrium: TestAtrium
let group: number
beforeAll(async () => {
  atrium = await openTestAtrium()
  // Somebody has to be left who may edit users and roles.
  await atrium.asUser('all')
  group = (await atrium.run(category, 'create', { name: 'Ropes' })).id
}, 60_000)
afterAll(() => atrium.close())

let count = 0
const unique = (word: string) => `${word} ${(count += 1)}`

const stateOf = async (resource: Resource, id: number) =>
  fold(resource, id, (await atrium.services.log.read(streamOf(resource.name, id))).events)

/** A revert by somebody with exactly these permissions, without a call. */
const revert = (resource: Resource, id: number, sent: object, perms: readonly string[] | null, actorId = 99_999) =>
  atrium.services.dispatch({
    resource,
    verb: 'revert',
    id,
    sent: { ...sent },
    actor: { type: 'user', id: actorId },
    perms,
    commandId: randomUUID(),
  })

const newPost = async () => {
  const values = { ...sampleOf(post), category: group, name: unique('Post'), publish_at: null }
  return (await atrium.run(post, 'create', values)).id
}

const newEmployee = async () => {
  const number = String(700_000 + (count += 1))
  const person = { employee_number: number, fullname: unique('Somebody'), display_name: 'Some' }
  return (await atrium.run(employee, 'create', { ...person, email: `e${number}@example.org` })).id
}

const subjectsTo = (address: string) => readMails(atrium.dataDir, address).map(({ subject }) => subject)

const both = ['u-post', 'd-post']
const denied = { kind: 'forbidden' }

describe('a revert', () => {
  it('goes back to a version, is an event of its own, and is taken back by another', async () => {
    const staff = await atrium.asUser(['r-post', 'u-post', 'r-activity_trail'])
    const id = await newPost()
    await atrium.run(post, 'edit', { name: 'Second', content: '<p>Two</p>' }, id)
    await atrium.run(post, 'feature', {}, id)
    const before = await stateOf(post, id)
    const back = await staff.call('POST', `/api/post/${id}/revert`, { version: 1 }, { 'if-match': '"3"' })
    expect(back).toMatchObject({ status: 200, body: { message: 'Post reverted.', data: { id, version: 4 } } })
    expect((await stateOf(post, id)).values).toMatchObject({
      featured: false,
      featured_at: null,
      content: '<p>Hello</p>',
    })
    expect((await staff.call('POST', `/api/post/${id}/revert`, { version: 3 })).status).toBe(200)
    expect((await stateOf(post, id)).values).toEqual(before.values)
    const trail = await staff.call('GET', `/api/utility/activity_log?resource=post&record=${id}&type=Revert`)
    expect(trail.body.data).toMatchObject([
      { actionType: 'Revert', actionDesc: 'post reverted' },
      { actionType: 'Revert' },
    ])
    const { body } = await staff.call('GET', `/api/post/${id}/history`)
    expect(body.data[0]).toMatchObject({ action: 'revert', version: 5 })
  })

  it('changes nothing the second time, and what somebody changed meanwhile is told of', async () => {
    const staff = await atrium.asUser(['r-post', 'u-post'])
    const id = await newPost()
    await atrium.run(post, 'edit', { excerpt: 'Another' }, id)
    const path = `/api/post/${id}/revert`
    expect((await staff.call('POST', path, { version: 1 }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await staff.call('POST', path, { version: 1 })).body.data.version).toBe(3)
    expect((await staff.call('POST', path, { version: 1 })).body.data.version).toBe(3)
  })

  it('of one field leaves the others', async () => {
    const id = await newPost()
    await atrium.run(post, 'edit', { name: 'Renamed', excerpt: 'Another' }, id)
    await revert(post, id, { version: 1, fields: ['excerpt'] }, ['u-post'])
    expect((await stateOf(post, id)).values).toMatchObject({ name: 'Renamed', excerpt: 'More about excerpt' })
  })

  it('without a change in the middle keeps later ones, and asks where they touched the same', async () => {
    const staff = await atrium.asUser(['r-post', 'u-post'])
    const id = await newPost()
    await atrium.run(post, 'edit', { name: 'Wrong', excerpt: 'Wrong as well' }, id)
    await atrium.run(post, 'edit', { name: 'Wrong, but mended', css: '.b { color: blue }' }, id)
    const seen = await staff.call('GET', `/api/post/${id}/revert?without=2`)
    expect(seen.body.data).toMatchObject({
      version: 3,
      changes: [{ name: 'excerpt', from: 'Wrong as well', to: 'More about excerpt', problem: null }],
      contested: [{ name: 'name', base: 'Wrong', now: 'Wrong, but mended', isChoice: true }],
    })
    const path = `/api/post/${id}/revert`
    expect(await staff.call('POST', path, { without: [2] })).toMatchObject({
      status: 422,
      body: { message: 'Post title was changed again since: choose what stands' },
    })
    expect((await staff.call('POST', path, { without: [2], values: { name: 'Mended' } })).status).toBe(200)
    const { values } = await stateOf(post, id)
    expect(values).toMatchObject({ name: 'Mended', excerpt: 'More about excerpt', css: '.b { color: blue }' })
    const unasked = { without: [2], values: { content: '<p>Slipped in</p>' } }
    expect((await staff.call('POST', path, unasked)).status).toBe(422)
  })

  it('of the first version puts the record into Trash, and one from Trash brings it back', async () => {
    const id = await newPost()
    await revert(post, id, { version: 0 }, ['d-post'])
    expect((await stateOf(post, id)).status).toBe('deleted')
    await expect(revert(post, id, { version: 1 }, ['u-post'])).rejects.toMatchObject({ kind: 'missing' })
    await revert(post, id, { version: 1 }, ['d-post'])
    expect((await stateOf(post, id)).status).toBe('active')
  })

  it.each([
    ['nothing', {}],
    ['both', { version: 1, without: [1] }],
    ['a version to come', { version: 99 }],
    ['a version that is none', { version: -1 }],
    ['no versions', { without: [] }],
    ['the time before it was', { without: [0] }],
    ['other words', { version: 1, verb: 'delete' }],
    ['fields that are none', { version: 1, fields: 'name' }],
  ])('refuses %s with a sentence', async (_what, sent) => {
    const staff = await atrium.asUser(['u-category'])
    const answer = await staff.call('POST', `/api/category/${group}/revert`, sent)
    expect([404, 422]).toContain(answer.status)
    expect(answer.body.message).toMatch(/version/)
  })
})

describe('a revert gives no right', () => {
  it('to put away, to bring back or to publish', async () => {
    const id = await newPost()
    await atrium.run(post, 'deactivate', {}, id)
    await atrium.run(post, 'delete', {}, id)
    // Back from Trash as it was, which is inactive: who may bring back may do that, and no more.
    await expect(revert(post, id, { version: 1 }, ['d-post'])).rejects.toMatchObject(denied)
    await revert(post, id, { version: 2 }, ['d-post'])
    await expect(revert(post, id, { version: 1 }, ['d-post'])).rejects.toMatchObject(denied)
    await expect(revert(post, id, { version: 3 }, ['u-post'])).rejects.toMatchObject(denied)
    await expect(revert(post, id, { version: 1 }, ['r-post', 'c-post'])).rejects.toMatchObject(denied)
    await revert(post, id, { version: 1 }, both)
    expect((await stateOf(post, id)).status).toBe('active')
  })

  it('over fields to those who may only delete', async () => {
    const id = await newPost()
    await atrium.run(post, 'edit', { name: 'Second' }, id)
    await atrium.run(post, 'delete', {}, id)
    await expect(revert(post, id, { version: 1 }, ['d-post'])).rejects.toMatchObject(denied)
    await revert(post, id, { version: 1, fields: ['status'] }, ['d-post'])
    expect(await stateOf(post, id)).toMatchObject({ status: 'active', values: { name: 'Second' } })
  })

  it('over the role of somebody, over one’s own role, or over one’s own address', async () => {
    const holder = async (perms: readonly string[]) =>
      (await atrium.run(role, 'create', { name: unique('Role'), perms: [...perms] })).id
    const [big, small] = [await holder(['u-user', 'u-role', 'd-post']), await holder(['u-user'])]
    const who = await atrium.asUser(['u-user', 'r-user'])
    await atrium.run(user, 'edit', { role: big }, who.id)
    await atrium.run(user, 'edit', { role: small }, who.id)
    const own = (await stateOf(user, who.id)).version
    await expect(revert(user, who.id, { version: own - 1 }, ['u-user'], who.id)).rejects.toThrow('your own role')
    await expect(revert(user, who.id, { version: own - 1 }, ['u-user'])).rejects.toMatchObject({ kind: 'validation' })
    await atrium.run(user, 'edit', { email: `${randomUUID()}@example.org` }, who.id)
    await expect(revert(user, who.id, { version: own }, ['u-user'], who.id)).rejects.toThrow('password and a code')
  })

  it('over what a role allows', async () => {
    const id = (await atrium.run(role, 'create', { name: unique('Role'), perms: ['r-post', 'd-post'] })).id
    await atrium.run(role, 'edit', { perms: ['r-post'] }, id)
    await expect(revert(role, id, { version: 1 }, ['u-role', 'r-post'])).rejects.toMatchObject({ kind: 'validation' })
    await revert(role, id, { version: 1 }, ['u-role', 'r-post', 'd-post'])
    expect((await stateOf(role, id)).values.perms).toEqual(['r-post', 'd-post'])
  })

  it('over entries of the menu to those who may not do to entries what it would do', async () => {
    const entry = { title: 'One', type: 'page', content_id: null, url: '/', new_tab: false, children: [] }
    const sent = (ids: readonly (string | number)[]) => ({ menubar: ids.map((id) => ({ ...entry, id })) })
    await atrium.run(menubar, 'edit', sent(['new_1', 'new_2']), 1)
    const { version, values } = await stateOf(menubar, 1)
    const kept = Array.isArray(values.menubar) ? values.menubar.slice(0, 1) : []
    await atrium.run(menubar, 'edit', { menubar: kept } as never, 1)
    await expect(revert(menubar, 1, { version }, ['u-menubar'])).rejects.toMatchObject(denied)
    await revert(menubar, 1, { version }, ['c-menubar'])
    expect((await stateOf(menubar, 1)).values).toEqual(values)
  })

  it('over a step that its author takes, and steps of staff send no mail', async () => {
    const author = await atrium.asEmployee()
    const sent = await author.call('POST', '/api/utility/iso_submit', { subject: 'A question', message: 'How?' })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    const id = Number(sent.body.data.id)
    const steps = () => subjectsTo(author.email).flatMap((subject) => /: (\w+ed)$/.exec(subject)?.[1] ?? [])
    // One after the other: mails that wait together are sent beside each other.
    const told = (step: string) => vi.waitUntil(() => steps().includes(step), { timeout: 10_000 })
    await told('Submitted')
    await atrium.run(request, 'approve', { note: 'Well' }, id)
    await told('Approved')
    await revert(request, id, { version: 1 }, ['u-request'])
    expect((await stateOf(request, id)).values.stage).toBe('submitted')
    await atrium.run(request, 'reject', { note: '' }, id)
    await told('Rejected')
    expect(steps()).toEqual(['Submitted', 'Approved', 'Rejected'])
    await revert(request, id, { version: 1 }, ['u-request'])
    expect((await author.call('POST', `/api/request/${id}/withdraw`, {})).status).toBe(200)
    await expect(revert(request, id, { version: 1 }, ['u-request'])).rejects.toMatchObject(denied)
  })
})

describe('a revert is held to the rules of today', () => {
  it('that values are unique', async () => {
    const [id, other] = [await newEmployee(), await newEmployee()]
    const former = textOf((await stateOf(employee, id)).values.employee_number)
    await atrium.run(employee, 'edit', { employee_number: String(800_000 + (count += 1)) }, id)
    await atrium.run(employee, 'edit', { employee_number: former }, other)
    await expect(revert(employee, id, { version: 1 }, ['u-employee'])).rejects.toMatchObject({
      kind: 'taken',
      problems: [{ property: 'employee_number' }],
    })
  })

  it('that what is pointed at is there', async () => {
    const staff = await atrium.asUser(['r-post', 'u-post'])
    const gone = (await atrium.run(category, 'create', { name: unique('Gone') })).id
    const id = await newPost()
    await atrium.run(post, 'edit', { category: gone }, id)
    await atrium.run(post, 'edit', { category: group, name: 'Third' }, id)
    await atrium.run(category, 'delete', {}, gone)
    const { body } = await staff.call('GET', `/api/post/${id}/revert?version=2`)
    expect(body.data.changes).toMatchObject([
      { name: 'name', problem: null },
      { name: 'category', problem: { id: expect.stringContaining('cannot come back') } },
    ])
    await expect(revert(post, id, { version: 2 }, ['u-post'])).rejects.toThrow('Category cannot come back')
  })

  it('that nobody reports to themselves in the end', async () => {
    const [one, other] = [await newEmployee(), await newEmployee()]
    await atrium.run(employee, 'edit', { empSuper: [other] }, one)
    await atrium.run(employee, 'edit', { empSuper: [] }, one)
    await atrium.run(employee, 'edit', { empSuper: [one] }, other)
    await expect(revert(employee, one, { version: 2 }, ['u-employee'])).rejects.toThrow('would lead back')
  })

  it('that what is used is not deleted', async () => {
    const used = (await atrium.run(category, 'create', { name: unique('Used') })).id
    const id = await newPost()
    await atrium.run(post, 'edit', { category: used }, id)
    await expect(revert(category, used, { version: 0 }, ['d-category'])).rejects.toThrow('still uses this category')
  })

  it('that secrets stay, and the old address is told of a new one', async () => {
    await atrium.run(configuration, 'edit', { siteTitle: 'One', email_password: 'first secret' }, 1)
    const { version, values } = await stateOf(configuration, 1)
    await atrium.run(configuration, 'edit', { siteTitle: 'Two', email_password: 'second secret' }, 1)
    const now = (await stateOf(configuration, 1)).values.email_password
    expect(now).not.toBe(values.email_password)
    const staff = await atrium.asUser(['r-configuration', 'u-configuration'])
    const seen = await staff.call('GET', `/api/configuration/1/revert?version=${version}`)
    expect(seen.body.data).toMatchObject({ changes: [{ name: 'siteTitle' }], secrets: ['email_password'] })
    expect(JSON.stringify(seen.body)).not.toContain(textOf(now))
    await revert(configuration, 1, { version }, ['u-configuration'])
    expect((await stateOf(configuration, 1)).values).toMatchObject({ siteTitle: 'One', email_password: now })

    const id = await newEmployee()
    const former = `${randomUUID()}@example.org`
    await atrium.run(employee, 'edit', { email: former }, id)
    await revert(employee, id, { version: 1 }, ['u-employee'])
    expect(await nextMail(atrium.dataDir, former, 0)).toMatchObject({ subject: expect.stringContaining('address') })
  })

  it('that what was erased stays erased', async () => {
    const id = await newEmployee()
    await atrium.run(employee, 'edit', { display_name: 'Renamed' }, id)
    const admin = await atrium.asUser('all')
    const { fullname } = (await stateOf(employee, id)).values
    const erased = await admin.call('POST', `/api/employee/${id}/erasure`, { name: fullname })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await expect(revert(employee, id, { version: 1 }, null)).rejects.toThrow('erased')
    expect(await admin.call('POST', `/api/employee/${id}/revert`, { version: 1 })).toMatchObject({ status: 409 })
  })
})

it('is seen beforehand by those who read the record and may change it', async () => {
  const id = await newPost()
  const asked: [readonly string[], number][] = [
    [['r-post'], 403],
    [['u-post'], 403],
    [['r-post', 'u-post'], 200],
    [['r-post', 'd-post'], 200],
  ]
  for (const [perms, status] of asked) {
    const caller = await atrium.asUser(perms)
    expect((await caller.call('GET', `/api/post/${id}/revert?version=1`)).status, String(perms)).toBe(status)
  }
  const reader = await atrium.asUser(['r-post', 'u-post'])
  await atrium.run(post, 'delete', {}, id)
  expect((await reader.call('GET', `/api/post/${id}/revert?version=1`)).status).toBe(404)
})
