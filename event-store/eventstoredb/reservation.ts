import type pg from 'pg'
import { changeSignal } from '../../platform/signal.ts'
import { StoreUnavailable } from '../port.ts'
import type { PreparedAppend } from '../prepare.ts'
import { conditionsJson, orStoreError, type Refusal, refused } from '../postgres/sql-append.ts'

/** `reservedAt` is PostgreSQL's own text, so that no microsecond is lost. */
export type Reservation = {
  commandId: string
  stream: string
  expected: number
  ids: string[]
  reservedAt: string
  notedHead: bigint | null
}

export type Reservations = {
  /** @throws ClaimTaken, GuardMoved, StoreUnavailable when others stay in the way for longer than the patience */
  reserve(append: PreparedAppend): Promise<void>
  confirm(commandId: string): Promise<void>
  undo(commandId: string, unchangedSince?: string): Promise<void>
  readGuard(name: string): Promise<{ revision: bigint; isClosed: boolean }>
  overdue(seconds: number): Promise<Reservation[]>
  noteHead(commandId: string, head: bigint): Promise<void>
}

/** Claims and guards in PostgreSQL: reserved before an append, confirmed or undone after it (docs/decisions/log/0032). @param patience in ms */
export const reservations = (pool: pg.Pool, patience: number): Reservations => {
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
    (await orStoreError(pool.query<Row>(text, values))).rows
  return {
    async reserve(append) {
      const item = reservationJson(append)
      await waitUntilFree(patience, async () => {
        const [row] = await ask<{ answer: Refusal | Standing }>('select log.reserve($1::jsonb) as answer', [item])
        const answer = row?.answer ?? { busy: '' }
        if ('refusal' in answer) throw refused(append.stream, answer)
        return 'busy' in answer ? null : answer
      })
    },
    async confirm(commandId) {
      await ask('select log.confirm($1)', [commandId])
    },
    async undo(commandId, unchangedSince) {
      await ask('select log.undo($1, $2)', [commandId, unchangedSince ?? null])
    },
    readGuard: (name) =>
      waitUntilFree(patience, async () => {
        const [row] = await ask<GuardRow>(guardQuery, [name])
        return row?.is_busy ? null : { revision: BigInt(row?.revision ?? 0), isClosed: row?.is_closed ?? false }
      }),
    async overdue(seconds) {
      const rows = await ask<OverdueRow>(overdueQuery, [seconds])
      return rows.map(({ noted, ...row }) => ({ ...row, notedHead: noted === null ? null : BigInt(noted) }))
    },
    async noteHead(commandId, head) {
      await ask('update log.reservation set noted_head = $2 where command_id = $1', [commandId, head])
    },
  }
}

type Standing = { reserved: true } | { busy: string }
type GuardRow = { revision: string | null; is_closed: boolean | null; is_busy: boolean }
type OverdueRow = Omit<Reservation, 'notedHead'> & { noted: string | null }

const guardQuery = `
  select guard.revision, guard.is_closed, exists(select from log.reservation where guards && array[$1::text]) as is_busy
  from (select $1::text as name) as asked left join log.guard using (name)`

const overdueQuery = `
  select command_id as "commandId", stream, expected, ids::text[] as ids, reserved_at::text as "reservedAt", noted_head as noted
  from log.reservation where reserved_at < clock_timestamp() - make_interval(secs => $1) order by reserved_at`

const reservationJson = (append: PreparedAppend): string => {
  const { stream, expected, ids } = append
  const head = JSON.stringify({ stream, expected: expected === 'none' ? -1 : expected, ids })
  return `${head.slice(0, -1)},${conditionsJson(append).slice(1)}`
}

const waitUntilFree = async <T>(patience: number, look: () => Promise<T | null>): Promise<T> => {
  const pause = changeSignal()
  const end = performance.now() + patience
  for (let milliseconds = 2; performance.now() < end; milliseconds = Math.min(50, milliseconds * 1.5)) {
    const answer = await look()
    if (answer !== null) return answer
    await pause.wait(pause.ticket(), milliseconds * (0.5 + Math.random()), new AbortController().signal)
  }
  throw new StoreUnavailable('another append that touches the same stream or guard is still under way')
}
