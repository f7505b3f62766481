import type { ClientBase, Pool } from 'pg'
import { inTransaction } from '../../platform/database/pool.ts'
import { nextChecked } from '../checked.ts'
import type { CheckedEvent, EventStore } from '../port.ts'
import { formerKeyTable, type KnownKey, knownKeys } from './known-keys.ts'
import { openNote, type SignedCheckpoint, signedNote, signerOf, signText } from './note.ts'
import { addLeaves, hashesFrom, tileTable } from './tiles.ts'
import { bytesOf, rangeHash } from './tree.ts'

/** So many events, or so many milliseconds after the first of them, a checkpoint is due. */
export const due = { events: 1_000, milliseconds: 3_600_000 }

export const checkpointTables = `
${tileTable}
create table log.checkpoint (
  size bigint primary key,
  note text not null,
  signed_at timestamptz not null default clock_timestamp()
);

-- The name of this log, which every checkpoint begins with.
create table log.identity (id uuid not null default gen_random_uuid());
create unique index only_identity on log.identity ((true));
insert into log.identity default values;
${formerKeyTable}`

/** Log, tree, newest checkpoint and what lies outside of the database contradict each other: nothing is signed until somebody has looked. */
export class CheckpointRefused extends Error {
  constructor(what: string) {
    super(`${what} No checkpoint is signed until this is cleared up: run the verification.`)
    this.name = 'CheckpointRefused'
  }
}

export type Checkpoints = {
  /** The name of the log. */
  origin: string
  /** Signs what is due, or with `isForced` whatever is new; false when that is nothing. @throws CheckpointRefused, and what the log throws */
  extend(isForced: boolean): Promise<boolean>
  /** @throws CheckpointRefused unless the stored tree and its newest checkpoint go on from one that lies outside of the database */
  check(remembered: SignedCheckpoint): Promise<void>
  /** The public keys by which checkpoints of this log are signed, the one that signs now first. */
  publicKeys: readonly Buffer[]
  /** The newest first. @throws CheckpointRefused for one that no key of this log signed */
  list(limit: number): Promise<SignedCheckpoint[]>
  /** The oldest first, of more events than `above`. */
  after(above: number, limit: number): Promise<SignedCheckpoint[]>
  /** The same keys, with what confirms them. */
  keys: readonly KnownKey[]
  /** The signature of a statement of this log that is no checkpoint: its text is headed by the log's name and `kind`. */
  signStatement(kind: string, text: string): Buffer
  /** Reads a note. Null when no key of this log signed it. */
  open(note: string): SignedCheckpoint | null
}

type Asking = Pick<ClientBase | Pool, 'query'>
type Row = { note: string }

const selected = 'select note from log.checkpoint'
const lock = 7_246_020

/**
 * Opens the checkpoints of a log. `changed` answers other seeds once there are any; the keys of before are confirmed by them, and signing needs no
 * restart. @param seeds 32 bytes each: of the key that signs, and of those that signed before
 */
export const openCheckpoints = async (
  pool: Pool,
  store: Pick<EventStore, 'readAll' | 'readChecked'>,
  seeds: readonly [Uint8Array, ...Uint8Array[]],
  changed: () => Promise<readonly Uint8Array[] | null> = async () => null,
): Promise<Checkpoints> => {
  const { rows } = await pool.query<{ id: string }>('select id from log.identity')
  const origin = `atrium.log/${rows[0]?.id}`
  const keysBy = async ([seed, ...before]: readonly [Uint8Array, ...Uint8Array[]]) => {
    const signer = signerOf(origin, seed)
    const keys = await knownKeys(pool, [signer, ...before.map((one) => signerOf(origin, one))])
    return { seeds: [seed, ...before], signer, keys, publicKeys: keys.map(({ publicKey }) => publicKey) }
  }
  let held = await keysBy(seeds)
  const open = (note: string) => openNote(note, held.publicKeys)

  /** Takes the keys of now. @throws what `changed` throws */
  const renew = async (): Promise<void> => {
    const [seed, ...others] = (await changed()) ?? []
    if (!seed || Buffer.from(seed).equals(held.seeds[0] ?? seed)) return
    held = await keysBy([seed, ...others, ...held.seeds])
  }
  // Reading goes on with the keys of before while the file holds none; signing says so.
  const renewIfPossible = () => renew().catch(() => undefined)

  const opened = ({ note }: Row): SignedCheckpoint => {
    const checkpoint = open(note)
    if (checkpoint?.origin !== origin) throw new CheckpointRefused('A checkpoint is not signed by a key of this log.')
    return checkpoint
  }

  const listOn = async (client: Asking, limit: number): Promise<SignedCheckpoint[]> =>
    (await client.query<Row>(`${selected} order by size desc limit $1`, [limit])).rows.map(opened)

  const checkTree = async (client: Asking, { size, root }: SignedCheckpoint) => {
    if (!(await rangeHash(hashesFrom(client), 0, size)).equals(root))
      throw new CheckpointRefused(`The stored tree is not the one that was signed with ${size} events.`)
  }

  const isDue = (events: readonly CheckedEvent[]): boolean => {
    const [first] = events
    const age = first ? Date.now() - first.recordedAt : 0
    return events.length === due.events || age >= due.milliseconds
  }

  const extendBy = async (client: Asking, last: SignedCheckpoint | null, isForced: boolean) => {
    const events = await nextChecked(store, last?.position ?? 0n, due.events)
    const newest = events.at(-1)
    if (!newest || !(isForced || isDue(events))) return false
    const broken = events.find(({ isAsAppended }) => !isAsAppended)
    if (broken) throw new CheckpointRefused(`Position ${broken.position}: the event is not what was appended.`)
    const before = last?.size ?? 0
    const size = before + events.length
    const leaves = events.map(({ leaf, position }) => ({ hash: bytesOf(leaf), position }))
    await addLeaves(client, before, leaves)
    const root = await rangeHash(hashesFrom(client), 0, size)
    const checkpoint = { origin, size, root, position: newest.position }
    const text = signedNote(checkpoint, held.signer)
    await client.query('insert into log.checkpoint (size, note) values ($1, $2)', [size, text])
    return true
  }

  const step = (isForced: boolean) =>
    inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [lock])
      const [last = null] = await listOn(client, 1)
      if (last) await checkTree(client, last)
      return extendBy(client, last, isForced)
    })

  return {
    origin,
    get publicKeys() {
      return held.publicKeys
    },
    get keys() {
      return held.keys
    },
    open,
    // A checkpoint has a number in its second line, so none can be taken for a statement.
    signStatement: (kind, text) => signText(held.signer, `${origin}\n${kind}\n${text}\n`),
    extend: async (isForced) => {
      await renew()
      let isSigned = false
      while (await step(isForced)) isSigned = true
      return isSigned
    },
    check: async (remembered) => {
      await renewIfPossible()
      const size = (await listOn(pool, 1))[0]?.size ?? 0
      if (remembered.size > size)
        throw new CheckpointRefused(
          `A checkpoint of ${remembered.size} events lies outside of the database, whose newest is of ${size}.`,
        )
      await checkTree(pool, remembered)
    },
    list: async (limit) => {
      await renewIfPossible()
      return listOn(pool, limit)
    },
    after: async (above, limit) =>
      (await pool.query<Row>(`${selected} where size > $1 order by size limit $2`, [above, limit])).rows.map(opened),
  }
}
