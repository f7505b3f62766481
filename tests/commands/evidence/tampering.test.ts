import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/event.ts'
import { textOf } from '../../../domain/json.ts'
import { file } from '../../../domain/resources/file.ts'
import { user } from '../../../domain/resources/user.ts'
import { hashOf } from '../../../event-store/merkle/leaf.ts'
import { signedNote, signerOf } from '../../../event-store/merkle/note.ts'
import type { Proof } from '../../../event-store/merkle/proof.ts'
import { addLeaves } from '../../../event-store/merkle/tiles.ts'
import { append, created, createPost, openAtrium } from '../../projections/support.ts'
import { packageFor } from '../../support/evidence/made.ts'
import {
  linesOf,
  type Parts,
  unpacked,
  verified,
  verifiedAlone,
  withLines,
  withManifest,
} from '../../support/evidence/package.ts'
import { chainOf, isFormerIn, logForms, rechained } from '../../support/log/forms.ts'
import { appendRaw } from '../../support/log/raw-event.ts'
import { proofOf } from '../../support/proof.ts'

// What JSON allows and no form of ours sends.
const odd = {
  b: 1,
  aa: [0.1, -0, 1e21, -1.2345e25, 1e-7, 5e-324, 123_456_789],
  '10': { '9': null, a: true, é: '\u{1f600} \\ "quoted" \n \u007f' },
  Ö: [],
  zz: { empty: {} },
}

describe.each(logForms)('of a log whose links are %s', (form) => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  let proof: Proof
  let whole: Parts
  const users = 30

  const asOwner = (statement: string) =>
    atrium.admin.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)

  const sign = async () => {
    await rechained(atrium.log.store, asOwner, isFormerIn[form])
    await proof.sign(true)
  }

  beforeAll(async () => {
    atrium = await openAtrium({ hasReadModels: false })
    proof = await proofOf(atrium.pool, atrium.log.store)
    for (let id = 1; id <= users; id += 1) {
      const name = `person${id}`
      const values = {
        userName: name,
        firstName: 'Some',
        lastName: `Body ${id}`,
        email: `${name}@example.org`,
        phone: '1',
      }
      await append(atrium.log, `user-${id}`, [created(user, values)])
      await createPost(atrium.log, id)
      if (id % 10 === 0) await sign()
    }
    await appendRaw(atrium.log, 'odd-1', 'OddHappened', odd)
    await append(atrium.log, 'file-1', [created(file, { name: 'A file', hash: 'ab'.repeat(32) })])
    await sign()
    await atrium.admin.query(`create schema kept; create table kept.event as table log.event; create table kept.tile as table log.tile;
      create table kept.checkpoint as table log.checkpoint`)
    whole = await unpacked(await packageFor({ ...atrium, proof }))
  }, 60_000)
  afterAll(() => atrium.close())

  // Seeded, so that a run that fails can be repeated.
  let seed = 20_261_124
  const random = (until: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * until)
  }

  const positionsOf = (parts: Parts): string[] =>
    linesOf(parts, 'events.ndjson').map(({ position }) => textOf(position))

  /** The event of an index with other parts. */
  const withEvent = (at: number, change: (event: JsonObject) => JsonObject): Parts =>
    withLines(whole, 'events.ndjson', (lines) => lines.map((line, index) => (index === at ? change(line) : line)))

  const stranger = () => signerOf(proof.checkpoints.origin, Buffer.alloc(32, 9))

  it('finds an intact package whole, and its values those that were sealed', async () => {
    const lines = await verified(whole)
    expect(lines[0], lines.join('\n')).toBe('The package is whole.')
    expect(lines.join('\n')).toContain(`Values in clear: ${users} are what the log sealed`)
  })

  it('says so at the command line, and ends with 1 where something is wrong', async () => {
    expect(await verifiedAlone(whole)).toEqual({ said: expect.stringMatching(/^The package is whole\.\n/), code: 0 })
    const tampered = new Map(whole).set('README.txt', 'Trust me')
    expect(await verifiedAlone(tampered)).toEqual({ said: expect.stringContaining('README.txt:'), code: 1 })
  })

  it('shows values to nobody who may not see them, and proves the events all the same', async () => {
    const parts = await unpacked(
      await packageFor({ ...atrium, proof, showsPersonal: (category) => category === 'file' }),
    )
    expect(parts.get('events.ndjson')).not.toContain('person1@example.org')
    expect(parts.get('events.ndjson')).toContain('A file')
    expect((await verified(parts)).join('\n')).toContain(`${users} were not for who exported`)
  })

  it('proves a part of the log with the roots of all else', async () => {
    const positions = positionsOf(whole)
    const [from, to] = [positions[7] ?? '', positions[12] ?? '']
    const parts = await unpacked(await packageFor({ ...atrium, proof, asked: { kind: 'positions', from, to } }))
    const lines = await verified(parts)
    expect(lines.slice(0, 3).join('\n')).toMatch(/whole[^]*6 events[^]*none between them is missing/)
    expect(linesOf(parts, 'tree.ndjson').length).toBeLessThan(40)
  })

  /** What was done to a package, and how the first line about it begins. */
  type Tampering = () => { parts: Parts; where: string }

  const somewhere = () => random(2 * users)
  const ofEvent = (change: (event: JsonObject) => JsonObject, index = somewhere): Tampering => {
    return () => {
      const at = index()
      return { parts: withEvent(at, change), where: `Position ${positionsOf(whole)[at]}:` }
    }
  }

  const tamperings: Readonly<Record<string, Tampering>> = {
    'a changed value': ofEvent((event) => ({ ...event, data: { forged: true } })),
    'a changed moment': ofEvent((event) => ({ ...event, recordedAt: '2020-01-01T00:00:00.000Z' })),
    'a changed actor': ofEvent((event) => ({
      ...event,
      meta: { ...Object(event.meta), actor: { type: 'user', id: 99 } },
    })),
    'a link of the other form': ofEvent((event) => {
      const { chain, ...meta } = Object(event.meta)
      const { form: had, ...bare } = chain
      return { ...event, meta: { ...meta, chain: had === undefined ? { form: 2, ...bare } : bare } }
    }),
    'a changed value in clear': ofEvent(
      (event) => ({ ...event, values: { lastName: 'Forged' } }),
      () => 2 * random(users),
    ),
    'a value in clear where nothing was sealed': ofEvent(
      (event) => ({ ...event, values: { lastName: 'Forged' } }),
      () => 2 * random(users) + 1,
    ),
    'a missing event': () => {
      const at = somewhere()
      const parts = withLines(whole, 'events.ndjson', (lines) => lines.toSpliced(at, 1))
      return { parts, where: `Position ${positionsOf(whole)[at]}:` }
    },
    'two events that changed places': () => {
      const parts = withLines(whole, 'events.ndjson', (lines) =>
        lines.toSpliced(20, 2, ...lines.slice(20, 22).toReversed()),
      )
      return { parts, where: `Position ${positionsOf(whole)[20]}:` }
    },
    'a tail that was cut': () => {
      const parts = withLines(whole, 'events.ndjson', (lines) => lines.slice(0, 40))
      return { parts, where: `Position ${positionsOf(whole)[40]}:` }
    },
    'an event that was made up': () => {
      const parts = withLines(whole, 'events.ndjson', (lines) => [...lines, { ...lines.at(-1), position: '999999' }])
      return { parts, where: 'Position 999999:' }
    },
    'a changed hash of a file': () => {
      const parts = withLines(whole, 'files.ndjson', (lines) =>
        lines.map((line) => ({ ...line, sha256: 'cd'.repeat(32) })),
      )
      return { parts, where: `Position ${positionsOf(whole).at(-1)}:` }
    },
  }

  describe.each(Object.entries(tamperings))('%s', (_, tampering) => {
    it('is named by its position, also where the hashes of the parts were computed anew', async () => {
      const { parts, where } = tampering()
      for (const tampered of [parts, withManifest(parts, null), withManifest(parts, stranger())]) {
        const lines = await verified(tampered)
        expect(lines[0]).toBe('The package is NOT whole.')
        expect(lines.find((line) => line.startsWith('Position ')) ?? lines.join('\n')).toContain(where)
      }
    })
  })

  const first = async (parts: Parts, key = ''): Promise<string> => (await verified(parts, key))[1] ?? ''

  it('names a manifest that was changed, and one that another key signed', async () => {
    const forged = withManifest(whole, null, { exportedAt: '2020-01-01T00:00:00.000Z' })
    expect(await first(forged)).toMatch(/^manifest\.json:/)
    expect(await first(withManifest(whole, stranger()))).toMatch(/^manifest\.json:/)
  })

  it('names a checkpoint that was forged', async () => {
    const { origin } = proof.checkpoints
    const note = signedNote({ origin, size: 61, root: Buffer.alloc(32, 3), position: 61n }, stranger())
    const parts = new Map(whole).set('checkpoints.txt', `${whole.get('checkpoints.txt')}${note}`)
    expect((await verified(parts)).join('\n')).toMatch(/^checkpoints\.txt: the one of 61 events is not signed/m)
  })

  it('names a package that somebody else made up and signed, by the key that is expected', async () => {
    const other = await proofOf(atrium.pool, atrium.log.store, undefined, Buffer.alloc(32, 5))
    const key = JSON.parse(whole.get('manifest.json') ?? '').key
    const made = await unpacked(await packageFor({ ...atrium, proof: other }))
    expect(await first(made, key)).toBe('manifest.json: its key is not the one that you expect.')
  })

  it('names a part that is missing or was changed', async () => {
    const without = new Map(whole)
    without.delete('tree.ndjson')
    expect((await verified(without)).join('\n')).toContain('tree.ndjson')
    expect(await first(new Map(whole).set('README.txt', 'Trust me'))).toMatch(/^README\.txt:/)
  })

  describe('a log that was rewritten before the export', () => {
    const restored = async () =>
      asOwner(`truncate log.event, log.tile, log.checkpoint; insert into log.event overriding system value select * from kept.event;
        insert into log.tile select * from kept.tile; insert into log.checkpoint select * from kept.checkpoint`)
    const said = async () => verified(await unpacked(await packageFor({ ...atrium, proof })))
    const forge = async (stream: string) => {
      const [event] = await atrium.log.store.read(stream)
      if (!event) throw new Error(`${stream} is empty`)
      const data = { ...event.data, name: 'Forged' }
      const chain = chainOf({ ...event, data }, '', isFormerIn[form](event))
      await asOwner(
        `update log.event set data = '${JSON.stringify(data)}', meta = meta || '${JSON.stringify({ chain })}' where position = ${event.position}`,
      )
      return event.position
    }

    it.each<[string, () => Promise<bigint>]>([
      ['changed, its chain computed anew', () => forge('post-12')],
      [
        'an event deleted',
        async () => {
          await asOwner("delete from log.event where stream = 'post-9'")
          return BigInt(positionsOf(whole)[17] ?? 0)
        },
      ],
      [
        'its newest events deleted',
        async () => {
          await asOwner(`delete from log.event where position > ${positionsOf(whole)[49]}`)
          return BigInt(positionsOf(whole)[50] ?? 0)
        },
      ],
    ])('%s: the package names the first position', async (_, tamper) => {
      const position = await tamper()
      expect((await said())[1]).toContain(`Position ${position}:`)
      await restored()
    })

    it('and its tree with it: the package names the first checkpoint that does not fit', async () => {
      const position = await forge('post-12')
      const events = await atrium.log.store.readAll(0n, 1_000)
      await asOwner('truncate log.tile')
      const leaves = events.map((event) => ({ hash: hashOf(event), position: event.position }))
      await addLeaves(atrium.admin, 0, leaves)
      const [, one = ''] = await said()
      const [, from = 0, until = 0] = /^Positions (\d+) to (\d+):/.exec(one) ?? []
      expect(Number(from), one).toBeLessThan(Number(position))
      expect(Number(until)).toBeGreaterThanOrEqual(Number(position))
      await restored()
    })
  })

  it('is checked by at most 150 lines', () => {
    expect(whole.get('verify.mjs')?.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
    expect(whole.get('verify.mjs')).not.toMatch(/^import |require\(|from '(?!node:)/m)
  })
})
