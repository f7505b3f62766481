import { post } from '../../domain/resources/post.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { alone, tryLock, withReader } from '../../platform/database/connection.ts'
import { projectorLoop } from '../../projections/running/projector-loop.ts'
import { replayDeadLetters } from '../../projections/running/replay-dead-letters.ts'
import { createSchema, readSchema } from '../../projections/schema.ts'
import {
  openWriter,
  prepare,
  project,
  readCheckpoint,
  SteppedDown,
  write,
} from '../../projections/running/read-model-writer.ts'
import { edited, append, createCategory, createPost, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources)

describe('the fence', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  beforeEach(async () => {
    atrium = await openAtrium()
  })
  afterEach(() => atrium.close())

  const everything = async () => ({
    post: await rowsOf(atrium.admin, schema.name, 'post'),
    activity: await rowsOf(atrium.admin, schema.name, 'activity', 'position'),
    totals: await rowsOf(atrium.admin, schema.name, 'list_total', 'resource'),
  })

  it('of two who project the same batch one wins, and nothing is doubled', async () => {
    for (let id = 1; id <= 20; id += 1) await createPost(atrium.log, id)
    const events = await atrium.log.store.readAll(0n, 100)
    await alone(atrium.pool, (client) => createSchema(client, schema))
    const settled = await Promise.allSettled(
      [1, 2, 3].map(() =>
        alone(atrium.pool, async (client) => {
          const loop = projectorLoop(atrium.log, await openWriter(client, schema), 'dead-letter')
          await loop.take(events)
          await loop.settle()
        }),
      ),
    )
    const lost = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost.every((reason) => reason instanceof SteppedDown)).toBe(true)
    const { post, activity, totals } = await everything()
    expect([post.length, activity.length]).toEqual([20, 20])
    expect(totals).toContainEqual({ resource: 'post', active: 20, inactive: 0, deleted: 0 })
  })

  it('whoever opened before another wrote is refused, although it stands at the same fence', async () => {
    await createPost(atrium.log, 1)
    const events = await atrium.log.open(await atrium.log.store.readAll(0n, 100))
    const position = events[0]?.position ?? 0n
    await withReader(atrium.pool, async (one, other) => {
      await createSchema(one, schema)
      const [first, second] = [await openWriter(one, schema), await openWriter(other, schema)]
      await project(first, events, position)
      await expect(project(second, events, position)).rejects.toBeInstanceOf(SteppedDown)
    })
    expect((await everything()).totals).toContainEqual({ resource: 'post', active: 1, inactive: 0, deleted: 0 })
  })

  it('whoever opened before the fence was changed is refused, although nothing was projected meanwhile', async () => {
    await createPost(atrium.log, 1)
    const events = await atrium.log.open(await atrium.log.store.readAll(0n, 100))
    await withReader(atrium.pool, async (one, other) => {
      await createSchema(one, schema)
      const writer = await openWriter(one, schema)
      await replayDeadLetters(other, atrium.log, schema)
      await expect(project(writer, events, events[0]?.position ?? 0n)).rejects.toBeInstanceOf(SteppedDown)
    })
    expect((await everything()).post).toEqual([])
  })

  it('a row never goes back to what an earlier event made of it', async () => {
    await createPost(atrium.log, 1)
    const [created] = await atrium.log.open(await atrium.log.store.readAll(0n, 1))
    const position = await append(atrium.log, 'post-1', [edited(post, { name: 'Newer' })])
    const [wasEdited] = await atrium.log.open(await atrium.log.store.readAll(position - 1n, 1))
    if (!created || !wasEdited) throw new Error('both were written')
    await alone(atrium.pool, async (client) => {
      await createSchema(client, schema)
      const writer = await openWriter(client, schema)
      const stale = await prepare(writer, [created], created.position)
      await write(writer, stale)
      await project(writer, [wasEdited], position)
      await write(writer, { ...stale, position: position + 1n })
    })
    expect((await everything()).post).toMatchObject([{ name: 'Newer', version: 2 }])
  })

  it('a batch that does not reach its commit leaves nothing, and projecting goes on from the checkpoint', async () => {
    for (let id = 1; id <= 10; id += 1) await createPost(atrium.log, id)
    const events = await atrium.log.store.readAll(0n, 100)
    await alone(atrium.pool, (client) => createSchema(client, schema))
    await alone(atrium.pool, async (client) => {
      const loop = projectorLoop(atrium.log, await openWriter(client, schema), 'dead-letter')
      await loop.take(events.slice(0, 4))
      await loop.settle()
      await client.query('begin')
      await loop.take(events.slice(4, 8))
      await loop.settle()
      // The connection ends inside the transaction, as in a crash.
    })
    expect((await readCheckpoint(atrium.admin, schema.name)).position).toBe(events[3]?.position)
    const projector = await atrium.project()
    await projector.ready
    expect((await everything()).post).toHaveLength(10)
    expect((await everything()).totals).toContainEqual({ resource: 'post', active: 10, inactive: 0, deleted: 0 })
  })

  it('replayed from the beginning, the same events give the same rows', async () => {
    const projector = await atrium.project()
    await createCategory(atrium.log, 1, 'News')
    await createPost(atrium.log, 1)
    await append(atrium.log, 'post-1', [{ type: 'PostFeatured', data: {} }])
    const last = await append(atrium.log, 'post-1', [
      edited(post, { slug: 'moved', name: 'Moved' }),
      { type: 'PostDeactivated', data: {} },
    ])
    await projector.waitFor(last, 15_000)
    await projector.stop()
    const first = await everything()
    await atrium.admin.query(`drop schema ${schema.name} cascade`)
    await (await atrium.project()).ready
    expect(await everything()).toEqual(first)
  })

  it('when the one that leads is gone another takes over', async () => {
    const other = await atrium.another()
    const [leading, following] = [await atrium.project(), await other.project()]
    await leading.ready
    await expect.poll(async () => (await leading.status()).isLeading).toBe(true)
    expect((await following.status()).isLeading).toBe(false)
    await leading.stop()
    const position = await createPost(other.log, 1)
    expect(await following.waitFor(position, 15_000)).toBe(true)
    expect((await following.status()).isLeading).toBe(true)
  })

  it('a leader whose connection is cut leads again, and nothing is lost or doubled', async () => {
    const projector = await atrium.project()
    await projector.ready
    for (let id = 1; id <= 60; id += 1) {
      const position = await createPost(atrium.log, id)
      if (id % 20 === 0) {
        await atrium.admin.query(
          "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())",
        )
      }
      if (id === 60) expect(await projector.waitFor(position, 15_000)).toBe(true)
    }
    expect((await everything()).totals).toContainEqual({ resource: 'post', active: 60, inactive: 0, deleted: 0 })
  })

  it('of two locks of one name one is granted', async () => {
    await alone(atrium.pool, (one) =>
      alone(atrium.pool, async (other) => {
        expect([await tryLock(one, 'name'), await tryLock(other, 'name')]).toEqual([true, false])
      }),
    )
  })

  it('a process that does not lead waits for one that does', async () => {
    const other = await atrium.another()
    const leading = await atrium.project()
    const following = await other.project({ lead: false })
    await leading.ready
    await following.ready
    for (let id = 1; id <= 5; id += 1) {
      const position = await createPost(atrium.log, id)
      expect(await following.waitFor(position, 15_000)).toBe(true)
      expect(await rowsOf(other.pool, schema.name, 'post')).toHaveLength(id)
    }
    const head = await atrium.log.store.head()
    expect(await following.waitFor(head + 1n, 50)).toBe(false)
  })
})
