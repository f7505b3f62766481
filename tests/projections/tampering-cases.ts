import { type openTampering, seeded } from './tampering-stage.ts'

/** What was done, and the first position at which the log is no longer the one that was signed. */
export type Tampering = () => Promise<bigint>

type Stage = Awaited<ReturnType<typeof openTampering>>

/** What the owner of a log does before its chains are computed anew. `stage` is asked when something is done. */
export const tamperingsOf = (
  stageOf: () => Stage,
  posts: number,
  editsOf: number,
): Readonly<Record<string, Tampering>> => {
  const random = seeded(20_261_124)
  const anyPost = () => `post-${1 + random(posts)}`
  const anyRevision = () => random(editsOf)

  const oneEvent = (set: string, revision = anyRevision): Tampering => {
    return async () => {
      const [stream, at] = [anyPost(), revision()]
      await stageOf().asOwner(`update log.event set ${set} where stream = '${stream}' and revision = ${at}`)
      return stageOf().positionAt(stream, at)
    }
  }

  return {
    'data changed': oneEvent(`data = data || '{"name":"Forged"}'`),
    'data emptied': oneEvent(`data = '{}'`),
    'actor changed': oneEvent(`meta = jsonb_set(meta, '{actor,id}', '8')`),
    'moment changed': oneEvent(`meta = jsonb_set(meta, '{at}', '"2020-01-01T00:00:00.000Z"')`),
    'recorded time moved': oneEvent(`recorded_at = recorded_at - interval '1 day'`),
    'request changed': oneEvent(`meta = jsonb_set(meta, '{correlationId}', '"another"')`),
    'type changed': oneEvent(`type = 'PostDeactivated'`, () => 1 + random(editsOf - 1)),
    'id changed': oneEvent('id = gen_random_uuid()'),
    'sealed part added': oneEvent(`personal = '{"subject":"user-1","iv":"AA","tag":"AA","ciphertext":"AA"}'`),
    'link written in the other form': oneEvent(`meta = case when meta -> 'chain' ? 'form' then meta #- '{chain,form}'
      else jsonb_set(meta, '{chain,form}', '2') end`),
    'stream renamed': async () => {
      const stream = anyPost()
      await stageOf().asOwner(`update log.event set stream = 'post-9${random(1_000)}' where stream = '${stream}'`)
      return stageOf().positionAt(stream, 0)
    },
    'whole stream deleted': async () => {
      const stream = anyPost()
      await stageOf().asOwner(`delete from log.event where stream = '${stream}'`)
      return stageOf().positionAt(stream, 0)
    },
    'newest events deleted': async () => {
      const count = 1 + random(20)
      await stageOf().asOwner(`delete from log.event where position > (select max(position) - ${count} from log.event)`)
      const { rows } = await stageOf().atrium.admin.query<{ position: string }>(
        'select min(position) as position from kept.event where position not in (select position from log.event)',
      )
      return BigInt(rows[0]?.position ?? -1)
    },
    'event taken out and the ones after it renumbered': async () => {
      const [stream, revision] = [anyPost(), random(editsOf - 1)]
      await stageOf().asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
        update log.event set revision = revision + 999 where stream = '${stream}' and revision > ${revision};
        update log.event set revision = revision - 1000 where stream = '${stream}' and revision > 999`)
      return stageOf().positionAt(stream, revision)
    },
    'two events swapped': async () => {
      const [one, other] = [await stageOf().positionAt('post-7', 2), await stageOf().positionAt('post-90', 1)]
      await stageOf().asOwner(`delete from log.event where position in (${one}, ${other}); insert into log.event overriding system value
        select case position when ${one} then ${other} else ${one} end, stream, revision, id, type, data, personal, meta, recorded_at
        from kept.event where position in (${one}, ${other})`)
      return one
    },
    'event invented in a free position': async () => {
      const free = (await stageOf().positionAt('post-41', 0)) - 1n
      await stageOf().asOwner(`insert into log.event overriding system value select ${free}, 'post-7', ${editsOf}, gen_random_uuid(), type, data, personal, meta,
        recorded_at from log.event where stream = 'post-7' and revision = 1`)
      return free
    },
    'event invented in the place of another': async () => {
      const [stream, revision] = ['post-33', editsOf - 1]
      await stageOf().asOwner(`delete from log.event where stream = '${stream}' and revision = ${revision};
        insert into log.event overriding system value select ${await stageOf().positionAt(stream, revision)}, stream, ${revision}, gen_random_uuid(), type,
          '{"name":"Forged"}', personal, meta, recorded_at from log.event where stream = '${stream}' and revision = ${revision - 1}`)
      return stageOf().positionAt(stream, revision)
    },
  }
}
