import type { Pool } from 'pg'
import { type DecidedEvent, type JsonObject, splitStream, streamOf } from '../../domain/event.ts'
import type { Values } from '../../domain/fields/values.ts'
import { isFile, pointingLeaves, targetsOf } from '../../domain/fields/walk.ts'
import { file } from '../../domain/resources/file.ts'
import { fold } from '../../domain/evolve.ts'
import type { EventOf, Resource } from '../../domain/resource.ts'
import { eventId, type Log, type LogEvent } from '../../event-store/log.ts'
import { inTransaction } from '../../platform/database/pool.ts'
import type { FileStorage } from '../../platform/files/storage.ts'
import { hashLock } from './store.ts'
import { loadRecord } from '../record.ts'
import { isMoved, retryOnConflict } from '../retry.ts'

type Parts = {
  pool: Pool
  log: Log
  resources: readonly Resource[]
  storage: FileStorage
  now: () => Date
  waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>
  isNamed: (hash: string) => Promise<boolean>
  /** Pictures that, as the read models know it, may be of people and nobody shows, or whose owner was erased. */
  unshown: () => Promise<readonly { id: number; isErased: boolean }[]>
  /** The pictures, sent for review some hours ago at least, that no record shows and no review waits for; or of them those of some ids. */
  unproposed: (hours: number, ids?: readonly number[]) => Promise<readonly number[]>
  /** Whether the read models know a record that shows a file, other than its sender's. */
  isShownByOthers: (file: { id: number; key: string }, sender: string) => Promise<boolean>
}

type Row = { command_id: string; field: string; stream: string | null; file: number; hash: string }

// As long as an Idempotency-Key is kept: until then a retry may still want the picture.
const retriesUntil = '24 hours'

// The record lets go of its bytes, so that nobody counts them as used, and is gone.
const goodbye: readonly DecidedEvent<JsonObject, EventOf<typeof file>>[] = [
  { type: 'FileEdited', data: { hash: '' } },
  { type: 'FileDeleted', data: {} },
]

/** Whose picture a file is, '' for the house. Those without a recorded owner count as their sender's (docs/decisions/files/0044). */
const ownerOf = (events: readonly LogEvent[], { owner, source }: Values<typeof file.fields>) => {
  const [created] = events
  if (owner !== '') return { owner, isRecorded: true }
  const isOld = created !== undefined && created.data.owner === undefined && source === 'field'
  return { owner: isOld ? streamOf(created.actor.type, created.actor.id) : '', isRecorded: false }
}

/** Takes back pictures that nothing shows: the record, and the bytes unless others use them. */
export const pictureWithdrawal = ({ pool, log, resources, storage, now, waitFor, isNamed, ...parts }: Parts) => {
  const isUsed = async ({ stream, command_id: commandId }: Row): Promise<boolean> =>
    stream === null || (await log.read(stream)).events.some((event) => event.meta.commandId === commandId)

  /** Answers where the log says that a file's record is gone, 0n when it need not, null when `stays` says so or it is not there yet. */
  const withdrawRecord = async (
    id: number,
    stays: () => Promise<boolean>,
    { isOver, causationId }: { isOver: boolean; causationId?: string },
  ): Promise<bigint | null> => {
    const name = streamOf(file.name, id)
    const withdrawOnce = async () => {
      // First the guard: a command that succeeds after this look has raised it (commands/decide-on.ts).
      const { revision } = await log.store.readGuard(name)
      if (await stays()) return null
      const { events, head } = await log.read(name)
      const [first] = events
      if (!first) return isOver ? 0n : null
      if (fold(file, id, events).status === 'deleted') return 0n
      const { actor, meta } = first
      const commandId = eventId(meta.commandId, 1)
      const origin = { commandId, causationId: causationId ?? commandId, correlationId: meta.correlationId, actor }
      const guards = [{ name, expected: revision, closes: true }]
      return (await log.append(head, goodbye, { ...origin, now: now().toISOString() }, { guards })).position
    }
    return retryOnConflict(isMoved, withdrawOnce).catch((error: unknown) => {
      if (isMoved(error)) return null
      throw error
    })
  }

  /** Forgets a picture, and removes its bytes if no record and no upload on its way needs them. */
  const forget = async (id: number, hash: string, position: bigint) => {
    const isFree = (await waitFor(position, 2_000)) && !(await isNamed(hash))
    await inTransaction(pool, async (client) => {
      await client.query(`select ${hashLock('$1')}`, [hash])
      await client.query('delete from command.picture where file = $1', [id])
      const { rowCount } = await client.query('select 1 from command.picture where hash = $1 limit 1', [hash])
      // The clock of the file system may be a moment ahead of ours.
      if (isFree && rowCount === 0) await storage.removeOlderThan(hash, -1_000)
    })
  }

  const withdraw = async (row: Row, isOver: boolean) => {
    const about = { isOver, causationId: row.command_id }
    const position = await withdrawRecord(row.file, () => isUsed(row), about)
    if (position !== null) await forget(row.file, row.hash, position)
  }

  /** Whether the record that a file belongs to still shows it. Nothing shows the files of somebody who was erased. */
  const isShown = async (stream: string, id: number): Promise<boolean> => {
    const { category, id: recordId } = splitStream(stream)
    const resource = resources.find(({ name }) => name === category)
    if (!resource) return false
    const { state, events } = await loadRecord(log, resource, Number(recordId), 0)
    if (events.some(({ isErased }) => isErased)) return false
    const target = streamOf(file.name, id)
    return pointingLeaves(resource.fields, state.values).some(
      (leaf) => isFile(leaf.field) && targetsOf(leaf).includes(target),
    )
  }

  const rowsWhere = async (condition: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(`select * from command.picture where ${condition}`, values)).rows

  const letGo = async (id: number): Promise<void> => {
    const { events } = await log.read(streamOf(file.name, id))
    const { values } = fold(file, id, events)
    const { owner, isRecorded } = ownerOf(events, values)
    const { hash, key, record } = values
    if (owner === '' || hash === '') return
    if (!isRecorded && (await parts.isShownByOthers({ id, key }, owner))) return
    const position = await withdrawRecord(id, () => isShown(record || owner, id), { isOver: true })
    if (position !== null) await forget(id, hash, position)
  }

  const letGoUnshown = async (isWanted: (isErased: boolean) => boolean) => {
    for (const { id, isErased } of await parts.unshown()) {
      if (!isWanted(isErased)) continue
      const isOnItsWay = !isErased && (await rowsWhere('file = $1', [id])).length > 0
      if (!isOnItsWay) await letGo(id)
    }
  }

  /** Takes away pictures that were proposed, once the read models know that nothing waits for them. */
  const letGoProposed = async (ids: readonly number[]): Promise<void> => {
    const left = async (some: readonly number[]) =>
      (await waitFor(await log.store.head(), 2_000)) ? parts.unproposed(0, some) : []
    for (const id of ids.length === 0 ? [] : await left(ids)) {
      const { state } = await loadRecord(log, file, id)
      const position = await withdrawRecord(id, async () => (await left([id])).length === 0, { isOver: true })
      if (position !== null) await forget(id, state.values.hash, position)
    }
  }

  return {
    letGoProposed,
    withdrawOf: async (commandId: string): Promise<void> => {
      for (const row of await rowsWhere('command_id = $1 and stream is not null', [commandId]))
        await withdraw(row, false)
    },
    /** Takes away a picture of a person that they show no longer; any other picture stays where it is. */
    letGo,
    /** Takes back what was stored for commands unfinished for a day, and pictures of people that nobody shows. */
    sweep: async (): Promise<void> => {
      const isOld = `stored_at < clock_timestamp() - interval '${retriesUntil}'`
      for (const row of await rowsWhere(isOld, [])) {
        if (!(await isUsed(row))) await withdraw(row, true)
        else await pool.query('delete from command.picture where file = $1', [row.file])
      }
      await letGoUnshown(() => true)
      await letGoProposed(await parts.unproposed(24))
    },
    /** Takes away the pictures of everybody who was erased. */
    removeErased: (): Promise<void> => letGoUnshown((isErased) => isErased),
  }
}
