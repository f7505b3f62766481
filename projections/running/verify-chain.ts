import type pg from 'pg'
import type { LinkedEvent } from '../../event-store/port.ts'
import { type Finding, findingAt, findingOf } from '../../event-store/merkle/finding.ts'

/** What was found wrong; at most so many of a kind are kept. */
export type Findings = { problems: Finding[]; notes: Finding[]; events: number }

const kept = 20
const driftMilliseconds = 5 * 60_000

const table = `create temp table link (
  position bigint not null, stream text collate "C" not null, revision int not null, id uuid not null, prev text not null, hash text not null)`

const insert = `insert into link
  select * from unnest($1::bigint[], $2::text[], $3::int[], $4::uuid[], $5::text[], $6::text[])`

const breaks = `select * from (
    select position, stream, revision, coalesce(lag(revision) over line + 1, 0) as due, prev = coalesce(lag(hash) over line, '') as "isLinked"
    from link window line as (partition by stream order by position)) as followed
  where revision <> due or not "isLinked" order by position limit ${kept}`

const repeats = `select id, max(position) as position from link group by id having count(*) > 1 order by 2 limit ${kept}`

type Break = { position: string; stream: string; revision: number; due: number; isLinked: boolean }

const breakAt = (position: bigint | string, stream: string, revision: number): Finding =>
  findingAt(BigInt(position), 'Position {position}: the hash chain of {stream} breaks at revision {revision}.', {
    stream,
    revision,
  })

const findBreaks = async (client: pg.Client): Promise<Finding[]> => {
  const { rows } = await client.query<Break>(breaks)
  const outOfTurn = 'Position {position}: {stream} has revision {revision} where {due} is due.'
  return rows.flatMap(({ position, stream, revision, due, isLinked: isFollowing }) => [
    ...(revision === due ? [] : [findingAt(BigInt(position), outOfTurn, { stream, revision, due })]),
    ...(isFollowing ? [] : [breakAt(position, stream, revision)]),
  ])
}

const findRepeats = async (client: pg.Client): Promise<Finding[]> => {
  const { rows } = await client.query<{ id: string; position: string }>(repeats)
  return rows.map(({ id, position }) =>
    findingAt(BigInt(position), 'Position {position}: the event id {id} occurs a second time.', { id }),
  )
}

/** Follows revisions, hash chains, ids and clocks of the whole log, in a temporary table of `client`, so that memory does not grow. */
export const chainChecker = async (client: pg.Client) => {
  await client.query(table)
  const found: Finding[] = []
  const drift = { count: 0, first: 0n }
  let events = 0

  const look = ({ position, stream, revision, at, recordedAt, isSilent, isAsAppended }: LinkedEvent) => {
    if (!isAsAppended && found.length < kept) found.push(breakAt(position, stream, revision))
    // What is said of earlier days, such as the demo company, is silent and names them on purpose.
    if (isSilent) return
    if (Math.abs(Date.parse(at) - recordedAt) <= driftMilliseconds) return
    drift.count += 1
    drift.first ||= position
  }

  const check = async (batch: readonly LinkedEvent[]): Promise<void> => {
    events += batch.length
    for (const event of batch) look(event)
    await client.query({
      name: 'chain-note',
      text: insert,
      values: [
        batch.map(({ position }) => String(position)),
        batch.map(({ stream }) => stream),
        batch.map(({ revision }) => revision),
        batch.map(({ id }) => id),
        batch.map(({ prev }) => prev),
        batch.map(({ link }) => link),
      ],
    })
  }

  const findings = async (): Promise<Findings> => {
    const problems = [...found, ...(await findBreaks(client)), ...(await findRepeats(client))]
    const drifted =
      '{count} events were recorded more than 5 minutes from the moment they name, first at position {position}.'
    const notes = drift.count === 0 ? [] : [findingOf(drifted, { count: drift.count, position: String(drift.first) })]
    return { problems, notes, events }
  }

  return { check, findings }
}
