import { slugOf } from '../load.ts'
import type { Figure, Ground } from './figure.ts'
import { asked, inTurns } from './turns.ts'

/** The id of the first post that the ground loads. */
export const firstPost = 10_001

const countIn = async (url: string, headers: Record<string, string>): Promise<number> => {
  const { data } = await (await fetch(url, { headers })).json()
  return Array.isArray(data) ? data.length : data ? 1 : 0
}

/** Addresses that both sides answer with as many rows. */
const read = (name: string, reach: number, pathsOf: (ground: Ground) => string[]): Figure => ({
  name,
  reach,
  measure: async (ground) => {
    const { atrium, bare, token, rounds } = ground
    const [paths, headers] = [pathsOf(ground), { authorization: `Bearer ${token}` }]
    for (const path of [paths[0], paths.at(-1)]) {
      const [ours, theirs] = [await countIn(atrium.url + path, headers), await countIn(bare.url + path, headers)]
      if (ours !== theirs || ours === 0) throw new Error(`${path}: ${ours} rows of ours, ${theirs} of the bare handler`)
    }
    return inTurns(
      rounds,
      'requests/s',
      () => asked(ground, atrium, paths, headers),
      () => asked(ground, bare, paths, headers),
    )
  },
})

// Compressed, as browsers take it; a bare page is bytes that are kept.
const page: Figure = {
  name: 'page',
  reach: 0.25,
  measure: async (ground) => {
    const headers = { 'accept-encoding': 'br' }
    for (const { url } of [ground.atrium, ground.bare]) {
      const answer = await fetch(`${url}/auth/login`, { headers })
      const sent = Number(answer.headers.get('content-length'))
      if (sent < 5_000 || sent > 20_000) throw new Error(`the page of ${url} has ${sent} bytes`)
    }
    return inTurns(
      ground.rounds,
      'requests/s',
      () => asked(ground, ground.atrium, ['/auth/login'], headers),
      () => asked(ground, ground.bare, ['/auth/login'], headers),
    )
  },
}

const pagesOf = ({ posts }: Ground) => Math.min(2_500, Math.floor(posts / 20))

// More than are kept of lists, in an order that has no neighbours.
const scattered = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of((index * 997) % count))

/**
 * What is read: the first page and a far one, what one in a hundred posts holds, one record, who is signed in, and a page of the site. The same
 * address again is answered from memory until the read models move, so what is not at hand has lines of its own.
 */
export const reads: readonly Figure[] = [
  read('list, page 1', 0.7, () => ['/api/post?per_page=20']),
  read('list, page 500', 0.7, (ground) => [`/api/post?page=${Math.min(500, pagesOf(ground))}&per_page=20`]),
  read('list, keyword', 0.8, () => ['/api/post?keyword=marathon%20museum&per_page=20']),
  read('one by slug', 0.6, ({ posts }) => [`/api/post/${slugOf(firstPost + Math.floor(posts / 2))}`]),
  read('me', 0.6, () => ['/api/me']),
  page,
  read('lists, any page', 0.7, (ground) =>
    scattered(pagesOf(ground), (index) => `/api/post?page=${index + 1}&per_page=20`),
  ),
  read('one by any slug', 0.6, ({ posts }) =>
    scattered(Math.min(posts, 25_000), (index) => `/api/post/${slugOf(firstPost + index)}`),
  ),
]
