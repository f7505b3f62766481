import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { post } from '../../domain/post.ts'
import { user } from '../../domain/user.ts'
import { silentLog } from '../../platform/log.ts'
import { alone, tryLock } from '../../projections/connection.ts'
import { findRecord } from '../../projections/find.ts'
import { personById } from '../../projections/people.ts'
import { Halted } from '../../projections/poison.ts'
import { rebuild, RebuildRunning } from '../../projections/rebuild.ts'
import { createSchema, besides, readSchema } from '../../projections/schema.ts'
import { verify } from '../../projections/verify.ts'
import { append, createCategory, createPost, created, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources)

describe('rebuild', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  const parts = () => ({ pool: atrium.pool, log: atrium.log, resources, logger: silentLog })
  const waitingForLocks = async () => {
    const { rows } = await atrium.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'",
    )
    return rows.length
  }
  beforeEach(async () => {
    atrium = await openAtrium()
  })
  afterEach(() => atrium.close())

  it('builds from the log alone, and what served wrong is right afterwards', async () => {
    await (await atrium.project()).ready
    await createPost(atrium.log, 1)
    const position = await createPost(atrium.log, 2)
    const projector = await atrium.project()
    await projector.waitFor(position, 5_000)
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
        expect(await projector.waitFor(position, 10_000)).toBe(true)
        expect(await findRecord(atrium.pool, post, String(id), 'staff')).toMatchObject({ row: { status: 'inactive' } })
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

  it('what a killed rebuild left behind is in nobody’s way', async () => {
    await (await atrium.project()).ready
    await createPost(atrium.log, 1)
    await alone(atrium.pool, (client) => createSchema(client, besides(schema, 'next')))
    await atrium.pool.query(`create schema ${schema.name}_old`)
    await rebuild(parts())
    const { rows } = await atrium.pool.query("select nspname from pg_namespace where nspname like 'read\\_%'")
    expect(rows).toEqual([{ nspname: schema.name }])
  })

  it('works without anything that serves', async () => {
    await createPost(atrium.log, 1)
    await rebuild(parts())
    expect(await rowsOf(atrium.pool, schema.name, 'post')).toHaveLength(1)
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
    await projector.waitFor(position, 5_000)
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
    await projector.waitFor(
      await append(atrium.log, 'user-3', [{ type: 'UserEdited', data: { bio: 'About me' } }]),
      5_000,
    )
    await atrium.pool.query("update keys.subject set wrapped = null, destroyed_at = now() where subject = 'user-3'")
    const other = await atrium.another()
    await rebuild({ ...parts(), pool: other.pool, log: other.log })
    expect(await findRecord(atrium.pool, user, '3', 'staff')).toMatchObject({
      row: {
        userName: '[erased]',
        firstName: '[erased]',
        email: '[erased]',
        bio: '[erased]',
        pic: null,
        status: 'active',
        version: 2,
      },
    })
    expect(await personById(atrium.pool, 'user', 4)).toMatchObject({ name: 'bob' })
    const { rows } = await atrium.pool.query<{ text: string }>(`select string_agg(u::text, '') as text from "user" u`)
    expect(rows[0]?.text).not.toMatch(/ada|Byron|About me/i)
  })
})

describe('verify', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  const parts = () => ({ pool: atrium.pool, log: atrium.log, resources })
  beforeEach(async () => {
    atrium = await openAtrium()
    const projector = await atrium.project()
    await createCategory(atrium.log, 1, 'News')
    for (let id = 1; id <= 5; id += 1) await createPost(atrium.log, id)
    await append(atrium.log, 'post-2', [
      { type: 'PostFeatured', data: {} },
      { type: 'PostDeactivated', data: {} },
    ])
    await append(atrium.log, 'user-3', [
      created(user, { userName: 'ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '1' }),
    ])
    await projector.waitFor(await atrium.log.store.head(), 5_000)
  })
  afterEach(() => atrium.close())

  const tamper = async (statement: string) => {
    await atrium.admin.query(
      `alter table log.event disable trigger all; ${statement}; alter table log.event enable trigger all`,
    )
  }

  it('finds nothing where nothing is wrong', async () => {
    const { ok, problems, events } = await verify(parts())
    expect({ ok, problems, events }).toEqual({ ok: true, problems: [], events: 9 })
  })

  it.each([
    ["update post set name = 'x', slug = 'y' where id = 3", 'Read models: post 3 differs from the log in name, slug.'],
    ['delete from post where id = 4', 'Read models: post 4 is missing.'],
    [
      "insert into category (id, status) values (9, 'active')",
      'Read models: category 9 is there, and the log knows nothing of it.',
    ],
    [
      "update list_total set active = 7 where resource = 'post'",
      'Read models: list_total post differs from the log in active.',
    ],
    [
      "update activity set action_type = 'Delete' where position = (select min(position) from activity)",
      'differs from the log in action_type.',
    ],
  ])('names a row that was changed: %s', async (statement, sentence) => {
    await atrium.pool.query(statement)
    const { ok, problems } = await verify(parts())
    expect(ok).toBe(false)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(sentence)
  })

  it.each([
    ['its data', `update log.event set data = data || '{"name":"Forged"}' where stream = 'post-3'`],
    ['its actor', `update log.event set meta = jsonb_set(meta, '{actor,id}', '8') where stream = 'post-3'`],
    [
      'its sealed part',
      `update log.event set personal = jsonb_set(personal, '{ciphertext}', '"AAAA"') where stream = 'user-3'`,
    ],
  ])('names the position of an event when %s was changed', async (_what, statement) => {
    const { rows } = await atrium.admin.query<{ position: string }>(
      `select position from log.event where stream = '${statement.includes('user-3') ? 'user-3' : 'post-3'}'`,
    )
    await tamper(statement)
    const { ok, problems } = await verify(parts())
    expect(ok).toBe(false)
    expect(problems[0]).toContain(`Position ${rows[0]?.position}: the hash chain`)
  })

  it('names an event that was taken out of the middle', async () => {
    await tamper("delete from log.event where stream = 'post-2' and revision = 1")
    expect((await verify(parts())).problems[0]).toMatch(/post-2 has revision 2 where 1 is due/)
  })

  it('notes clocks that disagree, without calling it a problem', async () => {
    const { ok, notes } = await verify(parts())
    expect(ok).toBe(true)
    expect(notes[0]).toContain('9 events were recorded more than 5 minutes from the moment they name')
  })

  it('says that there are no read models, and follows the chain all the same', async () => {
    const fresh = await openAtrium()
    await createPost(fresh.log, 1)
    expect(await verify({ pool: fresh.pool, log: fresh.log, resources })).toMatchObject({ ok: false, events: 1 })
    await fresh.close()
  })

  it('leaves nothing behind', async () => {
    await verify(parts())
    const { rows } = await atrium.pool.query("select nspname from pg_namespace where nspname like 'read\\_%'")
    expect(rows).toEqual([{ nspname: schema.name }])
  })

  it('is right while writes go on', async () => {
    const key = randomBytes(4).toString('hex')
    let isOver = false
    const write = async () => {
      for (let id = 100; !isOver; id += 1) await createPost(atrium.log, id, { slug: `${key}-${id}` })
    }
    const writing = write()
    for (let round = 0; round < 3; round += 1) expect((await verify(parts())).problems).toEqual([])
    isOver = true
    await writing
  })
})
