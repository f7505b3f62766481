import { inEnglish } from '../../domain/message.ts'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { user } from '../../domain/resources/user.ts'
import { readSchema } from '../../projections/schema.ts'
import { verify } from '../../projections/running/verify.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import { proofOf } from '../support/proof.ts'
import { append, createCategory, createPost, created, openAtrium } from './support.ts'

const schema = readSchema(resources)

// One log for all: what is tampered with comes last, and each time so much at once as a run of verify tells apart.
describe('verify', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  let untouched: Awaited<ReturnType<typeof verify>>
  let proof: Proof
  const parts = () => ({ pool: atrium.pool, log: atrium.log, resources, proof })
  beforeAll(async () => {
    atrium = await openAtrium()
    proof = await proofOf(atrium.pool, atrium.log.store)
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
    await projector.waitFor(await atrium.log.store.head(), 15_000)
    untouched = await verify(parts())
  })
  afterAll(() => atrium.close())

  const tamper = async (statement: string) => {
    await atrium.admin.query(
      `alter table log.event disable trigger all; ${statement}; alter table log.event enable trigger all`,
    )
  }

  it('finds nothing where nothing is wrong', () => {
    const { ok, problems, events } = untouched
    expect({ ok, problems, events }).toEqual({ ok: true, problems: [], events: 9 })
  })

  it('notes clocks that disagree, without calling it a problem', () => {
    expect(untouched.ok).toBe(true)
    expect(untouched.notes.map(inEnglish)[0]).toContain(
      '9 events were recorded more than 5 minutes from the moment they name',
    )
  })

  it('leaves nothing behind', async () => {
    const { rows } = await atrium.pool.query(
      "select nspname from pg_namespace where nspname like 'read\\_%' order by 1",
    )
    expect(rows).toEqual([{ nspname: schema.name }, { nspname: `${schema.name}_at` }])
  })

  it('says that there are no read models, and follows the chain all the same', async () => {
    const fresh = await openAtrium({ hasReadModels: false })
    await createPost(fresh.log, 1)
    expect(
      await verify({ pool: fresh.pool, log: fresh.log, resources, proof: await proofOf(fresh.pool, fresh.log.store) }),
    ).toMatchObject({ ok: false, events: 1 })
    await fresh.close()
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

  it('names each row that was changed, and nothing else', async () => {
    const changed = [
      [
        "update post set name = 'x', slug = 'y' where id = 3",
        'Read models: post 3 differs from the log in name, slug.',
      ],
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
    ] as const
    for (const [statement] of changed) await atrium.pool.query(statement)
    const { ok, problems } = await verify(parts())
    expect(ok).toBe(false)
    for (const [, sentence] of changed)
      expect(
        problems.filter((one) => inEnglish(one).includes(sentence)),
        sentence,
      ).toHaveLength(1)
    expect(problems).toHaveLength(changed.length)
    const { rows } = await atrium.admin.query<{ position: string }>(
      "select max(position) as position from log.event where stream = 'post-4'",
    )
    expect(problems.find((one) => inEnglish(one).includes('post 4'))?.position).toBe(BigInt(rows[0]?.position ?? 0))
  })

  it('names the position of each event whose data, actor or sealed part was changed, and of one that was taken out of the middle', async () => {
    const { rows } = await atrium.admin.query<{ stream: string; position: string }>(
      "select stream, position from log.event where stream in ('post-3', 'post-5', 'user-3')",
    )
    expect(rows).toHaveLength(3)
    for (const statement of [
      `update log.event set data = data || '{"name":"Forged"}' where stream = 'post-3'`,
      `update log.event set meta = jsonb_set(meta, '{actor,id}', '8') where stream = 'post-5'`,
      `update log.event set personal = jsonb_set(personal, '{ciphertext}', '"AAAA"') where stream = 'user-3'`,
      "delete from log.event where stream = 'post-2' and revision = 1",
    ])
      await tamper(statement)
    const { ok, problems } = await verify(parts())
    expect(ok).toBe(false)
    for (const { stream, position } of rows)
      expect(
        problems.filter((one) => inEnglish(one).startsWith(`Position ${position}: the hash chain`)),
        stream,
      ).toHaveLength(1)
    expect(problems.filter((one) => /post-2 has revision 2 where 1 is due/.test(inEnglish(one)))).toHaveLength(1)
  })
})
