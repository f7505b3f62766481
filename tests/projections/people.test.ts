import { post } from '../../domain/resources/post.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog, resources } from '../../domain/catalog.ts'
import { employee } from '../../domain/resources/employee.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { listActivity } from '../../projections/activity/activity.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { listRecords } from '../../projections/list.ts'
import { namesOf, peopleIn } from '../../projections/people.ts'
import { edited, append, createPost, created, openAtrium } from './support.ts'

const asked: ActivityOptions = { page: 1, perPage: 100, type: '', hidden: new Set() }
const person = (name: string, roleId: number | null) =>
  created(user, {
    userName: name,
    firstName: name,
    lastName: 'Byron',
    email: `${name}@example.org`,
    phone: '1',
    role: roleId,
  })

describe('people and what they did', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  let projector: Awaited<ReturnType<typeof atrium.project>>
  beforeAll(async () => {
    atrium = await openAtrium()
    const { log } = atrium
    projector = await atrium.project()
    await append(log, 'role-1', [created(role, { name: 'Administrator', perms: [] })])
    await append(log, 'role-2', [created(role, { name: 'Editors', perms: ['r-post', 'u-post'] })])
    for (const [index, roleId] of [1, 2, null].entries())
      await append(log, `user-${index + 11}`, [person(`Ada${index + 11}`, roleId)])
    await append(log, 'user-17', [person('Binned', 1), { type: 'UserDeleted', data: {} }])
    await append(log, 'employee-21', [
      created(employee, {
        employee_number: '007',
        fullname: 'Emil Kern',
        display_name: 'Emil',
        email: 'Emil@Example.org',
      }),
    ])
    const editor = { type: 'user', id: 12 } as const
    await createPost(log, 1)
    await append(
      log,
      'post-1',
      [{ type: 'PostFeatured', data: {} }, edited(post, { name: 'New name' })],
      '2026-11-03T09:00:00.000Z',
      editor,
    )
    await append(
      log,
      'signin-a',
      [{ type: 'SignedIn', data: { personType: 'user', personId: 12 } }],
      '2026-11-04T09:00:00.000Z',
      editor,
    )
    await append(
      log,
      'signin-b',
      [{ type: 'SignedIn', data: { personType: 'employee', personId: 21 } }],
      '2026-11-05T09:00:00.000Z',
      { type: 'employee', id: 21 },
    )
    const last = await append(
      log,
      'signin-a',
      [{ type: 'SignedOut', data: { personType: 'user', personId: 12 } }],
      '2026-11-06T09:00:00.000Z',
      editor,
    )
    await projector.waitFor(last, 15_000)
  })
  afterAll(() => atrium.close())

  it('people are found in any case, and not from Trash', async () => {
    const people = peopleIn(atrium.pool, resources)
    expect(await people.byName('user', 'ADA12')).toMatchObject({
      type: 'user',
      id: 12,
      name: 'Ada12',
      email: 'Ada12@example.org',
    })
    expect(await people.byEmail('user', 'ada12@EXAMPLE.org')).toMatchObject({ id: 12 })
    expect(await people.byEmail('employee', 'emil@example.org')).toMatchObject({ type: 'employee', id: 21 })
    expect(await people.byName('user', 'Binned')).toBeNull()
    expect(await people.byId('user', 17)).toMatchObject({ status: 'deleted' })
  })

  it('a list of users names them in full, and their role', async () => {
    const { rows } = await listRecords(
      atrium.pool,
      user,
      {
        page: 1,
        perPage: 10,
        keyword: 'ada12 ',
        status: '',
        filters: {},
        scope: 'staff',
      },
      catalog,
    )
    expect(rows).toMatchObject([
      { id: 12, label: 'Ada12 Byron', userName: 'Ada12', role: { id: 2, name: 'Editors', slug: null } },
    ])
  })

  it.each([
    ['byron ada12', [12]],
    ['ada12@example.org', [12]],
    ['ADA12@ex byron', [12]],
    ['example', []],
    ['@example.org', []],
  ])('“%s” finds users by words in any order, and nobody by where their mail goes', async (keyword, found) => {
    const options = { page: 1, perPage: 10, keyword, status: '', filters: {}, scope: 'staff' } as const
    const { rows } = await listRecords(atrium.pool, user, options, catalog)
    expect(rows.map(({ id }) => id)).toEqual(found)
  })

  it('a list of roles counts who has each, Trash apart', async () => {
    const { rows } = await listRecords(
      atrium.pool,
      role,
      {
        page: 1,
        perPage: 10,
        keyword: '',
        status: '',
        filters: {},
        scope: 'staff',
      },
      catalog,
    )
    expect(rows.map(({ id, users }) => [id, users]).toSorted()).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('those who acted are named', async () => {
    const names = await namesOf(atrium.pool, [
      { type: 'user', id: 12 },
      { type: 'employee', id: 21 },
      { type: 'system', id: 'import' },
      { type: 'user', id: 999 },
    ])
    expect(Object.fromEntries(names)).toEqual({
      'user-12': 'Ada12 Byron',
      'employee-21': 'Emil Kern',
      'system-import': 'import',
    })
  })

  it('the trail tells who did what to which record, newest first', async () => {
    const { rows, total } = await listActivity(atrium.pool, { ...asked, resource: 'post' }, catalog)
    expect(total).toBe(3)
    expect(rows).toMatchObject([
      {
        actionType: 'Update',
        actionDesc: 'post updated',
        userName: 'Ada12 Byron',
        userType: 'user',
        modelAffected: 'post',
        modelID: '1',
        recordName: 'New name',
        changedFields: ['name'],
        changedLabels: ['Post title'],
        createdAt: '2026-11-03T09:00:00.000Z',
      },
      { actionType: 'Update', actionDesc: 'post updated: set as featured', changedFields: ['featured'] },
      { actionType: 'Create', actionDesc: 'post created', userName: null },
    ])
  })

  it('sign-ins are entries of type Login', async () => {
    const { rows, total } = await listActivity(atrium.pool, { ...asked, type: 'Login' }, catalog)
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      {
        userName: 'Emil Kern',
        userType: 'employee',
        actionType: 'Login',
        actionDesc: 'signed in',
        modelAffected: 'employee',
        modelID: '21',
      },
      { userName: 'Ada12 Byron', userType: 'user' },
    ])
    expect((await listActivity(atrium.pool, { ...asked, type: 'Logout' }, catalog)).rows).toMatchObject([
      { actionDesc: 'signed out' },
    ])
  })

  it('failed sign-ins are entries of the same feed, found by the name of their address', async () => {
    const failed = (address: string | null, count: number) => ({
      type: 'SignInFailed',
      data: { personType: 'user', personId: 12, reason: 'password', count, address },
    })
    const at = '2026-11-04T12:00:00.000Z'
    const who = { type: 'user', id: 12 } as const
    await append(atrium.log, 'signin-one', [failed('a'.repeat(32), 3)], at, who)
    const position = await append(atrium.log, 'signin-two', [failed(null, 1)], at, who)
    await projector.waitFor(position, 5_000)
    const ask = async (more: object) => (await listActivity(atrium.pool, { ...asked, ...more }, catalog)).rows
    const said = async (more: object) => (await ask(more)).map((row) => row.actionDesc)
    expect(await said({ type: 'Login', outcome: 'failed' })).toEqual(['failed', 'failed (3 times)'])
    expect(await said({ addresses: ['b'.repeat(32), 'a'.repeat(32)] })).toEqual(['failed (3 times)'])
    expect(await said({ type: 'Login', outcome: 'done' })).toEqual(['signed in', 'signed in'])
    expect(await ask({ addresses: ['a'.repeat(32)] })).toMatchObject([{ address: 'a'.repeat(32), modelID: '12' }])
  })

  it('the trail is filtered by actor and time, and its total is that of all pages', async () => {
    expect((await listActivity(atrium.pool, { ...asked, actor: { type: 'user', id: '12' } }, catalog)).total).toBe(6)
    expect((await listActivity(atrium.pool, { ...asked, from: '2026-11-03', to: '2026-11-03' }, catalog)).total).toBe(2)
    const { rows, total } = await listActivity(atrium.pool, { ...asked, perPage: 5 }, catalog)
    const { rows: events } = await atrium.pool.query('select 1 from log.event')
    expect([rows.length, total]).toEqual([5, events.length])
  })
})
