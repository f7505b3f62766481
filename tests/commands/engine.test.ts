import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slugClaim } from '../../commands/claims.ts'
import type { Outcome } from '../../commands/command.ts'
import { category } from '../../domain/resources/category.ts'
import { splitStream, streamOf } from '../../domain/event.ts'
import { post } from '../../domain/resources/post.ts'
import { Rejected } from '../../domain/rejected.ts'
import { fold } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import { masterKey, openCommands } from '../support/commands.ts'
import { sampleOf } from '../support/samples.ts'
import { type Kind, newsroom, type Step, type Asked } from './engine-model.ts'

const resources: Readonly<Record<Kind, Resource>> = { post, category }
let room: Awaited<ReturnType<typeof openCommands>>
const stateOf = async (kind: Kind, id: number) =>
  fold(resources[kind], id, (await room.log.read(streamOf(kind, id))).events)

// What read models that have reached the head of the log would say.
const usesOf = async (resource: Resource, id: number) => {
  const named = "select distinct stream from log.event where stream like 'post-%' and data ->> 'category' = $1"
  const { rows } = await room.pool.query<{ stream: string }>(named, [id])
  const posts = await Promise.all(rows.map(({ stream }) => stateOf('post', Number(splitStream(stream).id))))
  const uses = posts.filter(({ status, values }) => status !== 'deleted' && values.category === id)
  return { count: resource === category ? uses.length : 0, plural: 'posts' }
}
beforeAll(async () => {
  room = await openCommands({ usesOf })
})
afterAll(() => room.close())

const run = ({ kind, verb, id, ...given }: Step, commandId: string): Promise<Outcome | string> => {
  const sent = verb === 'create' && kind === 'post' ? { ...sampleOf(post), ...given } : given
  const command = { resource: resources[kind], verb, sent, commandId, ...(id === undefined ? {} : { id }) }
  return room.run(command).catch((error: unknown) => {
    if (error instanceof Rejected) return error.kind
    throw error
  })
}

const often = ['create', 'edit', 'delete', 'restore']
const anyWish = fc.record(
  {
    kind: fc.constantFrom<Kind[]>('post', 'category'),
    verb: fc.constantFrom(...often, ...often, 'activate', 'deactivate', 'feature', 'unfeature'),
    target: fc.noBias(fc.nat(9)),
    name: fc.constantFrom('Knots', '2026'),
    slug: fc.constantFrom('knots', 'Sails!', 'sails-2'),
    category: fc.noBias(fc.nat(9)),
  },
  { requiredKeys: ['kind', 'verb', 'target'] },
)
const wishes = fc.array(anyWish, { minLength: 30, maxLength: 60, size: 'max' })
const isOfPosts = ({ kind, verb }: Step) => kind === 'post' || !verb.endsWith('feature')

// What is rare comes up at least here.
const rare: Asked[] = [
  { kind: 'category', verb: 'create', target: 1, name: 'Knots' },
  { kind: 'post', verb: 'create', target: 1, name: 'Knots', category: 1 },
  { kind: 'category', verb: 'delete', target: 1 },
  { kind: 'post', verb: 'delete', target: 1 },
  { kind: 'category', verb: 'delete', target: 1 },
  { kind: 'post', verb: 'restore', target: 1 },
  { kind: 'category', verb: 'restore', target: 1 },
  { kind: 'post', verb: 'restore', target: 1 },
  { kind: 'post', verb: 'edit', target: 1, category: 0 },
]

it('does what a plain model of the rules says, in whatever order, and says it twice without a second effect', {
  timeout: 120_000,
}, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(wishes, async (given) => {
      const model = newsroom(randomUUID().slice(0, 8))
      for (const wish of given) {
        const step = model.aim(wish)
        if (!isOfPosts(step)) continue
        const expected = model.expected(step)
        const commandId = randomUUID()
        const outcome = await run(step, commandId)
        const came = typeof outcome === 'string' ? outcome : outcome.position === null ? 'nothing' : 'changes'
        expect(came, JSON.stringify(step)).toBe(expected)
        seen.add(`${step.verb} ${came}`)
        if (typeof outcome === 'string' || outcome.position === null) continue
        const { id, slug, version, position } = outcome
        expect(await run({ ...step, id }, commandId)).toMatchObject({ id, slug, version, position })
        model.apply(step, id, slug ?? '', version)
      }
      for (const { kind, id, status, version, name, slugs } of model.known)
        expect(await stateOf(kind, id)).toMatchObject({ status, version, slugs, values: { name } })
      for (const { kind, slug, id } of model.addresses())
        expect(await room.store.holder(slugClaim(masterKey, resources[kind], slug)), slug).toBe(
          id === null ? null : streamOf(kind, id),
        )
    }),
    { numRuns: 30, examples: [[rare]], endOnFailure: true },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining(['delete rule', 'restore changes', 'restore rule', 'edit validation']),
  )
})

it('asked many things at once it keeps every rule between records', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wishes, { minLength: 2, maxLength: 4, size: 'max' }), async (rounds) => {
      const model = newsroom(randomUUID().slice(0, 8))
      for (const round of rounds) {
        const outcomes = await Promise.all(
          round
            .map((wish) => model.aim(wish))
            .filter(isOfPosts)
            .map(async (step) => ({ step, outcome: await run(step, randomUUID()) })),
        )
        for (const { step, outcome } of outcomes)
          if (step.verb === 'create' && typeof outcome !== 'string')
            model.apply(step, outcome.id, outcome.slug ?? '', outcome.version)
      }
      const records = await Promise.all(
        model.known.map(async ({ kind, id }) => ({ kind, ...(await stateOf(kind, id)) })),
      )
      const kept = records.filter(({ status }) => status !== 'deleted')
      const categories = new Set(kept.flatMap(({ kind, id }) => (kind === 'category' ? [id] : [])))
      for (const { kind, id, slugs, values } of kept) {
        const claim = slugClaim(masterKey, resources[kind], slugs.at(-1) ?? '')
        expect(await room.store.holder(claim)).toBe(streamOf(kind, id))
        if (kind === 'post') expect(categories).toContain(values.category)
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
})
