import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { resources } from '../../domain/catalog.ts'
import { eventTypesOf } from '../../domain/event-types.ts'
import { formerHash } from '../../event-store/chain.ts'
import { type Log, openLog } from '../../event-store/log.ts'
import type { EventStore, NewEvent } from '../../event-store/port.ts'
import type { PersonalKeys } from '../../platform/personal-keys.ts'
import { loadPosts } from '../load.ts'

type Parts = { pool: Pool; log: Log; keys: PersonalKeys }

const insert = `insert into log.event (stream, revision, id, type, data, personal, meta)
  select stream, revision, id, type, data, personal, meta from jsonb_to_recordset($1)
  as given (stream text, revision int, id uuid, type text, data jsonb, personal jsonb, meta jsonb)`

const former = ({ stream, revision, ...event }: Collected): Collected => {
  const { chain, ...meta } = event.meta
  const hash = formerHash(stream, revision, { ...event, meta }, chain.prev)
  return { ...event, stream, revision, meta: { ...meta, chain: { hash, prev: chain.prev } } }
}

type Collected = NewEvent & { stream: string; revision: number }

/** A log whose appends are collected and written a thousand at once, as the log would hold them, and the last link of each stream. */
const collecting = ({ pool, log, keys }: Parts, isFormer: boolean) => {
  let collected: Collected[] = []
  const heads = new Map<string, string>()
  let writing: Promise<unknown> = Promise.resolve()
  const flush = async () => {
    const rows = JSON.stringify(collected)
    collected = []
    writing = writing.then(() => pool.query(insert, [rows]))
    await writing
  }
  const append: EventStore['append'] = async (stream, expected, events) => {
    const first = expected === 'none' ? 0 : expected + 1
    for (const [place, event] of events.entries()) {
      const one = { ...event, stream, revision: first + place }
      const kept = isFormer ? former(one) : one
      collected.push(kept)
      heads.set(stream, kept.meta.chain.hash)
    }
    if (collected.length >= 1_000) await flush()
    return { position: 0n, revision: first + events.length - 1 }
  }
  return { log: openLog({ store: { ...log.store, append }, keys, types: eventTypesOf(resources) }), heads, flush }
}

/**
 * Fills a log that holds nothing, some 6,000 events a second: half of them are new posts with a page of text, half are edits of a name. `isFormer`: with
 * links of before there were forms.
 */
export const fillLog = async (parts: Parts, count: number, isFormer = false): Promise<void> => {
  const posts = Math.floor(count / 2)
  const { log: collected, heads, flush } = collecting(parts, isFormer)
  await loadPosts(collected, { first: 1, count: posts, categories: [1] })
  for (let id = 1; id <= posts; id += 1) {
    const stream = `post-${id}`
    const commandId = randomUUID()
    const now = new Date().toISOString()
    const head = { stream, expected: 0, lastHash: heads.get(stream) ?? '' }
    await collected.append(head, [{ type: 'PostEdited', data: { name: `Post ${id}` } }], {
      commandId,
      now,
      actor: { type: 'user', id: 1 },
      correlationId: commandId,
    })
  }
  await flush()
}
