import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../domain/message.ts'
import { openCheckpoints } from '../../event-store/merkle/checkpoints.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { logForms } from '../support/log/forms.ts'
import { proofOf } from '../support/proof.ts'
import { createPost } from './support.ts'
import { tamperingsOf } from './tampering-cases.ts'
import { openTampering } from './tampering-stage.ts'

// Whoever owns the database rewrites the log, computes its chains anew and, in the last tests, the tree as well. No key, and no way to the
// folder of the witness.
const posts = 120
const editsOf = 4

describe.each(logForms)('a log whose links are %s', (form) => {
  let stage: Awaited<ReturnType<typeof openTampering>>
  beforeAll(async () => {
    stage = await openTampering({ posts, eventsOf: editsOf, hasReadModels: false, form })
  }, 60_000)
  afterAll(() => stage.close())

  const verified = async () => {
    const { problems, ...found } = await verifyLog({
      pool: stage.atrium.pool,
      log: stage.atrium.log,
      proof: stage.proof,
    })
    return { ...found, problems: problems.map(inEnglish) }
  }

  const tamperings = tamperingsOf(() => stage, posts, editsOf)
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
})
