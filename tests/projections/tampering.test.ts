import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '../../domain/event.ts'
import { inEnglish } from '../../domain/message.ts'
import { linkHash } from '../../event-store/chain.ts'
import { hashOf } from '../../event-store/merkle/leaf.ts'
import { addLeaves } from '../../event-store/merkle/tiles.ts'
import { openCheckpoints } from '../../event-store/merkle/checkpoints.ts'
import type { Proof } from '../../event-store/merkle/proof.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { proofOf } from '../support/proof.ts'
import { append, createPost, openAtrium } from './support.ts'

// Whoever owns the database rewrites the log, computes its chains anew and, in the last tests, the tree as well. No key, and no way to the
// folder of the witness.
let atrium: Awaited<ReturnType<typeof openAtrium>>
let proof: Proof
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-tampering-'))
const posts = 120
const editsOf = 4

beforeAll(async () => {
  atrium = await openAtrium({ hasReadModels: false })
  proof = await proofOf(atrium.pool, atrium.log.store, dataDir)
  for (let id = 1; id <= posts; id += 1) {
    await createPost(atrium.log, id)
    for (let edit = 1; edit < editsOf; edit += 1)
      await append(atrium.log, `post-${id}`, [{ type: 'PostEdited', data: { name: `Post ${id}, ${edit}` } }])
    // A position that a broken append left free.
    if (id === 40) await atrium.admin.query("select nextval(pg_get_serial_sequence('log.event', 'position'))")
    if (id % 50 === 0) await proof.sign(true)
  }
  await proof.sign(true)
  await atrium.admin.query(`create schema kept; create table kept.event as table log.event; create table kept.tile as table log.tile;
    create table kept.checkpoint as table log.checkpoint`)
}, 60_000)
afterAll(async () => {
  await atrium.close()
  rmSync(dataDir, { recursive: true })
})

const verified = async () => {
  const { problems, ...found } = await verifyLog({ pool: atrium.pool, log: atrium.log, proof })
  return { ...found, problems: problems.map(inEnglish) }
}

const asOwner = (statement: string) =>
  atrium.admin.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)

const restore = () =>
  asOwner(`truncate log.event, log.tile, log.checkpoint; insert into log.event overriding system value select * from kept.event;
    insert into log.tile select * from kept.tile; insert into log.checkpoint select * from kept.checkpoint`)

/** Computes the chain of every stream anew, as the server would have. */
const rechain = async () => {
  const last = new Map<string, string>()
  for (const event of await atrium.log.store.readAll(0n, 10_000)) {
    const { chain: _, ...meta } = event.meta
    const prev = last.get(event.stream) ?? ''
    const hash = linkHash(event.stream, event.revision, { ...event, meta }, prev)
    last.set(event.stream, hash)
    const chained: Json = { ...meta, actor: { ...meta.actor }, chain: { prev, hash } }
    if (hash !== event.meta.chain.hash || prev !== event.meta.chain.prev)
      await asOwner(`update log.event set meta = '${JSON.stringify(chained)}' where position = ${event.position}`)
  }
}

/** The tree of the log as it is now. */
const retree = async () => {
  await asOwner('truncate log.tile')
  const events = await atrium.log.store.readAll(0n, 10_000)
  await addLeaves(
    atrium.admin,
    0,
    events.map((event) => ({ hash: hashOf(event), position: event.position })),
  )
}

const positionAt = async (stream: string, revision: number): Promise<bigint> => {
  const { rows } = await atrium.admin.query<{ position: string }>(
    'select position from kept.event where stream = $1 and revision = $2',
    [stream, revision],
  )
  return BigInt(rows[0]?.position ?? -1)
}

// Seeded, so that a run that fails can be repeated.
let seed = 20_261_124
const random = (until: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * until)
}
const anyPost = () => `post-${1 + random(posts)}`
const anyRevision = () => random(editsOf)

/** What was done, and the first position at which the log is no longer the one that was signed. */
type Tampering = () => Promise<bigint>

const oneEvent = (set: string, revision = anyRevision): Tampering => {
  return async () => {
    const [stream, at] = [anyPost(), revision()]
    await asOwner(`update log.event set ${set} where stream = '${stream}' and revision = ${at}`)
    return positionAt(stream, at)
  }
}

const tamperings: Readonly<Record<string, Tampering>> = {
  'data changed': oneEvent(`data = data || '{"name":"Forged"}'`),
  'data emptied': oneEvent(`data = '{}'`),
  'actor changed': oneEvent(`meta = jsonb_set(meta, '{actor,id}', '8')`),
  'moment changed': oneEvent(`meta = jsonb_set(meta, '{at}', '"2020-01-01T00:00:00.000Z"')`),
  'recorded time moved': oneEvent(`recorded_at = recorded_at - interval '1 day'`),
  'request changed': oneEvent(`meta = jsonb_set(meta, '{correlationId}', '"another"')`),
  'type changed': oneEvent(`type = 'PostDeactivated'`, () => 1 + random(editsOf - 1)),
  'id changed': oneEvent('id = gen_random_uuid()'),
  'sealed part added': oneEvent(`personal = '{"subject":"user-1","iv":"AA","tag":"AA","ciphertext":"AA"}'`),
  'stream renamed': async () => {
    const stream = anyPost()
    await asOwner(`update log.event set stream = 'post-9${random(1_000)}' where stream = '${stream}'`)
    return positionAt(stream, 0)
  },
  'whole stream deleted': async () => {
    const stream = anyPost()
    await asOwner(`delete from log.event where stream = '${stream}'`)
    return positionAt(stream, 0)
  },
  'newest events deleted': async () => {
    const count = 1 + random(20)
    await asOwner(`delete from log.event where position > (select max(position) - ${count} from log.event)`)
    const { rows } = await atrium.admin.query<{ position: string }>(
      'select min(position) as position from kept.event where position not in (select position from log.event)',
    )
    return BigInt(rows[0]?.position ?? -1)
  },
  'event taken out and the ones after it renumbered': async () => {
    const [stream, revision] = [anyPost(), random(editsOf - 1)]
    await asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
      update log.event set revision = revision - 1 where stream = '${stream}' and revision > ${revision}`)
    return positionAt(stream, revision)
  },
  'two events swapped': async () => {
    const [one, other] = [await positionAt('post-7', 2), await positionAt('post-90', 1)]
    await asOwner(`delete from log.event where position in (${one}, ${other}); insert into log.event overriding system value
      select case position when ${one} then ${other} else ${one} end, stream, revision, id, type, data, personal, meta, recorded_at
      from kept.event where position in (${one}, ${other})`)
    return one
  },
  'event invented in a free position': async () => {
    const free = (await positionAt('post-41', 0)) - 1n
    await asOwner(`insert into log.event overriding system value select ${free}, 'post-7', ${editsOf}, gen_random_uuid(), type, data, personal, meta,
      recorded_at from log.event where stream = 'post-7' and revision = 1`)
    return free
  },
  'event invented in the place of another': async () => {
    const [stream, revision] = ['post-33', editsOf - 1]
    await asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
      insert into log.event overriding system value select ${await positionAt(stream, revision)}, stream, ${revision}, gen_random_uuid(), type,
        '{"name":"Forged"}', personal, meta, recorded_at from log.event where stream = '${stream}' and revision = ${revision - 1}`)
    return positionAt(stream, revision)
  },
}
const everyTampering = [
  ...Object.entries(tamperings),
  ...Object.entries(tamperings).map(([name, act]) => [`${name}, again`, act] as const),
]

it('finds nothing where nothing is wrong, and says how much is signed', async () => {
  expect(await verified()).toMatchObject({ ok: true, problems: [], events: posts * editsOf, signed: posts * editsOf })
})

it.each(everyTampering)('names the first position after a rewriting with new chains: %s', async (_name, tamper) => {
  try {
    const position = await tamper()
    await rechain()
    const { ok, problems } = await verified()
    expect([ok, problems[0]?.split(':')[0]]).toEqual([false, `Position ${position}`])
  } finally {
    await restore()
  }
})

it.each(Object.entries(tamperings))(
  'names it where the tree was rewritten too, by what the witness remembers: %s',
  async (_name, tamper) => {
    try {
      const position = await tamper()
      await rechain()
      await retree()
      const { ok, problems } = await verified()
      expect(ok).toBe(false)
      const named = problems.find((one) => /^Position \d+:/.test(one))
      expect(named?.split(':')[0]).toBe(`Position ${position}`)
    } finally {
      await restore()
    }
  },
)

it('says when checkpoints were taken out, forged, or are fewer than a witness has', async () => {
  try {
    await asOwner('delete from log.checkpoint where size > 200')
    expect((await verified()).problems.join()).toMatch(
      /a witness has one of 480 events, the newest in the database is of 200/,
    )
    await restore()
    await asOwner(`update log.checkpoint set note = replace(note, E'\\n480\\n', E'\\n479\\n')`)
    expect((await verified()).problems.join()).toMatch(/is not signed by a key of this log/)
    await restore()
    await asOwner('truncate log.tile')
    expect((await verified()).problems).toEqual([])
  } finally {
    await restore()
  }
})

it('signs nothing more once log, tree and witness contradict each other', async () => {
  try {
    await asOwner('delete from log.checkpoint where size > 200')
    await expect(proof.sign(true)).rejects.toThrow(
      /A checkpoint of 480 events lies outside of the database, whose newest is of 200/,
    )
    await restore()
    await asOwner(
      `update log.tile set hashes = set_byte(hashes, 4, 255 - get_byte(hashes, 4)) where level = 0 and index = 1`,
    )
    await expect(proof.sign(true)).rejects.toThrow(/The stored tree is not the one that was signed/)
    await restore()
    const position = await createPost(atrium.log, posts + 1)
    await asOwner(`update log.event set data = data || '{"name":"Forged"}' where position = ${position}`)
    await expect(proof.sign(true)).rejects.toThrow(`Position ${position}: the event is not what was appended.`)
    expect(await atrium.pool.query('select max(size)::integer from log.checkpoint').then(({ rows }) => rows)).toEqual([
      { max: 480 },
    ])
  } finally {
    await restore()
  }
})

it('goes on from where a witness is behind, and with a new key that the one before is confirmed by', async () => {
  const later = mkdtempSync(join(tmpdir(), 'atrium-tampering-'))
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const own = await proofOf(atrium.pool, atrium.log.store, later, old)
  await own.sign(true)
  const told: (number | undefined)[] = []
  for await (const note of own.witnesses[0]?.all() ?? []) told.push(own.checkpoints.open(note)?.size)
  expect(told).toEqual([200, 400, 480])
  const stranger = await proofOf(atrium.pool, atrium.log.store, later, next)
  await expect(stranger.sign(true)).rejects.toThrow(/not signed by a key of this log/)
  await openCheckpoints(atrium.pool, atrium.log.store, [next, old])
  const rotated = await proofOf(atrium.pool, atrium.log.store, later, next)
  await createPost(atrium.log, posts + 2)
  await rotated.sign(true)
  expect((await verifyLog({ pool: atrium.pool, log: atrium.log, proof: rotated })).problems).toEqual([])
  await atrium.admin.query(
    'update log.former_key set confirmation = set_byte(confirmation, 0, 255 - get_byte(confirmation, 0))',
  )
  expect(
    (
      await verifyLog({
        pool: atrium.pool,
        log: atrium.log,
        proof: await proofOf(atrium.pool, atrium.log.store, later, next),
      })
    ).ok,
  ).toBe(false)
  rmSync(later, { recursive: true })
})
