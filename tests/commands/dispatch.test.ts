import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { user } from '../../domain/resources/user.ts'
import { openCommands } from '../support/commands.ts'
import { sampleOf } from '../support/samples.ts'

let room: Awaited<ReturnType<typeof openCommands>>
beforeAll(async () => {
  room = await openCommands()
})
afterAll(() => room.close())

const newCategory = async (name = 'News') => (await room.run({ resource: category, verb: 'create', sent: { name } })).id
const postIn = async (categoryId: number, more = {}) =>
  room.run({ resource: post, verb: 'create', sent: { ...sampleOf(post), category: categoryId, ...more } })

describe('permission', () => {
  it.each([
    ['create', 'c'],
    ['edit', 'u'],
    ['activate', 'u'],
    ['deactivate', 'u'],
    ['delete', 'd'],
    ['restore', 'd'],
    ['feature', 'u'],
  ])('%s needs %s-post and nothing else will do', async (verb, action) => {
    const others = ['c', 'r', 'u', 'd'].filter((one) => one !== action).map((one) => `${one}-post`)
    await expect(
      room.run({
        resource: post,
        verb,
        id: 1,
        sent: {},
        perms: [...others, `${action}-postbox`, `${action}-category`],
      }),
    ).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

it('writes a record, and a stale version is told what changed meanwhile', async () => {
  const id = await newCategory('Stale')
  await room.run({ resource: category, verb: 'edit', id, ifVersion: 1, sent: { name: 'First' } })
  await expect(
    room.run({ resource: category, verb: 'edit', id, ifVersion: 1, sent: { name: 'Second' } }),
  ).rejects.toMatchObject({ kind: 'stale', data: { version: 2, changed: { name: 'First' } } })
})

it('refuses the version of before a publication also where nothing was changed, and takes the newest without an event', async () => {
  const { id } = await postIn(await newCategory('Untouched'), { draft: true })
  const sent = { name: sampleOf(post).name }
  const save = (ifVersion: number) => room.run({ resource: post, verb: 'edit', id, ifVersion, sent })
  expect((await save(1)).position).toBeNull()
  await room.run({ resource: post, verb: 'activate', id, ifVersion: 1 })
  await expect(save(1)).rejects.toMatchObject({ kind: 'stale', data: { version: 2 } })
  expect((await save(2)).position).toBeNull()
})

it('what is gone is missing and not stale, and is deleted a second time without a word', async () => {
  const edit = (id: number) => room.run({ resource: category, verb: 'edit', id, ifVersion: 1, sent: { name: 'X' } })
  await expect(edit(999_998)).rejects.toMatchObject({ kind: 'missing' })
  const id = await newCategory('Double click')
  const remove = () => room.run({ resource: category, verb: 'delete', id, ifVersion: 1 })
  expect((await remove()).position).not.toBeNull()
  expect((await remove()).position).toBeNull()
  await expect(edit(id)).rejects.toMatchObject({ kind: 'missing' })
})

it('lets one of two edits of the same version win', async () => {
  const id = await newCategory('Race')
  const tries = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((name) =>
      room.run({ resource: category, verb: 'edit', id, ifVersion: 1, sent: { name } }),
    ),
  )
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
})

it('runs edits without a version one after the other', async () => {
  const id = await newCategory('Line')
  await Promise.all(['a', 'b', 'c'].map((name) => room.run({ resource: category, verb: 'edit', id, sent: { name } })))
  expect((await room.log.read(`category-${id}`)).events).toHaveLength(4)
})

it('gives fifty parallel creates with one title fifty addresses', async () => {
  const id = await newCategory('Fifty')
  const made = await Promise.all(Array.from({ length: 50 }, () => postIn(id, { name: 'The same title' })))
  expect(new Set(made.map((one) => one.slug)).size).toBe(50)
  expect(made.map((one) => one.slug)).toContain('the-same-title')
})

it('answers a repeated command as the first time and writes nothing', async () => {
  const id = await newCategory('Twice')
  const commandId = randomUUID()
  const first = await room.run({ resource: category, verb: 'edit', id, sent: { name: 'New' }, commandId })
  await room.run({ resource: category, verb: 'edit', id, sent: { name: 'Newer' } })
  const again = await room.run({ resource: category, verb: 'edit', id, sent: { name: 'New' }, commandId })
  expect(again.position).toBe(first.position)
  expect((await room.log.read(`category-${id}`)).events).toHaveLength(3)
})

it('refuses a category that does not exist, and one that was deleted', async () => {
  await expect(postIn(999_999)).rejects.toMatchObject({ kind: 'validation', problems: [{ property: 'category' }] })
  const id = await newCategory('Gone')
  await room.run({ resource: category, verb: 'delete', id })
  await expect(postIn(id)).rejects.toMatchObject({ kind: 'validation' })
})

it('does not delete a category in use, and says how many use it', async () => {
  const id = await newCategory('Used')
  room.state.uses = 3
  await expect(room.run({ resource: category, verb: 'delete', id })).rejects.toThrow('3 posts still use this category')
  room.state.uses = 0
})

it('does not delete a category that somebody pointed at after it was found to be unused', async () => {
  let uses = 0
  const between: typeof room = await openCommands({
    usesOf: async (_resource, id) => {
      const found = { count: uses, plural: 'posts' }
      if (uses === 0) await between.run({ resource: post, verb: 'create', sent: { ...sampleOf(post), category: id } })
      uses = 1
      return found
    },
  })
  try {
    const { id } = await between.run({ resource: category, verb: 'create', sent: { name: 'Just taken' } })
    await expect(between.run({ resource: category, verb: 'delete', id })).rejects.toThrow('1 of the posts still uses')
    expect((await between.log.read(`category-${id}`)).events).toHaveLength(1)
  } finally {
    await between.close()
  }
})

it('keeps what deleting and writing at once leave consistent', async () => {
  const id = await newCategory('Contended')
  const tries = await Promise.allSettled([
    room.run({ resource: category, verb: 'delete', id }),
    ...Array.from({ length: 8 }, () => postIn(id)),
  ])
  const { events } = await room.log.read(`category-${id}`)
  const deletedAt = events.find((event) => event.type === 'CategoryDeleted')?.position
  const written = tries
    .slice(1)
    .flatMap((one) =>
      one.status === 'fulfilled' && 'position' in one.value && one.value.position !== null ? [one.value.position] : [],
    )
  for (const position of written) expect(deletedAt === undefined || position < deletedAt).toBe(true)
})

it('releases an address in Trash, and a restore asks when it is taken meanwhile', async () => {
  const first = await newCategory('Shared name')
  await room.run({ resource: category, verb: 'delete', id: first })
  const second = await room.run({ resource: category, verb: 'create', sent: { name: 'Shared name' } })
  expect(second.slug).toBe('shared-name')
  await expect(room.run({ resource: category, verb: 'restore', id: first })).rejects.toMatchObject({ kind: 'taken' })
  const back = await room.run({ resource: category, verb: 'restore', id: first, sent: { slug: 'Another name' } })
  expect(back).toMatchObject({ slug: 'another-name', state: { status: 'active' } })
})

it('comes back from Trash although a former address was taken, and never has that one beside its holder', async () => {
  const id = await newCategory('Former name')
  await room.run({ resource: category, verb: 'edit', id, sent: { slug: 'Present name' } })
  await room.run({ resource: category, verb: 'delete', id })
  const other = await room.run({ resource: category, verb: 'create', sent: { name: 'Former name' } })
  expect(other.slug).toBe('former-name')
  expect((await room.run({ resource: category, verb: 'restore', id })).slug).toBe('present-name')
  const edited = await room.run({ resource: category, verb: 'edit', id, sent: { slug: 'former-name' } })
  expect(edited.slug).toBe('former-name-2')
})

it('holds user names and addresses once, whatever their case', async () => {
  const sent = { ...sampleOf(user), userName: 'Rina', email: 'rina@example.org', role: null }
  await room.run({ resource: user, verb: 'create', sent })
  await expect(
    room.run({ resource: user, verb: 'create', sent: { ...sent, userName: 'RINA', email: 'other@example.org' } }),
  ).rejects.toMatchObject({ kind: 'taken', problems: [{ property: 'userName' }] })
  await expect(
    room.run({ resource: user, verb: 'create', sent: { ...sent, userName: 'other', email: 'Rina@Example.org' } }),
  ).rejects.toMatchObject({ kind: 'taken', problems: [{ property: 'email' }] })
})

it('seals what is personal: neither name nor address lies in the log', async () => {
  const { id } = await room.run({
    resource: user,
    verb: 'create',
    sent: {
      ...sampleOf(user),
      userName: 'canary-user',
      firstName: 'Canaryfirst',
      email: 'canary@example.org',
      role: null,
    },
  })
  await room.run({ resource: user, verb: 'edit', id, sent: { lastName: 'Canarylast', phone: '+31 canary' } })
  const { rows } = await room.pool.query(
    `select data::text || coalesce(personal::text, '') || meta::text as said from log.event`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter((row) => /canary/i.test(row.said))).toEqual([])
  const [created, edited] = (await room.log.read(`user-${id}`)).events
  expect(created?.data).toMatchObject({ firstName: 'Canaryfirst' })
  expect(edited?.data).toEqual({ lastName: 'Canarylast', phone: '+31 canary' })
})

it('reads as erased once the key is destroyed', async () => {
  const { id } = await room.run({
    resource: user,
    verb: 'create',
    sent: { ...sampleOf(user), userName: 'erased-user', email: 'erased@example.org', role: null },
  })
  await room.pool.query('update keys.subject set wrapped = null, destroyed_at = now() where subject = $1', [
    `user-${id}`,
  ])
  const { openLog } = await import('../../event-store/log.ts')
  const { personalKeys } = await import('../../platform/personal-keys.ts')
  const { resources } = await import('../../domain/catalog.ts')
  const { eventTypesOf } = await import('../../domain/event-types.ts')
  const { masterKey } = await import('../support/commands.ts')
  const later = openLog({ store: room.store, keys: personalKeys(room.pool, masterKey), types: eventTypesOf(resources) })
  expect((await later.read(`user-${id}`)).events[0]).toMatchObject({
    isErased: true,
    data: { firstName: '[erased]', pic: null },
  })
})

it('links every event of a stream to the one before', async () => {
  const { isLinked } = await import('../../event-store/chain.ts')
  const id = await newCategory('Chained')
  await room.run({ resource: category, verb: 'edit', id, sent: { name: 'Changed' } })
  const [first, second] = await room.store.read(`category-${id}`)
  expect(first && isLinked(`category-${id}`, 0, first, '')).toBe(true)
  expect(second && isLinked(`category-${id}`, 1, second, first?.meta.chain.hash ?? '')).toBe(true)
  expect(
    second && isLinked(`category-${id}`, 1, { ...second, data: { name: 'Forged' } }, first?.meta.chain.hash ?? ''),
  ).toBe(false)
})
