import { randomUUID } from 'node:crypto'
import { post } from '../domain/post.ts'
import type { Log } from '../event-store/log.ts'

const words = (
  'annual safety report canteen menu travel policy harbour office winter schedule training budget quarterly review parking garden ' +
  'library workshop festival summer visitors energy recycling printer network holiday insurance pension marathon charity concert ' +
  'museum guideline procedure warehouse logistics customer feedback survey results anniversary welcome farewell kitchen elevator'
).split(' ')

const inFlight = 64

// The same posts in every run: a linear congruential sequence (Numerical Recipes) stands in for chance.
const sequence = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

const sentence = (next: () => number, count: number) =>
  Array.from({ length: count }, () => words[Math.floor(next() * words.length)] ?? '').join(' ')

const postEvent = (id: number, categories: readonly number[]) => {
  const next = sequence(id)
  const title = sentence(next, 5)
  const paragraphs = Array.from({ length: 6 }, () => `<p>${sentence(next, 40)}</p>`)
  return {
    type: post.events.create,
    data: {
      name: title,
      slug: `${title.replaceAll(' ', '-')}-${id}`,
      excerpt: sentence(next, 15),
      category: categories[id % categories.length] ?? null,
      thumbnail: null,
      content: paragraphs.join('\n'),
      css: '',
    },
  }
}

/** The slug that the loader gives to a post. */
export const slugOf = (id: number): string => String(postEvent(id, [1]).data.slug)

/**
 * Appends `count` posts with ids from `first` on, 64 in flight, one minute apart. They claim no slugs: commands do that.
 * Answers events per second.
 */
export const loadPosts = async (
  log: Log,
  { first, count, categories }: { first: number; count: number; categories: readonly number[] },
): Promise<number> => {
  const began = performance.now()
  const start = Date.parse('2025-01-01T08:00:00.000Z')
  let next = first
  const append = async () => {
    for (let id = next++; id < first + count; id = next++) {
      const commandId = randomUUID()
      const origin = {
        commandId,
        correlationId: commandId,
        now: new Date(start + (id - first) * 60_000).toISOString(),
        actor: { type: 'system', id: 'bench' } as const,
      }
      await log.append({ stream: `post-${id}`, expected: 'none', lastHash: '' }, [postEvent(id, categories)], {
        ...origin,
        isSilent: true,
      })
    }
  }
  await Promise.all(Array.from({ length: inFlight }, append))
  return count / ((performance.now() - began) / 1_000)
}
