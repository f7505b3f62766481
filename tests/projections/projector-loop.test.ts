import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadNewsroom } from '../../bench/load.ts'
import { resources } from '../../domain/catalog.ts'
import { streamOf } from '../../domain/event.ts'
import { post } from '../../domain/resources/post.ts'
import { fold } from '../../domain/evolve.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { alone, withReader } from '../../platform/database/connection.ts'
import { batchLimits } from '../../projections/running/event-buffer.ts'
import { projectorLoop } from '../../projections/running/projector-loop.ts'
import type { Row } from '../../projections/projection.ts'
import { listDeadLetters } from '../../projections/running/replay-dead-letters.ts'
import { createSchema, readSchema } from '../../projections/schema.ts'
import { openWriter, readCheckpoint } from '../../projections/running/read-model-writer.ts'
import { edited, append, createPost, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources)
const total = Math.ceil(batchLimits.events * 1.5)

describe('a long history', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  let events: RecordedEvent[]
  beforeEach(async () => {
    atrium = await openAtrium()
    await loadNewsroom(atrium.log, total, [1])
    events = await atrium.log.store.readAll(0n, total + 1)
    await alone(atrium.pool, (client) => createSchema(client, schema))
  })
  afterEach(() => atrium.close())

  /** Hands all in, in pieces of these sizes in turn, and answers the streams that were set aside. */
  const takeAll = (sizes: readonly number[], change = async () => {}) =>
    withReader(atrium.pool, async (client, reader) => {
      const loop = projectorLoop(atrium.log, await openWriter(client, schema, reader), 'dead-letter')
      for (let [at, turn] = [0, 0]; at < events.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        await loop.take(events.slice(at, at + size))
        at += size
        if (turn === 3) await change()
      }
      await loop.settle()
      return loop.deadLetteredStreams
    })

  const rowsAndStreams = async () => {
    const streams = new Map<string, RecordedEvent[]>()
    for (const event of events) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
    return { rows: await rowsOf<Row>(atrium.admin, schema.name, 'post'), streams }
  }

  const expectRight = async (skipped: ReadonlySet<string> = new Set()) => {
    const { rows, streams } = await rowsAndStreams()
    expect(rows).toHaveLength(streams.size)
    for (const row of rows) {
      const stream = streamOf('post', Number(row.id))
      if (skipped.has(stream)) continue
      const state = fold(post, Number(row.id), await atrium.log.open(streams.get(stream) ?? []))
      expect(row).toMatchObject({ status: state.status, version: state.version, slugs: state.slugs })
      for (const name of ['name', 'excerpt', 'content', 'featured'] as const) expect(row[name]).toBe(state.values[name])
    }
    expect((await readCheckpoint(atrium.admin, schema.name)).position).toBe(events.at(-1)?.position)
  }

  it('leads to the rows that each stream tells, however it is cut', { timeout: 60_000 }, async () => {
    await takeAll([1, 400, 7, 900, 250])
    await expectRight()
    const totals = await rowsOf(atrium.admin, schema.name, 'list_total', 'resource')
    const rows = await rowsOf<Row>(atrium.admin, schema.name, 'post')
    const count = (status: string) => rows.filter((row) => row.status === status).length
    expect(totals).toContainEqual({
      resource: 'post',
      active: count('active'),
      inactive: count('inactive'),
      deleted: 0,
    })
    expect(totals).toContainEqual({ resource: 'activity', active: total, inactive: 0, deleted: 0 })
  })

  it('goes on around a row that the database refuses, and loses nothing else', { timeout: 60_000 }, async () => {
    const deadLetters = await takeAll([300], async () => {
      await atrium.admin.query(`alter table "${schema.name}".post add constraint no_20 check (id <> 20 or version < 4)`)
    })
    await expectRight(deadLetters)
    const waiting = await listDeadLetters(atrium.admin, schema.name)
    expect([...new Set(waiting.map((one) => one.stream))]).toEqual([...deadLetters])
    expect([...deadLetters]).toEqual(['post-20'])
  })
})

describe('rows that are not yet written', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  beforeEach(async () => {
    atrium = await openAtrium()
    await alone(atrium.pool, (client) => createSchema(client, schema))
  })
  afterEach(() => atrium.close())

  it('the newest of them is gone on from, while an older one is being written', async () => {
    const long = 'x'.repeat(700_000)
    for (let id = 1; id * long.length < batchLimits.bytes + long.length; id += 1)
      await createPost(atrium.log, id, { content: long })
    const many = await atrium.log.store.readAll(0n, 100)
    await append(atrium.log, 'post-1', [edited(post, { name: 'Newer' })])
    await append(atrium.log, 'post-1', [edited(post, { excerpt: 'Newest' })])
    const [first, second] = await atrium.log.store.readAll(many.at(-1)?.position ?? 0n, 100)
    if (!first || !second) throw new Error('both were written')
    const holder = await atrium.admin.connect()
    await holder.query(`begin; select 1 from "${schema.name}".checkpoint for update`)
    await withReader(atrium.pool, async (client, reader) => {
      const loop = projectorLoop(atrium.log, await openWriter(client, schema, reader), 'dead-letter')
      await loop.take(many)
      await loop.take([first])
      await loop.take([second])
      expect(await rowsOf(atrium.admin, schema.name, 'post')).toEqual([])
      await holder.query('commit')
      await loop.settle()
    })
    holder.release()
    const [row] = await rowsOf<Row>(atrium.admin, schema.name, 'post')
    expect(row).toMatchObject({ name: 'Newer', excerpt: 'Newest', version: 3 })
  })
})
