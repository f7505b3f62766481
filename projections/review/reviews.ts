import type { Reader } from '../reader.ts'
import { columnsOf, placeholders } from '../sql.ts'

const [r, m] = [columnsOf('review', 'r'), columnsOf('remark', 'm')]

/** Whose reviews are looked for (`user-7`), of which kinds; of one record where it is named. */
export type ReviewsAsked = { own: string; kinds: readonly string[]; record?: { kind: string; id: number } | undefined }

export type ReviewRow = {
  id: number
  version: number
  kind: string
  record: number
  name: string
  verb: string
  author: string
  stage: 'waiting' | 'published' | 'sent_back' | 'withdrawn'
  since: Date
  remarks: number
}

/** How many a list shows at most. */
export const mostReviews = 200

const columns = `r.id, r.version, ${r('kind')}, ${r('record')}, ${r('record_name')} as name, ${r('verb')}, ${r('author')}, ${r('stage')}, r.changed_at as since,
  (select count(*)::integer from remark m where ${m('review')} = r.id and ${m('stage')} = 'unsettled') as remarks`

// What waits, and what came back to whoever asks.
const isOpen = (own: string) =>
  `(${r('stage')} = 'waiting' or (${r('stage')} = 'sent_back' and ${r('author')} = ${own}))`

/** What waits for review, and what came back, those that wait longest first; one more than is shown where there are more. */
export const openReviews = async (pool: Reader, { own, kinds, record }: ReviewsAsked): Promise<ReviewRow[]> => {
  const { values, put } = placeholders()
  const conditions = [
    isOpen(put(own)),
    `${r('kind')} = any(${put(kinds)}::text[])`,
    ...(record ? [`${r('kind')} = ${put(record.kind)}`, `${r('record')} = ${put(record.id)}`] : []),
  ]
  const text = `select ${columns} from review r where ${conditions.join(' and ')} order by r.changed_at, r.id limit ${mostReviews + 1}`
  return (await pool.query<ReviewRow>({ text, values })).rows
}

// More are shown as "99+".
const mostCounted = 100

/** How many wait for somebody: of the kinds that they may publish, and what came back to them. */
export const countReviews = async (pool: Reader, { own, kinds }: ReviewsAsked): Promise<number> => {
  const text = `select count(*)::integer as count from (select from review r
    where (${r('stage')} = 'waiting' and ${r('kind')} = any($2::text[])) or (${r('stage')} = 'sent_back' and ${r('author')} = $1) limit ${mostCounted}) open`
  return (await pool.query<{ count: number }>({ text, values: [own, kinds] })).rows[0]?.count ?? 0
}

/** One review, in whatever stage. */
export const reviewById = async (pool: Reader, id: number): Promise<ReviewRow | null> =>
  (await pool.query<ReviewRow>({ text: `select ${columns} from review r where r.id = $1`, values: [id] })).rows[0] ??
  null

export type RemarkRow = {
  id: number
  version: number
  author: string
  at: Date
  words: string
  field: string
  quote: string
  answers: number | null
  stage: string
}

/** What is said of a review, in order. */
export const remarksOf = async (pool: Reader, id: number): Promise<RemarkRow[]> => {
  const text = `select m.id, m.version, ${m('author')}, m.created_at as at, ${m('words')}, ${m('field')}, ${m('quote')}, ${m('answers')}, ${m('stage')}
    from remark m where ${m('review')} = $1 order by m.id`
  return (await pool.query<RemarkRow>({ text, values: [id] })).rows
}

/** Who proposed what events name as their cause: `user-7` by cause. */
export const proposersOf = async (pool: Reader, causes: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (causes.length === 0) return new Map()
  const text = `select ${r('cause')}, ${r('author')} from review r where ${r('cause')} = any($1::text[])`
  const { rows } = await pool.query<{ cause: string; author: string }>({ text, values: [causes] })
  return new Map(rows.map(({ cause, author }) => [cause, author]))
}
