import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { resources } from '../../../domain/catalog.ts'
import { reviewed } from '../../../domain/review/reviewed.ts'
import { needsReview, Rejected } from '../../../domain/rejected.ts'
import { actionOf, type Resource } from '../../../domain/resource.ts'
import { banner } from '../../../domain/resources/banner.ts'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import { reviewedKinds } from '../../../domain/review/entry.ts'
import { standardVerbs } from '../../../domain/verbs/standard-verb.ts'
import { loadRecord } from '../../../commands/record.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { sampleInput, sampleOf } from '../../support/samples.ts'

let atrium: TestAtrium
let writer: Client & { id: number }
let publisher: Client & { id: number }
let employee: Client
let topic = 0
const inAll = (actions: string) =>
  ['post', 'page', 'banner', 'flash', 'popup'].flatMap((area) => [...actions].map((one) => `${one}-${area}`))
beforeAll(async () => {
  atrium = await openTestAtrium()
  await atrium.asUser('all')
  writer = await atrium.asUser([...inAll('crud'), 'r-category', 'r-activity_trail'])
  publisher = await atrium.asUser([...inAll('crudp'), 'r-category', 'r-activity_trail'])
  employee = await atrium.asEmployee()
  topic = (await atrium.run(category, 'create', { name: 'Topic' })).id
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
}, 60_000)
afterAll(() => atrium.close())

const kinds = reviewedKinds(resources)
const later = '2030-03-01T09:00:00.000Z'

const sentOf = (kind: Resource) => ({
  ...sampleOf(kind),
  ...(kind.slug ? { [kind.slug]: `Name ${randomUUID()}` } : {}),
  ...(kind.fields.category ? { category: topic } : {}),
  ...(kind.fields.type ? { type: 'content' } : {}),
  ...(kind.fields.parent ? { parent: null } : {}),
})

/** Brings a record of a kind to where a verb may begin. */
const standings: Readonly<Record<string, (kind: Resource) => Promise<number>>> = {
  live: async (kind) => (await atrium.run(kind, 'create', sentOf(kind))).id,
  draft: async (kind) => (await atrium.run(kind, 'create', { ...sentOf(kind), draft: true })).id,
  scheduled: async (kind) =>
    (
      await atrium.run(kind, 'create', {
        ...sentOf(kind),
        ...(kind.publishing?.at ? { publish_at: later } : { draft: true }),
      })
    ).id,
  inactive: async (kind) => {
    const id = await standings.live?.(kind)
    await atrium.run(kind, 'deactivate', {}, id)
    return id ?? 0
  },
  'in Trash': async (kind) => {
    const id = await standings.live?.(kind)
    await atrium.run(kind, 'delete', {}, id)
    return id ?? 0
  },
}

/** The same, and live records to which each verb of its own was done. */
const standingsOf = (kind: Resource): (() => Promise<number>)[] => [
  ...Object.values(standings).map((stand) => () => stand(kind)),
  ...Object.entries(kind.verbs).map(([verb, own]) => async () => {
    const id = (await standings.live?.(kind)) ?? 0
    await atrium.run(kind, verb, sampleInput(own), id)
    return id
  }),
]

/** What the portal is shown of a kind, and will be: read without the rule that is tried. */
const shown = async (kind: Resource, id: number) => {
  const { rows } = await atrium.services.records.portalList(kind, { page: 1, perPage: 100, keyword: '', filters: {} })
  const row = rows.find((one) => one.id === id) ?? null
  const whole = kind.portal?.detail ? await atrium.services.records.portalRecord(kind, String(id)) : null
  const { state } = await loadRecord(atrium.services.log, kind, id)
  const planned = state.status === 'inactive' ? (state.values.publish_at ?? null) : null
  return JSON.stringify([row, whole, planned, planned && state.values])
}

const inputs = (kind: Resource, verb: string, version: number): Record<string, unknown>[] => {
  const own = kind.verbs[verb]
  if (own) return [sampleInput(own)]
  if (verb === 'create')
    return [
      sentOf(kind),
      { ...sentOf(kind), draft: true },
      ...(kind.publishing?.at ? [{ ...sentOf(kind), publish_at: later }] : []),
    ]
  if (verb === 'edit')
    return [
      { name: `Changed ${randomUUID()}` },
      ...(kind.slug ? [{ slug: `moved-${randomUUID()}` }] : []),
      ...(kind.publishing?.at ? [{ publish_at: later }, { publish_at: null }] : []),
    ]
  if (verb === 'revert') return [{ version: 1 }, { version: Math.max(1, version - 1) }]
  return [{}]
}

type Came = 'refused' | 'unseen' | 'impossible'

/** Tries a verb in the name of somebody who may write all and publish nothing. */
const attempt = async (
  kind: Resource,
  verb: string,
  id: number | undefined,
  sent: Record<string, unknown>,
  more: readonly string[] = [],
): Promise<Came> => {
  const before = id === undefined ? null : await shown(kind, id)
  try {
    const outcome = await atrium.services.dispatch({
      resource: kind,
      verb,
      sent,
      ...(id === undefined ? {} : { id }),
      actor: { type: 'user', id: writer.id },
      perms: [...inAll('crud'), 'r-category', 'r-file', reviewed, ...more],
      commandId: randomUUID(),
    })
    await atrium.services.projector.waitFor(await atrium.services.log.store.head(), 5_000)
    const now = await shown(kind, outcome.id)
    if (more.length === 0)
      expect(now, `${kind.name} ${verb} ${JSON.stringify(sent)}`).toBe(
        before ?? JSON.stringify([null, null, null, null]),
      )
    return 'unseen'
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return error.id === needsReview ? 'refused' : 'impossible'
  }
}

const tries = kinds.flatMap((kind) =>
  [...standardVerbs, ...Object.keys(kind.verbs)]
    .filter((verb) => actionOf(kind, verb) !== null)
    .map((verb) => ({ kind, name: kind.name, verb })),
)

it('is about every kind that can be published', () => {
  expect(kinds.map(({ name }) => name).toSorted()).toEqual(['banner', 'flash', 'page', 'popup', 'post'])
})

describe('whoever may write and not publish', () => {
  it.each(tries)('changes nothing that is shown by $verb of a $name', async ({ kind, verb }) => {
    const came: Came[] = []
    if (verb === 'create')
      for (const sent of inputs(kind, verb, 1)) came.push(await attempt(kind, verb, undefined, sent))
    else
      for (const stand of standingsOf(kind)) {
        const id = await stand()
        const { state } = await loadRecord(atrium.services.log, kind, id)
        for (const sent of inputs(kind, verb, state.version)) came.push(await attempt(kind, verb, id, sent))
      }
    expect(came).toContain('refused')
  })

  it.each(tries)(
    'is held up by nothing else: with the permission, $verb of a $name is done',
    async ({ kind, verb }) => {
      const stand = { restore: 'in Trash', activate: 'draft' }[verb] ?? 'live'
      const id = verb === 'create' ? undefined : await standings[stand]?.(kind)
      if (verb === 'unfeature') await atrium.run(post, 'feature', {}, id)
      if (verb === 'revert') await atrium.run(kind, 'edit', { name: `Before ${randomUUID()}` }, id)
      const sent = inputs(kind, verb, 1)[0] ?? {}
      expect(await attempt(kind, verb, id, sent, [`p-${kind.area}`])).toBe('unseen')
    },
  )
})

const live = async (): Promise<{ id: number; slug: string }> => {
  const { id, slug } = await atrium.run(post, 'create', {
    name: `Live ${randomUUID()}`,
    excerpt: 'Short',
    category: topic,
  })
  return { id, slug: slug ?? '' }
}
const inPortal = async (slug: string) => (await employee.call('GET', `/api/post/${slug}`)).body.data?.excerpt

const ended = async (job: string, client: Client = writer) => {
  const read = async () => (await client.call('GET', `/api/job/${job}`)).body.data
  await vi.waitUntil(async () => (await read()).finishedAt !== null, { timeout: 20_000, interval: 50 })
  return read()
}

type Way = {
  kind?: Resource
  before?: (id: number) => Promise<unknown>
  go: (client: Client, id: number) => Promise<unknown>
}

const minute = 60_000
const spanOf = (person: { id: number }) => ({
  person: `user-${person.id}`,
  from: new Date(Date.now() - 5 * minute).toISOString(),
  until: new Date(Date.now() + minute).toISOString(),
})

/** The ways over the wire that are more than a verb of one record, each to something live. */
const ways: Readonly<Record<string, Way>> = {
  'an edit': { go: (client, id) => client.call('PUT', `/api/post/${id}`, { excerpt: 'Other' }) },
  'a verb of many': {
    go: async (client, id) => client.call('POST', `/api/post/${id},${(await live()).id}/deactivate`),
  },
  'a verb of all that match': {
    go: async (client, id) => {
      const { name } = (await client.call('GET', `/api/post/${id}`)).body.data
      const found = `/api/post/matching/deactivate?keyword=${encodeURIComponent(name)}`
      const { body } = await client.call('POST', found, { expected: 1 })
      return ended(body.data.job, client)
    },
  },
  set_featured: { go: (client, id) => client.call('POST', '/api/post/set_featured', { id }) },
  'a job': {
    go: async (client, id) => {
      const commands = [{ resource: 'post', verb: 'edit', id, sent: { excerpt: 'Other' } }]
      return ended((await client.call('POST', '/api/job', { commands })).body.data.job, client)
    },
  },
  'a revert': {
    before: (id) => atrium.run(post, 'edit', { excerpt: 'Second' }, id),
    go: (client, id) => client.call('POST', `/api/post/${id}/revert`, { version: 1 }, { 'if-match': '"2"' }),
  },
  'a restore': {
    before: (id) => atrium.run(post, 'delete', {}, id),
    go: (client, id) => client.call('POST', `/api/post/${id}/restore`),
  },
  'taking a span back': {
    before: (id) => publisher.call('PUT', `/api/post/${id}`, { excerpt: 'Wrong' }),
    go: async (client, id) => {
      const records = [{ resource: 'post', id, version: 2 }]
      const { body } = await client.call('POST', '/api/take_back', { ...spanOf(publisher), records })
      // Where nothing of it may be done, no job begins.
      return body.data ? ended(body.data.job, client) : body
    },
  },
  'another place in the order': {
    kind: banner,
    go: async (client, id) => {
      const other = (await standings.live?.(banner)) ?? 0
      return client.call('POST', `/api/banner/${id}/reorder`, { after: other })
    },
  },
}

const tried = async (way: string, client: Client): Promise<number> => {
  const { kind: of, before, go } = ways[way] ?? { go: async () => null }
  const kind: Resource = of ?? post
  const id = of ? ((await standings.live?.(of)) ?? 0) : (await live()).id
  await before?.(id)
  const versionNow = async () => (await loadRecord(atrium.services.log, kind, id)).state.version
  const was = await versionNow()
  await go(client, id)
  return (await versionNow()) - was
}

it.each(Object.keys(ways))(
  'what employees read is changed by %s for whoever may publish, and for nobody else',
  async (way) => {
    expect(await tried(way, publisher), 'who may publish').toBeGreaterThan(0)
    expect(await tried(way, writer), 'who may not').toBe(0)
  },
)

it('says why, with the same sentence and status', async () => {
  const { id } = await live()
  const { status, body } = await writer.call('PUT', `/api/post/${id}`, { excerpt: 'Other' })
  expect([status, body.message]).toEqual([403, needsReview])
})

it('refuses at its moment what was scheduled before it was switched on', async () => {
  await atrium.run(configuration, 'edit', { second_eyes: false }, 1)
  const { id, slug } = await live()
  const at = new Date(Date.now() + 1_500).toISOString()
  const planned = await writer.call('POST', '/api/schedule', {
    resource: 'post',
    verb: 'edit',
    ids: [id],
    sent: { excerpt: 'Other' },
    at,
  })
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
  const look = async () => (await writer.call('GET', `/api/schedule/${planned.body.data.schedule}`)).body.data
  await vi.waitUntil(async () => !['waiting', 'running'].includes((await look()).state), {
    timeout: 20_000,
    interval: 50,
  })
  expect(await look()).toMatchObject({ state: 'failed', says: { id: needsReview } })
  expect(await inPortal(slug)).toBe('Short')
})

it('changes nothing while it is off', async () => {
  await atrium.run(configuration, 'edit', { second_eyes: false }, 1)
  const { id, slug } = await live()
  const edited = await writer.call('PUT', `/api/post/${id}`, { excerpt: 'Other' })
  expect([edited.status, (await writer.call('GET', '/api/me')).body.data.perms.includes(reviewed)]).toEqual([
    200,
    false,
  ])
  expect(await inPortal(slug)).toBe('Other')
  await atrium.run(configuration, 'edit', { second_eyes: true }, 1)
  expect((await writer.call('GET', '/api/me')).body.data.perms).toContain(reviewed)
})

it('gives nobody the permission: whoever lacks it cannot give it to a role', async () => {
  const keeper = await atrium.asUser([...inAll('crud'), 'c-role', 'r-role', 'u-role'])
  const { status } = await keeper.call('POST', '/api/role', {
    name: `Role ${randomUUID()}`,
    perms: ['r-post', 'p-post'],
  })
  expect(status).toBe(422)
})
