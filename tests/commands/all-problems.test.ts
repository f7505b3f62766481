import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import type { JsonObject } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import { fieldsWithin, initialOf, rootOf } from '../../domain/fields/walk.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { category } from '../../domain/resources/category.ts'
import { configuration, configurationId } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import { post } from '../../domain/resources/post.ts'
import { user } from '../../domain/resources/user.ts'
import type { Command } from '../../commands/command.ts'
import { unbegun } from '../../commands/record.ts'
import { postgresEventStore } from '../../event-store/postgres/store.ts'
import { openCommands } from '../support/commands.ts'
import { sampleOf } from '../support/samples.ts'

let room: Awaited<ReturnType<typeof openCommands>>
beforeAll(async () => {
  room = await openCommands()
})
afterAll(() => room.close())

const nobody = 999_999
const ids = (commandId = randomUUID()) => ({ commandId, correlationId: commandId })
const pointsSomewhere = (field: Field) => fieldsWithin(field).some(({ references }) => references !== undefined)
const isSaid = (field: Field) => !field.isDerived && !field.isSupplied && !field.isApart

/** A value of which every reference leads nowhere, and where the problems of those belong. */
const lost = (name: string, field: Field): { value: JsonObject[string]; paths: string[] } => {
  if (field.references !== undefined) return { value: field.kind === 'references' ? [nobody] : nobody, paths: [name] }
  const parts = field.fields ?? field.of?.fields
  if (field.kind === 'list' && field.of?.references !== undefined) return { value: [nobody], paths: [`${name}[0]`] }
  const isList = field.kind === 'list'
  const prefix = isList ? `${name}[new_1]` : name
  const inside = Object.entries(parts ?? {}).filter(([, part]) => pointsSomewhere(part))
  const found = inside.map(([part, one]) => [part, lost(`${prefix}.${part}`, one)] as const)
  const value = Object.fromEntries(found.map(([part, one]) => [part, one.value]))
  return { value: isList ? [{ id: 'new_1', ...value }] : value, paths: found.flatMap(([, { paths }]) => paths) }
}

const samplesWhere = (resource: Resource, isWanted: (field: Field) => boolean): JsonObject => {
  const samples = sampleOf(resource)
  const wanted = Object.entries(resource.fields).filter(
    ([name, field]) => isWanted(field) && Object.hasOwn(samples, name),
  )
  return Object.fromEntries(wanted.map(([name]) => [name, samples[name] ?? null]))
}
const saidOf = (resource: Resource) => samplesWhere(resource, isSaid)

const refusalOf = async (command: Parameters<typeof room.run>[0]): Promise<Rejected> => {
  const error: unknown = await room.run(command).then(
    () => null,
    (refused: unknown) => refused,
  )
  if (!(error instanceof Rejected)) throw new TypeError('it was not refused')
  return error
}

const rules = ({ problems }: Rejected) =>
  Object.fromEntries(problems.map(({ property, constraints }) => [property, Object.keys(constraints).join()]))

const inOrder = ({ fields }: Resource, { problems }: Rejected) => {
  const names = Object.keys(fields)
  const places = problems
    .map(({ property }) => names.indexOf(rootOf(property)))
    .map((place) => (place < 0 ? 999 : place))
  return places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
}

const made = resources.filter(({ isSingleton }) => !isSingleton)
const pointing = made.filter(({ fields }) =>
  Object.values(fields).some((field) => isSaid(field) && field.kind !== 'tree' && pointsSomewhere(field)),
)
// What the server says is no problem of a form.
const unique = made.filter(({ unique: names, fields }) => names.some((name) => fields[name]?.isSupplied !== true))

it('has looked at resources with unique values and with references', () => {
  expect(unique.map(({ name }) => name).toSorted()).toEqual(['employee', 'role', 'stationery', 'user'])
  expect(pointing.length).toBeGreaterThan(5)
})

it.each(pointing.map((one) => [one.name, one] as const))(
  'a %s that cannot be read is told of every record that it cannot point at',
  async (_, resource) => {
    const broken = Object.entries(resource.fields)
      .filter(([, field]) => isSaid(field) && field.kind !== 'tree' && pointsSomewhere(field))
      .map(([name, field]) => [name, lost(name, field)] as const)
    const values = Object.fromEntries(broken.map(([name, { value }]) => [name, value]))
    const refusal = await refusalOf({ resource, verb: 'create', sent: { ...saidOf(resource), ...values, strange: 1 } })
    const paths = broken.flatMap(([, one]) => one.paths)
    expect(rules(refusal)).toMatchObject(Object.fromEntries([...paths, 'strange'].map((path) => [path, 'unknown'])))
    expect(inOrder(resource, refusal)).toBe(true)
    expect(refusal.kind).toBe('validation')
  },
)

const first = (resource: Resource) => samplesWhere(resource, (field) => isSaid(field) && !pointsSomewhere(field))

describe.each(unique.map((one) => [one.name, one] as const))('of a %s', (_, resource) => {
  const sent = first(resource)
  const taken = Object.fromEntries(resource.unique.map((name) => [name, 'taken']))
  beforeAll(async () => {
    await room.run({ resource, verb: 'create', sent })
  })

  it('a field that cannot be read and every taken value are told in one answer, and nothing is written', async () => {
    const head = await room.store.head()
    const refusal = await refusalOf({ resource, verb: 'create', sent: { ...sent, strange: 1 } })
    expect(rules(refusal)).toEqual({ ...taken, strange: 'unknown' })
    expect(refusal.kind).toBe('validation')
    expect(inOrder(resource, refusal)).toBe(true)
    expect(await room.store.head()).toBe(head)
  })

  it('taken values alone are told all at once, as taken', async () => {
    const refusal = await refusalOf({ resource, verb: 'create', sent })
    expect(rules(refusal)).toEqual(taken)
    expect(refusal.kind).toBe('taken')
  })

  it('an edit is told the same, and its own values are not taken', async () => {
    const others = Object.fromEntries(
      resource.unique.map((name) => [name, name === 'email' ? 'else@example.org' : '0815']),
    )
    const { id } = await room.run({ resource, verb: 'create', sent: { ...sent, ...others } })
    const edit = (more: JsonObject) => refusalOf({ resource, verb: 'edit', id, sent: { ...more, strange: 1 } })
    expect(rules(await edit(sent))).toEqual({ ...taken, strange: 'unknown' })
    expect(rules(await edit(others))).toEqual({ strange: 'unknown' })
  })
})

describe('what follows from what could not be read', () => {
  it('is not judged, and what stands for itself is', async () => {
    const bad = { ...saidOf(post), name: '', category: nobody, draft: 'maybe', publish_at: '2001-01-01T00:00:00.000Z' }
    const found = rules(await refusalOf({ resource: post, verb: 'create', sent: bad }))
    expect(found).toMatchObject({ category: 'unknown' })
    expect(Object.keys(found)).toContain('name')
    expect(Object.keys(found)).not.toContain('publish_at')
  })

  it('of the configuration is asked with the rest: pictures and password until they are stored (C2)', async () => {
    const by = { resource: configuration, verb: 'edit', id: configurationId }
    const origin = { now: '2026-11-02T09:00:00.000Z', actor: { type: 'system', id: 'test' }, ...ids() } as const
    const begun = { type: 'ConfigurationCreated', data: { ...initialOf(configuration.fields), siteTitle: 'Site' } }
    await room.log.append(unbegun(configuration, configurationId).head, [begun], origin, {})
    const { email_password: _, ...form } = first(configuration)
    const bad = { email_port_smtp: 99_999_999, policy1: nobody }
    const found = Object.keys(rules(await refusalOf({ ...by, sent: { ...form, ...bad } })))
    expect(found).toEqual(['favicon', 'logo', 'email_password', 'email_port_smtp', 'policy1'])
    // A part of it may still be saved alone (X7b), so nothing else is asked with a part.
    expect(Object.keys(rules(await refusalOf({ ...by, sent: bad })))).toEqual(['email_port_smtp', 'policy1'])
  })
})

describe('no more is told than by today’s answers', () => {
  const taken: JsonObject = { ...first(user), userName: 'held', email: 'held@example.org' }
  const edit = (id: number, perms: readonly string[] | null, more: Partial<Command> = {}) =>
    refusalOf({ resource: user, verb: 'edit', id, perms, sent: { ...taken, strange: 1 }, ...more })

  it('of a record that is gone, or was never there, nothing besides', async () => {
    await room.run({ resource: user, verb: 'create', sent: taken })
    const { id } = await room.run({
      resource: user,
      verb: 'create',
      sent: { ...taken, userName: 'gone', email: 'g@example.org' },
    })
    await room.run({ resource: user, verb: 'delete', id })
    for (const one of [id, nobody]) expect(rules(await edit(one, null))).toEqual({ strange: 'unknown' })
  })

  it('a caller without the permission learns that alone', async () => {
    const refusal = await edit(1, ['u-post'])
    expect([refusal.kind, refusal.problems]).toEqual(['forbidden', []])
  })

  it('the problem of a taken value names nobody', async () => {
    const sent = { ...first(employee), strange: 1 }
    const { problems } = await refusalOf({ resource: employee, verb: 'create', sent })
    for (const { constraints, values } of problems.filter((one) => Object.hasOwn(one.constraints, 'taken')))
      expect([Object.keys(constraints), Object.keys(values ?? {})]).toEqual([['taken'], ['label']])
  })
})

it('an accepted command looks nothing up besides', async () => {
  let looks = 0
  const counting = await openCommands({
    openStore: async (pool) => {
      const store = await postgresEventStore({ pool })
      const holder: typeof store.holder = (claim) => {
        looks += 1
        return store.holder(claim)
      }
      return { ...store, holder }
    },
  })
  await counting.run({ resource: user, verb: 'create', sent: first(user) })
  expect(looks).toBe(0)
  const strange: JsonObject = { ...first(user), strange: 1 }
  await counting.run({ resource: user, verb: 'create', sent: strange }).catch(() => undefined)
  expect(looks).toBe(user.unique.length)
  await counting.run({ resource: category, verb: 'create', sent: { name: 'One' } })
  await counting.close()
})
