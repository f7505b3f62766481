import { slugOf } from '../load.ts'
import type { Figure, Ground } from './figure.ts'
import { asked, inTurns } from './turns.ts'

/** The id of the first post that the ground loads. */
export const firstPost = 10_001

const countIn = async (url: string, headers: Record<string, string>): Promise<number> => {
  const { data } = await (await fetch(url, { headers })).json()
  return Array.isArray(data) ? data.length : data ? 1 : 0
}

/** An address that both sides answer with as many rows. */
const read = (name: string, reach: number, pathOf: (ground: Ground) => string): Figure => ({
  name,
  reach,
  measure: async (ground) => {
    const { atrium, bare, token, rounds } = ground
    const [path, headers] = [pathOf(ground), { authorization: `Bearer ${token}` }]
    const [ours, theirs] = [await countIn(atrium.url + path, headers), await countIn(bare.url + path, headers)]
    if (ours !== theirs || ours === 0) throw new Error(`${path}: ${ours} rows of ours, ${theirs} of the bare handler`)
    return inTurns(
      rounds,
      'requests/s',
      () => asked(ground, atrium, path, headers),
      () => asked(ground, bare, path, headers),
    )
  },
})

/** What is read: the first page and a far one, what one in a hundred posts holds, one record, and who is signed in. */
export const reads: readonly Figure[] = [
  read('list, page 1', 0.7, () => '/api/post?per_page=20'),
  read('list, page 500', 0.7, ({ posts }) => `/api/post?page=${Math.min(500, Math.floor(posts / 20))}&per_page=20`),
  read('list, keyword', 0.8, () => '/api/post?keyword=marathon%20museum&per_page=20'),
  read('one by slug', 0.6, ({ posts }) => `/api/post/${slugOf(firstPost + Math.floor(posts / 2))}`),
  read('me', 0.6, () => '/api/me'),
]
