import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashOf } from '../../event-store/merkle/leaf.ts'
import { addLeaves } from '../../event-store/merkle/tiles.ts'
import { isFormerIn, type LogForm, rechained } from '../support/log/forms.ts'
import { proofOf } from '../support/proof.ts'
import { append, createPost, openAtrium } from './support.ts'

/** A signed log of posts, each edited several times, that its owner may rewrite, and what puts it back. */
export const openTampering = async ({ posts, eventsOf, hasReadModels, form = 'of today' }: TamperingParts) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-tampering-'))
  const atrium = await openAtrium({ hasReadModels })
  const proof = await proofOf(atrium.pool, atrium.log.store, dataDir)
  const asOwner = (statement: string) =>
    atrium.admin.query(`set session_replication_role = replica; ${statement}; set session_replication_role = origin`)

  const restore = () =>
    asOwner(`truncate log.event, log.tile, log.checkpoint; insert into log.event overriding system value select * from kept.event;
      insert into log.tile select * from kept.tile; insert into log.checkpoint select * from kept.checkpoint`)

  const rechain = (isFormer?: (typeof isFormerIn)[LogForm]) => rechained(atrium.log.store, asOwner, isFormer)

  for (let id = 1; id <= posts; id += 1) {
    await createPost(atrium.log, id)
    for (let edit = 1; edit < eventsOf; edit += 1)
      await append(atrium.log, `post-${id}`, [{ type: 'PostEdited', data: { name: `Post ${id}, ${edit}` } }])
    // A position that a broken append left free.
    if (id === 40) await atrium.admin.query("select nextval(pg_get_serial_sequence('log.event', 'position'))")
    if (id % 50 !== 0 && id !== posts) continue
    await rechain(isFormerIn[form])
    await proof.sign(true)
  }
  await atrium.admin.query(`create schema kept; create table kept.event as table log.event; create table kept.tile as table log.tile;
    create table kept.checkpoint as table log.checkpoint`)

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

  const close = async () => {
    await atrium.close()
    rmSync(dataDir, { recursive: true })
  }

  return { atrium, proof, asOwner, restore, rechain, retree, positionAt, close }
}

type TamperingParts = { posts: number; eventsOf: number; hasReadModels: boolean; form?: LogForm }

/** Numbers below `until` that are the same in each run, so that one that fails can be repeated. */
export const seeded = (start: number): ((until: number) => number) => {
  let seed = start
  return (until) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * until)
  }
}
