import { randomUUID } from 'node:crypto'
import { post } from '../domain/resources/post.ts'
import type { Values } from '../domain/fields/values.ts'
import type { DecidedEvent } from '../domain/event.ts'
import type { Resource } from '../domain/resource.ts'
import type { Log, StreamHead } from '../event-store/log.ts'

type Some = Partial<Values<typeof post.fields>>

/** What titles and texts of loaded posts are made of. */
export const words = (
  'annual safety report canteen menu travel policy harbour office winter schedule training budget quarterly review parking garden ' +
  'library workshop festival summer visitors energy recycling printer network holiday insurance pension marathon charity concert ' +
  'museum guideline procedure warehouse logistics customer feedback survey results anniversary welcome farewell kitchen elevator'
).split(' ')

const inFlight = 64

/** The same numbers from 0 to 1 in every run: a linear congruential sequence (Numerical Recipes) stands in for chance. */
export const sequence = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const sentence = (next: () => number, count: number) =>
  Array.from({ length: count }, () => words[Math.floor(next() * words.length)] ?? '').join(' ')

/** What a new record holds of the fields that an event does not say. */
export const initialOf = ({ fields }: Pick<Resource, 'fields'>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { isDerived, sets }]) => !isDerived && !sets)
      .map(([name, field]) => [name, field.initial]),
  )

const initial = initialOf(post)

const postEvent = (id: number, categories: readonly number[]) => {
  const next = sequence(id)
  const title = sentence(next, 5)
  const paragraphs = Array.from({ length: 6 }, () => `<p>${sentence(next, 40)}</p>`)
  const own: Some = {
    name: title,
    excerpt: sentence(next, 15),
    category: categories[id % categories.length] ?? null,
    content: paragraphs.join('\n'),
  }
  return {
    type: post.events.create,
    data: { ...initial, ...own, slug: `${title.replaceAll(' ', '-')}-${id}` },
  }
}

/** The slug that the loader gives to a post. */
export const slugOf = (id: number): string => String(postEvent(id, [1]).data.slug)

const start = Date.parse('2025-01-01T08:00:00.000Z')

/** Which numbers are loaded: so many from the first on. */
export type Range = { first: number; count: number }

/** Appends one event as a system, a number of minutes after the first of 2025. */
export const append = async (log: Log, head: StreamHead, event: DecidedEvent, minute: number): Promise<void> => {
  const commandId = randomUUID()
  await log.append(head, [event], {
    commandId,
    correlationId: commandId,
    now: new Date(start + minute * 60_000).toISOString(),
    actor: { type: 'system', id: 'bench' },
    isSilent: true,
  })
}

/** Does `work` for each number from 0 to `count`, 64 at a time. Answers how many a second. */
export const inParallel = async (count: number, work: (index: number) => Promise<void>): Promise<number> => {
  const began = performance.now()
  let next = 0
  const one = async () => {
    for (let index = next++; index < count; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: inFlight }, one))
  return count / ((performance.now() - began) / 1_000)
}

const newStream = (id: number): StreamHead => ({ stream: `post-${id}`, expected: 'none', lastHash: '' })

/**
 * Appends `count` posts with ids from `first` on, one minute apart. They claim no slugs: commands do that. Answers events per
 * second.
 */
export const loadPosts = async (
  log: Log,
  { first, count, categories }: Range & { categories: readonly number[] },
): Promise<number> =>
  inParallel(count, (index) => append(log, newStream(first + index), postEvent(first + index, categories), index))

const laterEvent = (chance: () => number, id: number): DecidedEvent => {
  const verbs: readonly DecidedEvent[] = [
    { type: 'PostEdited', data: { name: `${sentence(chance, 5)} ${id}` } },
    { type: 'PostEdited', data: { excerpt: sentence(chance, 15) } satisfies Some },
    { type: 'PostDeactivated', data: {} },
    { type: 'PostActivated', data: {} },
    { type: 'PostFeatured', data: {} },
  ]
  return verbs[Math.floor(chance() * verbs.length)] ?? { type: 'PostActivated', data: {} }
}

const editors = 20
const rememberedPosts = 10

/**
 * Appends `count` events as a newsroom writes them: of five events one is a new post, and the others change one of the ten
 * latest posts of the same of twenty editors. Answers how many posts there are.
 */
export const loadNewsroom = async (log: Log, count: number, categories: readonly number[]): Promise<number> => {
  let posts = 0
  const write = async (editor: number) => {
    const chance = sequence(editor)
    const latest: number[] = []
    for (let minute = 0; minute < count / editors; minute += 1) {
      const known = latest[Math.floor(chance() * latest.length)]
      if (known === undefined || minute % 5 === 0) {
        posts += 1
        latest.unshift(posts)
        latest.splice(rememberedPosts)
        await append(log, newStream(posts), postEvent(posts, categories), minute)
        continue
      }
      await append(log, (await log.read(`post-${known}`)).head, laterEvent(chance, known), minute)
    }
  }
  await Promise.all(Array.from({ length: editors }, (_, editor) => write(editor)))
  return posts
}
