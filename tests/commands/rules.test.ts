import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Command } from '../../commands/command.ts'
import { accessRules } from '../../commands/rules/access.ts'
import { resources as known } from '../../domain/catalog.ts'
import { permissionsOf } from '../../domain/permission.ts'
import type { Resource } from '../../domain/resource.ts'
import { administratorRole, role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { inMemoryEventStore } from '../event-store/in-memory.ts'
import { openCommands } from '../support/commands.ts'
import { tender } from '../support/tender.ts'
import { fakeEventStoreDb } from '../event-store/fake-eventstoredb.ts'

const resources = [...known, tender]
const everything = permissionsOf(resources)
const rules = accessRules(everything)

type Room = Awaited<ReturnType<typeof openCommands>>
const openings: Readonly<Record<string, () => Promise<Room & { leave?: () => void }>>> = {
  PostgreSQL: () => openCommands({ resources, rules }),
  'in memory': () => openCommands({ resources, rules, openStore: async () => inMemoryEventStore() }),
  EventStoreDB: async () => {
    const server = await fakeEventStoreDb()
    const openStore: NonNullable<Parameters<typeof openCommands>[0]>['openStore'] = (pool) =>
      eventStoreDb({ url: server.url, pool })
    return { ...(await openCommands({ resources, rules, openStore })), leave: () => server.kill() }
  },
}

describe.each(Object.keys(openings))('rules across records on %s', (adapter) => {
  let room: Room & { leave?: () => void }
  let count = 0
  const people: number[] = []
  beforeAll(async () => {
    room = (await openings[adapter]?.()) ?? (await openCommands())
    await room.pool.query(`select nextval('sequence.role')`)
    await room.run({
      resource: role,
      verb: 'create',
      id: administratorRole,
      sent: { name: 'Administrator', perms: [] },
    })
  })
  afterAll(async () => {
    await room.close()
    room.leave?.()
  })

  const does = (resource: Resource, verb: string, more: Partial<Command> = {}) => room.run({ resource, verb, ...more })
  const newTender = async (more = {}) =>
    (await does(tender, 'create', { sent: { name: `T${(count += 1)}`, number: 1, type: 'goods', ...more } })).id
  const newRole = async (perms: readonly string[]) =>
    (await does(role, 'create', { sent: { name: `R${(count += 1)}`, perms } })).id
  const newUser = async (roleId: number | null) => {
    const name = `u${(count += 1)}`
    const person = { userName: name, firstName: 'A', lastName: 'B', phone: '1', email: `${name}@example.org` }
    people.push((await does(user, 'create', { sent: { ...person, role: roleId } })).id)
    return people.at(-1) ?? 0
  }
  const asUser = (id: number, perms: readonly string[]): Partial<Command> => ({ actor: { type: 'user', id }, perms })
  const refusedOf = (tries: readonly PromiseSettledResult<unknown>[]) =>
    tries.filter((one) => one.status === 'rejected').length

  it('nothing leads back to itself, and what does not is let be', async () => {
    const [one, two, three] = [await newTender(), await newTender(), await newTender()]
    await does(tender, 'edit', { id: one, sent: { follows: two } })
    await does(tender, 'edit', { id: two, sent: { follows: three } })
    for (const follows of [one, two, three])
      await expect(does(tender, 'edit', { id: three, sent: { follows } })).rejects.toMatchObject({
        kind: 'validation',
        problems: [{ property: 'follows' }],
      })
    await does(tender, 'edit', { id: two, sent: { follows: '' } })
    expect((await does(tender, 'edit', { id: three, sent: { follows: one } })).state.values.follows).toBe(one)
  })

  it('two edits that make a circle together: one of them is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [await newTender(), await newTender()]
      const tries = await Promise.allSettled([
        does(tender, 'edit', { id: one, sent: { follows: two } }),
        does(tender, 'edit', { id: two, sent: { follows: one } }),
      ])
      expect(refusedOf(tries)).toBe(1)
    }
  })

  it('entries of a tree need the permission of what is done to them', async () => {
    type Change = (a: object, b: object) => readonly object[]
    const changes: readonly (readonly [needed: string, change: Change])[] = [
      ['c', (a, b) => [a, b, { id: 'new_c', title: 'C' }]],
      ['u', (a, b) => [b, a]],
      ['u', (a, b) => [{ ...a, children: [b] }]],
      ['u', (a, b) => [{ ...a, title: 'Other' }, b]],
      ['d', (a) => [a]],
    ]
    for (const [needed, change] of changes) {
      const id = await newTender({ chapters: [{ title: 'A' }, { title: 'B' }] })
      const chapters = change({ id: 1000, title: 'A' }, { id: 1001, title: 'B' })
      const as = (actions: string) =>
        does(tender, 'edit', {
          id,
          sent: { chapters },
          ...asUser(
            7,
            [...actions].map((action) => `${action}-tender`),
          ),
        })
      for (const actions of ['r', 'cud'.replace(needed, '')])
        await expect(as(actions), needed).rejects.toMatchObject({ kind: 'forbidden' })
      expect((await as(needed)).position, needed).not.toBeNull()
    }
  })

  it('nobody gives what they lack, or changes their own role', async () => {
    const [mine, other] = [await newRole(['u-role', 'u-user', 'r-post']), await newRole(['r-post'])]
    const big = await newRole(['d-post'])
    const [me, colleague, boss] = [await newUser(mine), await newUser(other), await newUser(big)]
    await newUser(administratorRole)
    const as = asUser(me, ['u-role', 'u-user', 'c-role', 'c-user', 'd-user', 'r-post'])
    const beyond = { kind: 'validation' }
    await does(role, 'edit', { id: other, sent: { perms: ['r-post', 'u-role'] }, ...as })
    await expect(does(role, 'edit', { id: other, sent: { perms: ['d-post'] }, ...as })).rejects.toMatchObject(beyond)
    await expect(does(role, 'create', { sent: { name: 'X', perms: ['d-post'] }, ...as })).rejects.toMatchObject(beyond)
    await expect(does(role, 'edit', { id: mine, sent: { name: 'Y' }, ...as })).rejects.toThrow('your own role')
    await expect(does(role, 'edit', { id: 1, sent: { name: 'Y' }, ...asUser(me, everything) })).rejects.toThrow(
      'built-in',
    )
    const edit = (id: number, sent: object) => does(user, 'edit', { id, sent: { ...sent }, ...as })
    await expect(edit(colleague, { role: big })).rejects.toMatchObject(beyond)
    await expect(edit(colleague, { role: administratorRole })).rejects.toMatchObject(beyond)
    await expect(edit(me, { role: other })).rejects.toThrow('your own role')
    await expect(edit(boss, { phone: '2' })).rejects.toMatchObject({ kind: 'forbidden' })
    await expect(does(user, 'delete', { id: me, ...as })).rejects.toThrow('yourself')
    expect((await edit(colleague, { role: mine })).state.values.role).toBe(mine)
    expect((await edit(me, { phone: '3' })).state.values.phone).toBe('3')
  })

  it('nobody takes away what they lack, by whatever verb, nor brings it back', async () => {
    const held = ['u-role', 'u-user', 'd-role', 'd-user', 'c-user', 'r-post']
    const me = await newUser(await newRole(held))
    await newUser(administratorRole)
    const as = asUser(me, held)
    const forbidden = { kind: 'forbidden' }
    const rich = await newRole(['r-post', 'd-post'])
    const member = await newUser(rich)
    const edit = (perms: readonly string[]) => does(role, 'edit', { id: rich, sent: { perms }, ...as })
    for (const perms of [[], ['r-post']]) await expect(edit(perms), String(perms)).rejects.toMatchObject(forbidden)
    for (const verb of ['deactivate', 'delete'])
      await expect(does(role, verb, { id: rich, ...as }), verb).rejects.toMatchObject(forbidden)
    // What nobody loses by: a name, one's own permission more, and one's own permission less.
    await does(role, 'edit', { id: rich, sent: { name: `Renamed ${(count += 1)}` }, ...as })
    expect((await edit(['r-post', 'd-post', 'u-user'])).state.values.perms).toHaveLength(3)
    expect((await edit(['d-post'])).state.values.perms).toEqual(['d-post'])

    await does(role, 'deactivate', { id: rich })
    await expect(edit([]), 'of an inactive role').rejects.toMatchObject(forbidden)
    await expect(does(role, 'delete', { id: rich, ...as })).rejects.toMatchObject(forbidden)
    await expect(does(role, 'activate', { id: rich, ...as })).rejects.toMatchObject({ kind: 'validation' })
    for (const verb of ['activate', 'delete', 'restore']) {
      // As somebody who may.
      if (verb === 'restore') await expect(does(role, verb, { id: rich, ...as })).rejects.toThrow()
      await does(role, verb, { id: rich })
    }
    for (const [away, back] of [
      ['deactivate', 'activate'],
      ['delete', 'restore'],
    ] as const) {
      await does(user, away, { id: member })
      await expect(does(user, back, { id: member, ...as }), back).rejects.toMatchObject(forbidden)
      await does(user, back, { id: member })
    }
  })

  it('two administrators who remove each other: one is left', async () => {
    const second = await newRole(['u-user', 'u-role'])
    for (const how of ['deactivate', 'demote', 'role'] as const) {
      const former = people.splice(0)
      const [one, two] = [await newUser(administratorRole), await newUser(second)]
      for (const id of former) await does(user, 'deactivate', { id })
      const remove = (id: number) => {
        const by = asUser(id === one ? two : one, everything)
        return how === 'demote'
          ? does(user, 'edit', { id, sent: { role: '' }, ...by })
          : does(user, 'deactivate', { id, ...by })
      }
      const cutRole = () => does(role, 'edit', { id: second, sent: { perms: ['u-user'] }, ...asUser(one, everything) })
      const tries = await Promise.allSettled([remove(one), how === 'role' ? cutRole() : remove(two)])
      expect(refusedOf(tries), how).toBe(1)
    }
  })
})
