import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catalog, resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { user } from '../../domain/resources/user.ts'
import { silentLog } from '../../platform/logger.ts'
import { alone, tryLock } from '../../platform/database/connection.ts'
import { findRecord } from '../../projections/find.ts'
import { peopleIn } from '../../projections/people.ts'
import { Halted } from '../../projections/running/poison.ts'
import { rebuild, RebuildRunning } from '../../projections/running/rebuild.ts'
import { createSchema, besides, readSchema } from '../../projections/schema.ts'
import { readCheckpoint } from '../../projections/running/read-model-writer.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import { proofOf } from '../support/proof.ts'
import { verify } from '../../projections/running/verify.ts'
import { edited, append, createCategory, createPost, created, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources)

describe('rebuild', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  let proof: Proof
  const parts = () => ({ pool: atrium.pool, log: atrium.log, resources, logger: silentLog, proof })
  const waitingForLocks = async () => {
    const { rows } = await atrium.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'",
    )
    return rows.length
  }
  beforeEach(async () => {
    atrium = await openAtrium()
    proof = await proofOf(atrium.pool, atrium.log.store)
  })
  afterEach(() => atrium.close())

  it('builds from the log alone, and what served wrong is right afterwards', async () => {
    await (await atrium.project()).ready
    await createPost(atrium.log, 1)
    const position = await createPost(atrium.log, 2)
    const projector = await atrium.project()
    await projector.waitFor(position, 15_000)
    await atrium.pool.query("update post set name = 'Tampered' where id = 1")
    expect(await rebuild(parts())).toMatchObject({ events: 2 })
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toMatchObject([{ name: 'Post 1' }, { name: 'Post 2' }])
    expect(await verify(parts())).toMatchObject({ ok: true, problems: [], events: 2 })
  })

  it('goes on while writes go on, and the read models are right at the end', { timeout: 60_000 }, async () => {
    const projector = await atrium.project()
    await projector.ready
    await createCategory(atrium.log, 1, 'News')
    for (let id = 1; id <= 100; id += 1) await createPost(atrium.log, id)
    let [isOver, id, waits] = [false, 100, 0]
    const write = async () => {
      while (!isOver) {
        id += 1
        await createPost(atrium.log, id)
        const position = await append(atrium.log, `post-${id}`, [{ type: 'PostDeactivated', data: {} }])
        expect(await projector.waitFor(position, 15_000)).toBe(true)
        expect(await findRecord(atrium.pool, post, String(id), 'staff', catalog)).toMatchObject({ status: 'inactive' })
        waits += 1
      }
    }
    const writing = write()
    await rebuild(parts())
    await rebuild(parts())
    const seen = waits
    await expect.poll(() => waits, { timeout: 10_000 }).toBeGreaterThan(seen + 3)
    isOver = true
    await writing
    expect(await verify(parts())).toMatchObject({ ok: true, problems: [] })
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toHaveLength(id)
  })

  it('takes in what was projected after its last look at the log', async () => {
    const projector = await atrium.project()
    await createPost(atrium.log, 1)
    const looked = await atrium.log.store.head()
    const served = await createPost(atrium.log, 2)
    await projector.waitFor(served, 15_000)
    // Nobody else projects: what is not there after the switch was lost.
    await projector.stop()
    const log = { ...atrium.log, store: { ...atrium.log.store, head: async () => looked } }
    await rebuild({ ...parts(), log })
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toMatchObject([{ name: 'Post 1' }, { name: 'Post 2' }])
    expect((await readCheckpoint(atrium.pool, schema.name)).position).toBe(served)
  })

  it('what a killed rebuild left behind is in nobody’s way', async () => {
    await (await atrium.project()).ready
    await createPost(atrium.log, 1)
    await alone(atrium.pool, (client) => createSchema(client, besides(schema, 'next')))
    await atrium.pool.query(`create schema ${schema.name}_old`)
    await rebuild(parts())
    const { rows } = await atrium.pool.query(
      "select nspname from pg_namespace where nspname like 'read\\_%' order by 1",
    )
    expect(rows).toEqual([{ nspname: schema.name }, { nspname: `${schema.name}_at` }])
  })

  it('works where there are none yet', async () => {
    const fresh = await openAtrium({ hasReadModels: false })
    await createPost(fresh.log, 1)
    await rebuild({ ...parts(), pool: fresh.pool, log: fresh.log })
    expect(await rowsOf(fresh.pool, schema.name, 'post')).toHaveLength(1)
    await fresh.close()
  })

  it('a second rebuild at the same time is refused', async () => {
    await alone(atrium.pool, async (client) => {
      await tryLock(client, besides(schema, 'next').name)
      await expect(rebuild(parts())).rejects.toBeInstanceOf(RebuildRunning)
    })
  })

  it('whoever clears leftovers away for a moment does not make it fail', async () => {
    await createPost(atrium.log, 1)
    const building = await alone(atrium.pool, async (client) => {
      await tryLock(client, besides(schema, 'next').name)
      const running = rebuild(parts())
      await expect.poll(waitingForLocks).toBe(1)
      return { running }
    })
    await building.running
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toHaveLength(1)
  })

  it('an event that cannot be projected stops it, and what serves stays', async () => {
    const projector = await atrium.project()
    const position = await createPost(atrium.log, 1)
    await projector.waitFor(position, 15_000)
    await createPost(atrium.log, 2)
    // No integer in PostgreSQL: nothing refuses such an id at the door of the log.
    await createPost(atrium.log, 3_000_000_000)
    await expect(rebuild(parts())).rejects.toBeInstanceOf(Halted)
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toHaveLength(2)
  })

  it('a person whose key is destroyed reads as erased', async () => {
    const projector = await atrium.project()
    await append(atrium.log, 'user-3', [
      created(user, { userName: 'ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '1' }),
    ])
    await append(atrium.log, 'user-4', [
      created(user, { userName: 'bob', firstName: 'Bob', lastName: 'Stone', email: 'bob@example.org', phone: '2' }),
    ])
    await projector.waitFor(await append(atrium.log, 'user-3', [edited(user, { bio: 'About me' })]), 5_000)
    await atrium.pool.query("update keys.subject set wrapped = null, destroyed_at = now() where subject = 'user-3'")
    const other = await atrium.another()
    await rebuild({ ...parts(), pool: other.pool, log: other.log })
    expect(await findRecord(atrium.pool, user, '3', 'staff', catalog)).toMatchObject({
      userName: '[erased]',
      firstName: '[erased]',
      email: '[erased]',
      bio: '[erased]',
      pic: null,
      status: 'active',
      version: 2,
    })
    expect(await peopleIn(atrium.pool, resources).byId('user', 4)).toMatchObject({ name: 'bob' })
    const { rows } = await atrium.pool.query<{ text: string }>(`select string_agg(u::text, '') as text from "user" u`)
    expect(rows[0]?.text).not.toMatch(/ada|Byron|About me/i)
  })
})
