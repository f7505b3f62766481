import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { inEnglish } from '../../domain/message.ts'
import { silentLog } from '../../platform/logger.ts'
import { rebuild } from '../../projections/running/rebuild.ts'
import { verify } from '../../projections/running/verify.ts'
import { logForms } from '../support/log/forms.ts'
import { walk } from '../support/walk.ts'
import { openTampering, seeded } from './tampering-stage.ts'

// The same owner, who besides has the read models built anew from the log as it is then, so that nothing differs but what was signed.
let stage: Awaited<ReturnType<typeof openTampering>>
const [posts, eventsOf] = [60, 4]
const random = seeded(7_246)

const anyPost = () => 1 + random(posts)
const anyRevision = () => random(eventsOf)

/** What was done, and the first position at which the log is no longer the one that was signed. */
type Tampering = () => Promise<bigint>

const oneEvent = (set: string, revision = anyRevision): Tampering => {
  return async () => {
    const [stream, at] = [`post-${anyPost()}`, revision()]
    await stage.asOwner(`update log.event set ${set} where stream = '${stream}' and revision = ${at}`)
    return stage.positionAt(stream, at)
  }
}

/** Two events of different posts, the earlier first. */
const twoEvents = async () => {
  const [one, other] = [`post-${1 + random(posts / 2)}`, `post-${1 + posts / 2 + random(posts / 2)}`]
  const [first, second] = [await stage.positionAt(one, anyRevision()), await stage.positionAt(other, anyRevision())]
  return { first, second }
}

const exchange =
  (columns: readonly string[]): Tampering =>
  async () => {
    const { first, second } = await twoEvents()
    await stage.asOwner(`update log.event as one set ${columns.map((column) => `${column} = other.${column}`).join()}
      from kept.event as other where one.position in (${first}, ${second}) and other.position in (${first}, ${second}) and one.position <> other.position`)
    return first
  }

// A position is the database's own: who moves an event writes it anew.
const move = (which: string, to: string) =>
  `create temp table moved as select * from log.event where ${which}; delete from log.event where ${which};
   insert into log.event overriding system value select ${to}, stream, revision, id, type, data, personal, meta, recorded_at from moved;
   drop table moved`

const tamperings: Readonly<Record<string, Tampering>> = {
  'command changed': oneEvent(`meta = jsonb_set(meta, '{commandId}', to_jsonb(gen_random_uuid()))`),
  'cause changed': oneEvent(`meta = jsonb_set(meta, '{causationId}', to_jsonb(gen_random_uuid()))`),
  'kind of actor changed': oneEvent(`meta = jsonb_set(meta, '{actor,type}', '"system"')`),
  'declared silent': oneEvent(`meta = meta || '{"isSilent":true}'`),
  'recorded a millisecond later': oneEvent(`recorded_at = recorded_at + interval '1 millisecond'`),
  'a field taken out': oneEvent(`data = data - 'name'`),
  'a field added': oneEvent(`data = data || '{"excerpt":"Forged"}'`),
  'a letter changed': oneEvent(`data = jsonb_set(data, '{name}', to_jsonb(replace(data ->> 'name', 'P', 'p')))`),
  'a space added': oneEvent(`data = jsonb_set(data, '{name}', to_jsonb((data ->> 'name') || ' '))`),
  'an edit made a featuring': oneEvent(`type = 'PostFeatured'`, () => 1 + random(eventsOf - 1)),
  'data of two events exchanged': exchange(['data']),
  'moments of two events exchanged': exchange(['recorded_at']),
  'ids of two events exchanged': async () => {
    const { first, second } = await twoEvents()
    await stage.asOwner(`update log.event set id = gen_random_uuid() where position in (${first}, ${second});
      update log.event as one set id = other.id from kept.event as other where one.position in (${first}, ${second})
        and other.position in (${first}, ${second}) and one.position <> other.position`)
    return first
  },
  'the last event of a stream cut off': async () => {
    const stream = `post-${anyPost()}`
    await stage.asOwner(`delete from log.event where stream = '${stream}' and revision = ${eventsOf - 1}`)
    return stage.positionAt(stream, eventsOf - 1)
  },
  'the first event of the log taken out': async () => {
    await stage.asOwner(`delete from log.event where position = (select min(position) from log.event);
      update log.event set revision = revision + 999 where stream = 'post-1'; update log.event set revision = revision - 1000 where stream = 'post-1'`)
    return stage.positionAt('post-1', 0)
  },
  'half of the log cut off': async () => {
    const first = await stage.positionAt(`post-${posts / 2}`, 0)
    await stage.asOwner(`delete from log.event where position >= ${first}`)
    return first
  },
  'everything of a stream done by another': async () => {
    const stream = `post-${anyPost()}`
    await stage.asOwner(`update log.event set meta = jsonb_set(meta, '{actor,id}', '9') where stream = '${stream}'`)
    return stage.positionAt(stream, 0)
  },
  'two edits of a stream in another order': async () => {
    const stream = `post-${anyPost()}`
    await stage.asOwner(`update log.event as one set data = other.data from kept.event as other where one.stream = '${stream}'
      and other.stream = '${stream}' and one.revision in (1, 2) and other.revision = 3 - one.revision`)
    return stage.positionAt(stream, 1)
  },
  'an event taken out and all after it moved up': async () => {
    const stream = `post-${anyPost()}`
    const position = await stage.positionAt(stream, eventsOf - 1)
    await stage.asOwner(
      `delete from log.event where position = ${position}; ${move(`position > ${position}`, 'position - 1')}`,
    )
    return position
  },
  'an event put in and all after it moved down': async () => {
    const stream = `post-${1 + random(posts - 1)}`
    const position = (await stage.positionAt(stream, eventsOf - 1)) + 1n
    await stage.asOwner(`${move(`position >= ${position}`, 'position + 1')}; insert into log.event overriding system value
      select ${position}, stream, ${eventsOf}, gen_random_uuid(), type, '{"name":"Forged"}', personal, meta, recorded_at
      from kept.event where stream = '${stream}' and revision = ${eventsOf - 1}`)
    return position
  },
  'an event moved to a free position': async () => {
    const free = (await stage.positionAt('post-41', 0)) - 1n
    const last = await stage.positionAt('post-50', eventsOf - 1)
    await stage.asOwner(move(`position = ${last}`, String(free)))
    return free
  },
}

describe.each(logForms)('a log whose links are %s', (form) => {
  beforeAll(async () => {
    stage = await openTampering({ posts, eventsOf, hasReadModels: true, form })
  }, 60_000)
  afterAll(() => stage.close())

  it.each(walk(Object.entries(tamperings), 4))(
    'names the first position after a rewriting with new chains and read models built anew: %s',
    async (_name, tamper) => {
      const { atrium, proof } = stage
      try {
        const position = await tamper()
        await stage.rechain()
        await rebuild({ pool: atrium.pool, log: atrium.log, resources, logger: silentLog })
        const { ok, problems } = await verify({ pool: atrium.pool, log: atrium.log, resources, proof })
        expect([ok, problems.map(inEnglish)[0]?.split(':')[0]]).toEqual([false, `Position ${position}`])
      } finally {
        await stage.restore()
      }
    },
    20_000,
  )
})
