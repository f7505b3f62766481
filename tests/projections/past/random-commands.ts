import { isByAction } from '../../../domain/fields/walk.ts'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { configuration, configurationId } from '../../../domain/resources/configuration.ts'
import { comment } from '../../../domain/resources/comment.ts'
import { discussion } from '../../../domain/resources/discussion.ts'
import { reaction } from '../../../domain/resources/reaction.ts'
import { reading } from '../../../domain/resources/reading.ts'
import { receipt } from '../../../domain/resources/receipt.ts'
import { remark, review } from '../../../domain/resources/review.ts'
import { Rejected } from '../../../domain/rejected.ts'
import type { TestAtrium } from '../../support/atrium.ts'
import { sampleInput, sampleOf } from '../../support/samples.ts'

type Ids = Map<string, number[]>
export type Random = (below: number) => number

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const words = ['river', 'stone', 'Übung', 'café', 'north', 'paper', 'quiet', 'sigma']

const oneOf = <T>(random: Random, all: readonly T[]): T | undefined => all[random(Math.max(1, all.length))]

/** What a field is sent: what its sample is, or something of chance that it takes. */
const valueOf = (random: Random, field: Field, sample: unknown, ids: Ids): unknown => {
  if (field.references !== undefined) {
    const known = ids.get(field.references) ?? []
    if (field.kind === 'references') return known.filter(() => random(4) === 0).slice(0, 3)
    if (field.kind === 'reference') return oneOf(random, known) ?? sample
  }
  const word = `${oneOf(random, words)} ${random(1_000_000)}`
  const candidates = [
    word,
    `<p>${word}</p>`,
    word.replaceAll(' ', '.'),
    `a${random(1e9)}@example.org`,
    String(random(1e6)),
  ]
  if (['text', 'longText', 'html', 'email'].includes(field.kind))
    return candidates.find((text) => field.input.safeParse(text).data === text) ?? sample
  if (field.kind === 'flag') return random(2) === 0
  if (field.options) return oneOf(random, field.options) ?? sample
  return field.kind === 'integer' ? random(9) : sample
}

const sentTo = (random: Random, resource: Resource, ids: Ids, isWhole: boolean) => {
  const samples = Object.entries(sampleOf(resource)).filter(() => isWhole || random(3) === 0)
  const values = samples.flatMap(([name, sample]) => {
    const field = resource.fields[name]
    if (!field || (isByAction(field) && !isWhole)) return []
    return [
      [name, name === resource.owner ? '' : valueOf(random, field, sample, ids), field.isSupplied === true] as const,
    ]
  })
  const of = (isSupplied: boolean) => Object.fromEntries(values.filter(([, , is]) => is === isSupplied))
  return { sent: of(false), supplied: of(true) }
}

const switched: ReadonlySet<string> = new Set([reading, receipt, reaction, discussion, comment].map(({ name }) => name))

/**
 * What no sample knows: what stands beside a post has its id, a receipt says what is asked of an employee, and what employees say is said of a
 * post; all of it while the configuration has it switched on.
 */
const placeOf = async (
  { services }: Pick<TestAtrium, 'services'>,
  random: Random,
  name: string,
  ids: Ids,
  commandId: string,
) => {
  // Whose it is, is never nobody.
  if (name === remark.name)
    return { supplied: { review: oneOf(random, ids.get(review.name) ?? []) ?? 1, author: 'user-1' } }
  if (!switched.has(name)) return {}
  const on = {
    resource: configuration,
    id: configurationId,
    perms: null,
    actor: { type: 'system', id: 'chance' },
  } as const
  // Chance may have put it away.
  await services.dispatch({ ...on, verb: 'restore', commandId: `e${commandId.slice(1)}` })
  await services.dispatch({
    ...on,
    verb: 'edit',
    sent: { must_read: true, reactions: true, comments: true },
    commandId: `f${commandId.slice(1)}`,
  })
  const posts = ids.get('post') ?? []
  if (name === reading.name) return { id: oneOf(random, posts) }
  // The first post takes no comments.
  if (name === discussion.name) return { id: posts[0] }
  const topic = oneOf(random, posts.slice(1))
  const author = oneOf(random, ids.get('employee') ?? [])
  const of = { post: topic, post_name: 'A post', author }
  if (name === reaction.name) return { sent: {}, supplied: { said: `${topic}.${author}`, ...of } }
  if (name === comment.name) return { supplied: { ...of, answer_to: null } }
  const post = oneOf(random, ids.get(reading.name) ?? [])
  const asked = await services.records.find(reading, String(post), 'staff')
  const round = Number(asked?.round ?? 1)
  const said = `${post}.${round}.${author}`
  return { sent: {}, supplied: { said, post, round, author, post_name: 'A post', post_version: 1 } }
}

const general = ['edit', 'edit', 'edit', 'deactivate', 'activate', 'delete', 'restore']

/** One command of chance to one of the resources. Answers whether it was taken; a refusal is one of the rules. */
const oneCommand = async (
  { services }: Pick<TestAtrium, 'services'>,
  random: Random,
  resource: Resource,
  ids: Ids,
  commandId: string,
) => {
  const known = ids.get(resource.name) ?? []
  const isNew = resource.isSingleton !== true && (known.length === 0 || random(3) === 0)
  const verb = isNew ? 'create' : (oneOf(random, [...general, ...Object.keys(resource.verbs)]) ?? 'edit')
  const own = resource.verbs[verb]
  const parted =
    verb === 'create' || verb === 'edit' ? sentTo(random, resource, ids, isNew) : { sent: own ? sampleInput(own) : {} }
  const id = isNew ? undefined : (oneOf(random, known) ?? 1)
  const place = isNew ? await placeOf({ services }, random, resource.name, ids, commandId) : {}
  const command = {
    resource,
    verb,
    actor: { type: 'system', id: 'chance' } as const,
    perms: null,
    commandId,
    ...parted,
  }
  try {
    const outcome = await services.dispatch({ ...command, ...(id === undefined ? {} : { id }), ...place })
    if (isNew) ids.set(resource.name, [...known, outcome.id])
    return true
  } catch (error) {
    if (error instanceof Rejected) return false
    throw error
  }
}

/** Sends commands of chance, over all resources. Answers how many of each resource were taken. */
export const sendCommands = async (
  atrium: TestAtrium,
  random: Random,
  count: number,
  after: (done: number) => Promise<void>,
): Promise<ReadonlyMap<string, number>> => {
  const { resources } = atrium.services
  const ids: Ids = new Map()
  const taken = new Map<string, number>()
  for (let done = 1; done <= count; done += 1) {
    // Each in turn at first, so that what references name is there.
    const resource = resources[done <= 2 * resources.length ? done % resources.length : random(resources.length)]
    if (!resource) continue
    const commandId = `00000000-0000-4000-8000-${String(random(1e9)).padStart(12, '0')}`
    if (await oneCommand(atrium, random, resource, ids, commandId))
      taken.set(resource.name, (taken.get(resource.name) ?? 0) + 1)
    await after(done)
  }
  return taken
}
