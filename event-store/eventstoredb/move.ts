import type { ReadPosition } from '@eventstore/db-client'
import type pg from 'pg'
import { inTransaction } from '../../platform/database/pool.ts'
import { isAtriumRunning, stopFirst } from '../../platform/database/running.ts'
import { backOff, changeSignal } from '../../platform/signal.ts'
import { isAsAppended } from '../chain.ts'
import { leafDigestOf } from '../merkle/leaf.ts'
import { type CompactTree, type Digest, emptyTree, grown, rootOf } from '../merkle/tree.ts'
import { type RecordedEvent, StoreUnavailable } from '../port.ts'
import { checkedRow } from '../postgres/checked-row.ts'
import { readRows } from '../postgres/read-rows.ts'
import { readEvents, readHead, readPage } from '../postgres/sql-read.ts'
import { makeAppender } from './append.ts'
import { connect } from './connection.ts'
import { mostUnderWay, orderedAppends, otherEvents, runsOf } from './move-appends.ts'
import { endOfMoved, MoveRefused, placeBefore, placesApart } from './moved.ts'
import { makeReader, type Placed } from './read.ts'

/** How much of the log is the same in both stores: events, the position of the last and where it stands, and the tree over them. */
export type Compared = { events: number; position: bigint; place: bigint; tree: CompactTree }

const placeIn = ({ stream, revision }: RecordedEvent) => ({
  stream,
  expected: revision === 0 ? ('none' as const) : revision - 1,
})

const notes = `
  insert into log.moved_place (position, place) select * from unnest($1::bigint[], $2::bigint[])
  on conflict (position) do update set place = excluded.place`

/**
 * Moves the log of a database to EventStoreDB in its order, with ids, revisions, positions and moments as they were
 * (docs/decisions/log/0171). Broken off at any moment, `copied` answers where to go on. @param patience milliseconds that EventStoreDB may be
 * away @throws MoveRefused, StoreUnavailable
 */
export const openMove = (url: string, pool: pg.Pool, patience = { answer: 10_000, append: 60_000 }) => {
  const connection = connect(url, () => undefined)
  const reader = makeReader(connection, patience.answer, {
    readFrom: (after) => placeBefore(pool, after),
    isMoved: async () => false,
  })
  const { look } = makeAppender(connection, reader, patience.answer)

  /** The position of the last event that is there; 0 for none. */
  const copied = async (): Promise<bigint> => {
    const position = await reader.head()
    if (position === 0n) {
      await pool.query('delete from log.moved_place')
      return 0n
    }
    const [here] = await readEvents(pool, position - 1n, 1)
    const there = here && (await look({ ...placeIn(here), ids: [here.id] }))
    if (there?.position !== position) throw new MoveRefused(otherEvents)
    return position
  }

  // Sends the runs of a page in order, and answers once all of them are written.
  const sendAll = async (runs: readonly (readonly RecordedEvent[])[]): Promise<void> => {
    const appends = await orderedAppends(connection, patience.answer)
    const underWay: Promise<void>[] = []
    try {
      for (const run of runs) {
        if (underWay.length >= mostUnderWay) await underWay.shift()
        const sent = appends.send(run)
        // Awaited below, unless an earlier one has failed.
        sent.catch(() => undefined)
        underWay.push(sent)
      }
      for (const sent of underWay) await sent
    } finally {
      appends.close()
    }
  }

  /** Copies what follows a position up to the end of the log, and answers the position of the last. `told` hears how many were copied. */
  const copy = async (after: bigint, told: (events: number) => void): Promise<bigint> => {
    const pause = changeSignal()
    let [position, since, failures] = [after, performance.now(), 0]
    for (;;) {
      const { events, isLast } = await readPage(pool, position)
      try {
        await sendAll(runsOf(events))
      } catch (error) {
        failures += 1
        if (!(error instanceof StoreUnavailable) || performance.now() - since > patience.append) throw error
        await pause.wait(pause.ticket(), backOff(failures), new AbortController().signal)
        // What was under way may be there or not: the log in EventStoreDB says where to go on.
        position = await copied().catch((failure: unknown) => {
          if (failure instanceof StoreUnavailable) return position
          throw failure
        })
        continue
      }
      told(events.length)
      ;[position, since, failures] = [events.at(-1)?.position ?? position, performance.now(), 0]
      if (isLast) return position
    }
  }

  const note = async (placed: readonly Placed[], first: number): Promise<void> => {
    const noted = placed.filter((_, at) => (first + at) % placesApart === 0)
    if (noted.length === 0) return
    await pool.query(notes, [noted.map(({ event }) => event.position), noted.map(({ place }) => place)])
  }

  const leavesOf = async (after: bigint, placed: readonly Placed[]): Promise<Digest[]> => {
    const rows = await readRows(pool, after, placed.length, checkedRow)
    return rows.map(({ leaf, position, isAsAppended: isWhole }, at) => {
      if (!isWhole) throw new MoveRefused(`Position ${position}: the event is not what was appended. Run verify.`)
      const event = placed[at]?.event
      if (event?.position !== position || leafDigestOf(event) !== leaf || !isAsAppended(event))
        throw new MoveRefused(`Position ${position}: EventStoreDB holds another event than the log.`)
      return leaf
    })
  }

  /** Compares both stores event by event from where `before` ended up to the end of EventStoreDB, and notes places. */
  const compare = async (before: Compared, told: (events: number) => void): Promise<Compared> => {
    let { events, position, place, tree } = before
    let from: ReadPosition | null = place === 0n ? 'start' : { commit: place, prepare: place }
    while (from) {
      const page: Awaited<ReturnType<typeof reader.page>> = await reader.page(from, 1_001)
      const placed: Placed[] = page.placed.filter((one) => one.place > place)
      const leaves = await leavesOf(position, placed)
      if (leaves.length < placed.length) throw new MoveRefused(otherEvents)
      await note(placed, events)
      tree = grown(tree, leaves)
      events += placed.length
      const last = placed.at(-1)
      if (last) [position, place] = [last.event.position, last.place]
      told(placed.length)
      from = page.next
    }
    return { events, position, place, tree }
  }

  /**
   * Ends it: notes that the log is in EventStoreDB, from when on PostgreSQL takes no event. False when processes run, or the log has grown since.
   */
  const finish = async ({ events, position, place, tree }: Compared): Promise<boolean> => {
    if (place < position)
      throw new MoveRefused(
        `The positions of this log are beyond what EventStoreDB will give to new events (${position} after ${place}): it cannot be moved.`,
      )
    if ((await reader.head()) !== position) return false
    return inTransaction(pool, async (client) => {
      await client.query('set local synchronous_commit = on')
      await client.query('select log.lock()')
      if ((await isAtriumRunning(client)) || (await readHead(pool)) !== position) return false
      const values = [events, position, place, rootOf(tree)]
      await client.query('insert into log.moved (events, position, place, root) values ($1, $2, $3, $4)', values)
      await client.query(
        'create trigger moved before insert on log.event for each statement execute function log.refuse_moved()',
      )
      return true
    })
  }

  /** Takes the log back to PostgreSQL, while EventStoreDB holds nothing new. */
  const undo = async (): Promise<void> => {
    const end = await endOfMoved(pool)
    if (!end) throw new MoveRefused('The log is in PostgreSQL: there is nothing to take back.')
    if ((await reader.head()) !== end.position)
      throw new MoveRefused('EventStoreDB holds events that PostgreSQL has not: there is no way back.')
    await inTransaction(pool, async (client) => {
      if (await isAtriumRunning(client)) throw new MoveRefused(stopFirst)
      await client.query('drop trigger if exists moved on log.event')
      await client.query('delete from log.moved')
    })
  }

  return { copied, copy, compare, finish, undo, close: () => connection.close() }
}

export const nothingCompared: Compared = { events: 0, position: 0n, place: 0n, tree: emptyTree }
