import type { Pool } from 'pg'
import type { EvidenceAsked } from '../../domain/events/evidence.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Language } from '../../domain/texts/languages.ts'

/** Hours that a package is kept for its owner: it may hold values of people who are erased meanwhile. */
export const keptHours = 24

/** An export as its owner sees it. `events` is null before it is known; `problem` is the sentence of one that failed. */
export type EvidenceExport = {
  id: string
  asked: EvidenceAsked
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'gone'
  events: number | null
  written: number
  bytes: number | null
  problem: string | null
  startedAt: Date
  finishedAt: Date | null
}

/** What is to be made. `perms` decide which values are shown. */
export type TakenExport = {
  id: string
  person: string
  asked: EvidenceAsked
  perms: readonly string[]
  language: Language
}

const columns = `id, asked, state, events, written, bytes::float8 as bytes, problem, created_at as "startedAt", finished_at as "finishedAt"`
const shownFor = '90 days'
const unfinished = "state in ('waiting', 'running')"

/** Evidence packages that were asked for, in PostgreSQL; each person has one under way at a time. */
export const evidenceTable = (pool: Pool) => {
  /** @throws Rejected while another one of theirs is under way */
  const insert = async ({ id, person, asked, perms, language }: TakenExport): Promise<void> => {
    const { rowCount } = await pool.query(
      'insert into command.evidence (id, person, asked, perms, language) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [id, person, JSON.stringify(asked), perms, language],
    )
    if (rowCount === 1) return
    const known = await pool.query('select from command.evidence where id = $1', [id])
    if (known.rowCount === 0) throw new Rejected('An export of yours is under way. Please wait until it is finished.')
  }

  /** The first that nobody has finished, tried or not; `tries` counts the processes that began it. */
  const open = async (): Promise<{ id: string; tries: number }[]> =>
    (
      await pool.query<{ id: string; tries: number }>(
        `select id, tries from command.evidence where ${unfinished} order by created_at limit 20`,
      )
    ).rows

  const take = async (id: string): Promise<TakenExport | null> => {
    const { rows } = await pool.query<TakenExport>(
      `update command.evidence set state = 'running', tries = tries + 1, written = 0 where id = $1 and ${unfinished}
       returning id, person, asked, perms, language`,
      [id],
    )
    return rows[0] ?? null
  }

  /** Notes how far one is; false once it was cancelled. */
  const progress = async (id: string, { events, written }: { events: number; written: number }): Promise<boolean> => {
    const text = `update command.evidence set events = $2, written = $3 where id = $1 and state = 'running'`
    return (await pool.query(text, [id, events, written])).rowCount === 1
  }

  /** False when it was cancelled meanwhile. */
  const finish = async (id: string, ended: { bytes: number } | { problem: string }): Promise<boolean> => {
    const [bytes, problem] = 'bytes' in ended ? [ended.bytes, null] : [null, ended.problem]
    const text = `update command.evidence set state = $2, bytes = $3, problem = $4, finished_at = clock_timestamp(),
        written = case when $2 = 'done' then events else written end
      where id = $1 and state = 'running'`
    return (await pool.query(text, [id, problem === null ? 'done' : 'failed', bytes, problem])).rowCount === 1
  }

  const cancel = async (person: string, id: string): Promise<boolean> => {
    const text = `update command.evidence set state = 'cancelled', finished_at = clock_timestamp()
      where id = $1 and person = $2 and ${unfinished}`
    return (await pool.query(text, [id, person])).rowCount === 1
  }

  const find = async (
    person: string,
    id: string,
  ): Promise<(EvidenceExport & { perms: readonly string[] }) | undefined> => {
    const text = `select ${columns}, perms from command.evidence where id = $1 and person = $2`
    return (await pool.query<EvidenceExport & { perms: string[] }>(text, [id, person])).rows[0]
  }

  const list = async (person: string, limit: number): Promise<EvidenceExport[]> => {
    const text = `select ${columns} from command.evidence where person = $1 order by created_at desc limit $2`
    return (await pool.query<EvidenceExport>(text, [person, limit])).rows
  }

  /** Packages whose files are kept no longer; all of them when `isEvery`. Answers the ids of those that are still kept. */
  const expire = async (isEvery: boolean): Promise<string[]> => {
    await pool.query(
      `update command.evidence set state = 'gone' where state = 'done' and ($1 or finished_at < clock_timestamp() - make_interval(hours => $2))`,
      [isEvery, keptHours],
    )
    if (isEvery) await pool.query("update command.evidence set state = 'waiting' where state = 'running'")
    await pool.query(`delete from command.evidence where created_at < clock_timestamp() - interval '${shownFor}'`)
    const { rows } = await pool.query<{ id: string }>(
      "select id from command.evidence where state in ('done', 'running')",
    )
    return rows.map(({ id }) => id)
  }

  return { insert, open, take, progress, finish, cancel, find, list, expire }
}
