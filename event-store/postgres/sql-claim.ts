import type pg from 'pg'
import { inTransaction } from '../../platform/database/pool.ts'
import type { Claim, Hold } from '../port.ts'

/** The stream that holds each claim, or null, in order. A claim of an append under way counts as held. */
export const claimHolders = async (pool: pg.Pool, claims: readonly Claim[]): Promise<{ stream: string | null }[]> => {
  const { rows } = await pool.query<{ stream: string | null }>({
    name: 'log-claim-holders',
    text: `select (select stream from log.claim where claim.scope = asked.scope and claim.key = decode(asked.key, 'hex')) as stream
      from rows from (json_to_recordset($1) as (scope text, key text)) with ordinality as asked (scope, key, place) order by place`,
    values: [JSON.stringify(claims)],
  })
  return rows
}

// As many as stand for all keys (migrations-reservation-locks.ts): so many claims take nearly each of them, and finding out which takes longer.
const lockPlaces = 4096
const lockEverything = `select pg_advisory_xact_lock(1867341, place) from generate_series(0, ${lockPlaces - 1}) as place`

class Taken extends Error {
  readonly places: readonly number[]
  constructor(places: readonly number[]) {
    super('some of the claims are taken')
    this.places = places
  }
}

/** Reserves claims for streams that are to come. Answers the places of those that are taken; then none is held. */
export const holdClaims = async (pool: pg.Pool, holds: readonly Hold[]): Promise<readonly number[]> => {
  const rows = holds.map(({ stream, claim }, place) => ({
    place,
    stream,
    scope: claim.scope,
    key: claim.key,
  }))
  const asked = JSON.stringify(rows)
  const conditions = { claims: rows.map(({ scope, key }) => ({ scope, key })), releases: [], guards: [] }
  try {
    await inTransaction(pool, async (client) => {
      // The locks of both kinds of appends: nobody claims meanwhile, whichever log is in use.
      await client.query('select log.lock()')
      if (rows.length >= lockPlaces) await client.query(lockEverything)
      else await client.query(`select log.lock_conditions('', $1::jsonb)`, [JSON.stringify(conditions)])
      const { rowCount } = await client.query(
        `insert into log.claim (scope, key, stream)
         select scope, decode(key, 'hex'), stream from json_to_recordset($1) as hold (place int, stream text, scope text, key text)
         order by place on conflict (scope, key) do nothing`,
        [asked],
      )
      if (rowCount === holds.length) return
      const { rows: taken } = await client.query<{ place: number }>(
        `select hold.place from json_to_recordset($1) as hold (place int, stream text, scope text, key text)
         join log.claim held on held.scope = hold.scope and held.key = decode(hold.key, 'hex')
         where held.stream <> hold.stream order by hold.place`,
        [asked],
      )
      if (taken.length > 0) throw new Taken(taken.map(({ place }) => place))
    })
    return []
  } catch (error) {
    if (error instanceof Taken) return error.places
    throw error
  }
}

/** Frees the claims of streams that never came. */
export const letGoClaims = async (pool: pg.Pool, streams: readonly string[]): Promise<void> => {
  await pool.query(
    'delete from log.claim where stream = any($1) and not exists (select from log.event where event.stream = claim.stream)',
    [streams],
  )
}
