import type { Pool } from 'pg'
import { type DecidedEvent, streamOf } from '../domain/event.ts'
import { file } from '../domain/file.ts'
import { fold } from '../domain/resource.ts'
import { eventId, type Log } from '../event-store/log.ts'
import { GuardMoved, WrongRevision } from '../event-store/port.ts'
import { inTransaction } from '../platform/database/pool.ts'
import type { FileStorage } from '../platform/files/storage.ts'
import { hashLock } from './files.ts'

type Parts = {
  pool: Pool
  log: Log
  storage: FileStorage
  now: () => Date
  /** Waits until the read models know a position; false when they do not in time. */
  waitFor: (position: bigint, timeoutMs: number) => Promise<boolean>
  /** Whether the read models know a file record of this hash. */
  isNamed: (hash: string) => Promise<boolean>
}

type Row = {
  command_id: string
  field: string
  stream: string | null
  file: number
  file_command: string
  hash: string
}

// As long as an Idempotency-Key is kept: until then a retry may still want the picture.
const retriesUntil = '24 hours'
const attempts = 8

// The record lets go of its bytes, so that nobody counts them as used, and is gone.
const goodbye: readonly DecidedEvent[] = [
  { type: file.events.edit, data: { hash: '' } },
  { type: file.events.delete, data: {} },
]

/** Takes back the pictures of commands that came to nothing: the record, and the bytes unless others use them. */
export const pictureWithdrawal = ({ pool, log, storage, now, waitFor, isNamed }: Parts) => {
  const isUsed = async ({ stream, command_id: commandId }: Row): Promise<boolean> =>
    stream === null || (await log.read(stream)).events.some((event) => event.meta.commandId === commandId)

  /** Answers where the log says so, 0n when it need not, null when the picture stays: the command succeeded or is still under way. */
  const withdrawRecord = async (row: Row, isOver: boolean): Promise<bigint | null> => {
    const name = streamOf(file.name, row.file)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      // First the guard: a command that succeeds after this look has raised it (commands/attempt.ts).
      const { revision } = await log.store.readGuard(name)
      if (await isUsed(row)) return null
      const { events, tip } = await log.read(name)
      const [first] = events
      if (!first) return isOver ? 0n : null
      if (fold(file, row.file, events).status === 'deleted') return 0n
      const { actor, meta } = first
      const commandId = eventId(row.file_command, 1)
      const origin = { commandId, causationId: row.command_id, correlationId: meta.correlationId, actor }
      try {
        const guards = [{ name, expected: revision, closes: true }]
        return (await log.append(tip, goodbye, { ...origin, now: now().toISOString() }, { guards })).position
      } catch (error) {
        if (!(error instanceof GuardMoved || error instanceof WrongRevision)) throw error
      }
    }
    return null
  }

  /** Forgets the picture, and removes its bytes if no record and no upload on its way needs them. */
  const forget = async (row: Row, position: bigint) => {
    const isFree = (await waitFor(position, 2_000)) && !(await isNamed(row.hash))
    await inTransaction(pool, async (client) => {
      await client.query(`select ${hashLock('$1')}`, [row.hash])
      await client.query('delete from command.picture where command_id = $1 and field = $2', [
        row.command_id,
        row.field,
      ])
      const { rowCount } = await client.query('select 1 from command.picture where hash = $1 limit 1', [row.hash])
      // The clock of the file system may be a moment ahead of ours.
      if (isFree && rowCount === 0) await storage.removeOlderThan(row.hash, -1_000)
    })
  }

  const withdraw = async (row: Row, isOver: boolean) => {
    const position = await withdrawRecord(row, isOver)
    if (position !== null) await forget(row, position)
  }

  const rowsWhere = async (condition: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(`select * from command.picture where ${condition}`, values)).rows

  return {
    /** Takes back what was stored for a command that was refused. */
    withdrawOf: async (commandId: string): Promise<void> => {
      for (const row of await rowsWhere('command_id = $1 and stream is not null', [commandId]))
        await withdraw(row, false)
    },
    /** Takes back what was stored for commands that nobody has finished within a day, and forgets the rest. */
    sweep: async (): Promise<void> => {
      const isOld = `stored_at < clock_timestamp() - interval '${retriesUntil}'`
      for (const row of await rowsWhere(isOld, [])) {
        if (!(await isUsed(row))) await withdraw(row, true)
        else
          await pool.query('delete from command.picture where command_id = $1 and field = $2', [
            row.command_id,
            row.field,
          ])
      }
    },
  }
}
