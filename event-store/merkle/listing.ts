import type { Pool } from 'pg'
import type { Checkpoints } from './checkpoints.ts'
import { keyIdOf, type SignedCheckpoint, verifierOf } from './note.ts'

/** A checkpoint as it is shown; `signed` is null for one that no key of this log signed. `signedAt` is what the database says, unsigned. */
export type ListedCheckpoint = { size: number; note: string; signedAt: Date; signed: SignedCheckpoint | null }

/** A public key in the form that tools for signed notes take, and the first and last checkpoint that it signed, by number of events and moment. */
export type KeyUse = {
  id: string
  verifier: string
  isInUse: boolean
  first: { size: number; at: Date } | null
  last: { size: number; at: Date } | null
}

type Row = { size: string; note: string; signed_at: Date }

/** How checkpoints are shown: the newest first, with how many there are. */
export const listCheckpoints = async (
  pool: Pool,
  { open, origin }: Pick<Checkpoints, 'open' | 'origin'>,
  { from, limit }: { from: number; limit: number },
): Promise<{ total: number; checkpoints: ListedCheckpoint[] }> => {
  const { rows } = await pool.query<Row>(
    'select size, note, signed_at from log.checkpoint order by size desc offset $1 limit $2',
    [from, limit],
  )
  const { rows: counted } = await pool.query<{ total: number }>('select count(*)::integer as total from log.checkpoint')
  const checkpoints = rows.map(({ size, note, signed_at: signedAt }) => {
    const signed = open(note)
    const isOwn = signed?.origin === origin && signed.size === Number(size)
    return { size: Number(size), note, signedAt, signed: isOwn ? signed : null }
  })
  return { total: counted[0]?.total ?? 0, checkpoints }
}

type Used = { begin: string; first: string; last: string; first_at: Date; last_at: Date }

/** The public keys of the log, the one that signs now first, with what each signed as far as its notes name it. */
export const keyUses = async (
  pool: Pool,
  { publicKeys, origin }: Pick<Checkpoints, 'publicKeys' | 'origin'>,
): Promise<KeyUse[]> => {
  // A signature begins with the key's id, of which five digits of base64 hold 30 of 32 bits.
  const { rows } = await pool.query<Used>(
    `select substring(note from '\\n— \\S+ (.{5})') as begin, min(size) as first, max(size) as last,
       min(signed_at) as first_at, max(signed_at) as last_at from log.checkpoint group by 1`,
  )
  return publicKeys.map((publicKey, place) => {
    const id = keyIdOf(origin, publicKey)
    const used = rows.find(({ begin }) => begin === id.toString('base64').slice(0, 5))
    return {
      id: id.toString('hex'),
      verifier: verifierOf({ name: origin, publicKey }),
      isInUse: place === 0,
      first: used ? { size: Number(used.first), at: used.first_at } : null,
      last: used ? { size: Number(used.last), at: used.last_at } : null,
    }
  })
}

/** At most so many of all notes, evenly spread from the oldest to the newest and in this order, whoever signed them. */
export const spreadNotes = async (pool: Pool, most: number): Promise<{ size: number; note: string }[]> => {
  const { rows } = await pool.query<Pick<Row, 'size' | 'note'>>(
    `select size, note from (select note, size, row_number() over (order by size desc) - 1 as nth, count(*) over () as total
       from log.checkpoint) kept where nth % ceil(total / $1::numeric) = 0 order by size`,
    [most],
  )
  return rows.map(({ size, note }) => ({ size: Number(size), note }))
}
