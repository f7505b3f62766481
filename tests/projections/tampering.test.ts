import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../domain/message.ts'
import { openCheckpoints } from '../../event-store/merkle/checkpoints.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { proofOf } from '../support/proof.ts'
import { createPost } from './support.ts'
import { openTampering, seeded } from './tampering-stage.ts'

// Whoever owns the database rewrites the log, computes its chains anew and, in the last tests, the tree as well. No key, and no way to the
// folder of the witness.
let stage: Awaited<ReturnType<typeof openTampering>>
const posts = 120
const editsOf = 4

beforeAll(async () => {
  stage = await openTampering({ posts, eventsOf: editsOf, hasReadModels: false })
}, 60_000)
afterAll(() => stage.close())

const verified = async () => {
  const { problems, ...found } = await verifyLog({ pool: stage.atrium.pool, log: stage.atrium.log, proof: stage.proof })
  return { ...found, problems: problems.map(inEnglish) }
}

const random = seeded(20_261_124)
const anyPost = () => `post-${1 + random(posts)}`
const anyRevision = () => random(editsOf)

/** What was done, and the first position at which the log is no longer the one that was signed. */
type Tampering = () => Promise<bigint>

const oneEvent = (set: string, revision = anyRevision): Tampering => {
  return async () => {
    const [stream, at] = [anyPost(), revision()]
    await stage.asOwner(`update log.event set ${set} where stream = '${stream}' and revision = ${at}`)
    return stage.positionAt(stream, at)
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
    await stage.asOwner(`update log.event set stream = 'post-9${random(1_000)}' where stream = '${stream}'`)
    return stage.positionAt(stream, 0)
  },
  'whole stream deleted': async () => {
    const stream = anyPost()
    await stage.asOwner(`delete from log.event where stream = '${stream}'`)
    return stage.positionAt(stream, 0)
  },
  'newest events deleted': async () => {
    const count = 1 + random(20)
    await stage.asOwner(`delete from log.event where position > (select max(position) - ${count} from log.event)`)
    const { rows } = await stage.atrium.admin.query<{ position: string }>(
      'select min(position) as position from kept.event where position not in (select position from log.event)',
    )
    return BigInt(rows[0]?.position ?? -1)
  },
  'event taken out and the ones after it renumbered': async () => {
    const [stream, revision] = [anyPost(), random(editsOf - 1)]
    await stage.asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
      update log.event set revision = revision - 1 where stream = '${stream}' and revision > ${revision}`)
    return stage.positionAt(stream, revision)
  },
  'two events swapped': async () => {
    const [one, other] = [await stage.positionAt('post-7', 2), await stage.positionAt('post-90', 1)]
    await stage.asOwner(`delete from log.event where position in (${one}, ${other}); insert into log.event overriding system value
      select case position when ${one} then ${other} else ${one} end, stream, revision, id, type, data, personal, meta, recorded_at
      from kept.event where position in (${one}, ${other})`)
    return one
  },
  'event invented in a free position': async () => {
    const free = (await stage.positionAt('post-41', 0)) - 1n
    await stage.asOwner(`insert into log.event overriding system value select ${free}, 'post-7', ${editsOf}, gen_random_uuid(), type, data, personal, meta,
      recorded_at from log.event where stream = 'post-7' and revision = 1`)
    return free
  },
  'event invented in the place of another': async () => {
    const [stream, revision] = ['post-33', editsOf - 1]
    await stage.asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
      insert into log.event overriding system value select ${await stage.positionAt(stream, revision)}, stream, ${revision}, gen_random_uuid(), type,
        '{"name":"Forged"}', personal, meta, recorded_at from log.event where stream = '${stream}' and revision = ${revision - 1}`)
    return stage.positionAt(stream, revision)
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
    await stage.rechain()
    const { ok, problems } = await verified()
    expect([ok, problems[0]?.split(':')[0]]).toEqual([false, `Position ${position}`])
  } finally {
    await stage.restore()
  }
})

it.each(Object.entries(tamperings))(
  'names it where the tree was rewritten too, by what the witness remembers: %s',
  async (_name, tamper) => {
    try {
      const position = await tamper()
      await stage.rechain()
      await stage.retree()
      const { ok, problems } = await verified()
      expect(ok).toBe(false)
      const named = problems.find((one) => /^Position \d+:/.test(one))
      expect(named?.split(':')[0]).toBe(`Position ${position}`)
    } finally {
      await stage.restore()
    }
  },
)

it('says when checkpoints were taken out, forged, or are fewer than a witness has', async () => {
  try {
    await stage.asOwner('delete from log.checkpoint where size > 200')
    expect((await verified()).problems.join()).toMatch(
      /a witness has one of 480 events, the newest in the database is of 200/,
    )
    await stage.restore()
    await stage.asOwner(`update log.checkpoint set note = replace(note, E'\\n480\\n', E'\\n479\\n')`)
    expect((await verified()).problems.join()).toMatch(/is not signed by a key of this log/)
    await stage.restore()
    await stage.asOwner('truncate log.tile')
    expect((await verified()).problems).toEqual([])
  } finally {
    await stage.restore()
  }
})

it('signs nothing more once log, tree and witness contradict each other', async () => {
  try {
    await stage.asOwner('delete from log.checkpoint where size > 200')
    await expect(stage.proof.sign(true)).rejects.toThrow(
      /A checkpoint of 480 events lies outside of the database, whose newest is of 200/,
    )
    await stage.restore()
    await stage.asOwner(
      `update log.tile set hashes = set_byte(hashes, 4, 255 - get_byte(hashes, 4)) where level = 0 and index = 1`,
    )
    await expect(stage.proof.sign(true)).rejects.toThrow(/The stored tree is not the one that was signed/)
    await stage.restore()
    const position = await createPost(stage.atrium.log, posts + 1)
    await stage.asOwner(`update log.event set data = data || '{"name":"Forged"}' where position = ${position}`)
    await expect(stage.proof.sign(true)).rejects.toThrow(`Position ${position}: the event is not what was appended.`)
    expect(
      await stage.atrium.pool.query('select max(size)::integer from log.checkpoint').then(({ rows }) => rows),
    ).toEqual([{ max: 480 }])
  } finally {
    await stage.restore()
  }
})

it('goes on from where a witness is behind, and with a new key that the one before is confirmed by', async () => {
  const later = mkdtempSync(join(tmpdir(), 'atrium-tampering-'))
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const own = await proofOf(stage.atrium.pool, stage.atrium.log.store, later, old)
  await own.sign(true)
  const told: (number | undefined)[] = []
  for await (const note of own.witnesses[0]?.all() ?? []) told.push(own.checkpoints.open(note)?.size)
  expect(told).toEqual([200, 400, 480])
  const stranger = await proofOf(stage.atrium.pool, stage.atrium.log.store, later, next)
  await expect(stranger.sign(true)).rejects.toThrow(/not signed by a key of this log/)
  await openCheckpoints(stage.atrium.pool, stage.atrium.log.store, [next, old])
  const rotated = await proofOf(stage.atrium.pool, stage.atrium.log.store, later, next)
  await createPost(stage.atrium.log, posts + 2)
  await rotated.sign(true)
  expect((await verifyLog({ pool: stage.atrium.pool, log: stage.atrium.log, proof: rotated })).problems).toEqual([])
  await stage.atrium.admin.query(
    'update log.former_key set confirmation = set_byte(confirmation, 0, 255 - get_byte(confirmation, 0))',
  )
  expect(
    (
      await verifyLog({
        pool: stage.atrium.pool,
        log: stage.atrium.log,
        proof: await proofOf(stage.atrium.pool, stage.atrium.log.store, later, next),
      })
    ).ok,
  ).toBe(false)
  rmSync(later, { recursive: true })
})
