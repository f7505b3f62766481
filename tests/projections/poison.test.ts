import { post } from '../../domain/resources/post.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runReplayDeadLetters } from '../../cli/replay-dead-letters.ts'
import { resources } from '../../domain/catalog.ts'
import { splitStream } from '../../domain/event.ts'
import { listDeadLetters } from '../../projections/running/replay-dead-letters.ts'
import { readSchema } from '../../projections/schema.ts'
import { keptLog } from '../support/log/kept-log.ts'
import { appendRaw } from '../support/log/raw-event.ts'
import { edited, append, createCategory, createPost, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources).name

describe('an event that cannot be projected', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  beforeEach(async () => {
    atrium = await openAtrium()
  })
  afterEach(() => atrium.close())

  it('sets its stream aside, and the others go on', async () => {
    const projector = await atrium.project()
    await createPost(atrium.log, 1)
    await createPost(atrium.log, 2)
    await projector.ready
    const bad = await appendRaw(atrium.log, 'post-1', 'PostEdited', { category: 'no number' })
    const later = await appendRaw(atrium.log, 'post-1', 'PostDeactivated', {})
    const other = await append(atrium.log, 'post-2', [{ type: 'PostDeactivated', data: {} }])
    expect(await projector.waitFor(other, 15_000)).toBe(true)
    expect(await rowsOf(atrium.pool, schema, 'post')).toMatchObject([
      { status: 'active', version: 1 },
      { status: 'inactive' },
    ])
    const deadLetters = await listDeadLetters(atrium.pool, schema)
    expect(deadLetters.map((one) => [one.stream, one.position])).toEqual([
      ['post-1', bad],
      ['post-1', later],
    ])
    expect(await projector.status()).toMatchObject({ halted: null, deadLetteredStreams: 1 })
  })

  it('is said once in the log, when its stream is dead-lettered and by each process that starts later, without its values', async () => {
    const [leading, following] = [keptLog(), keptLog()]
    const projector = await atrium.project({ logger: leading.logger })
    await createPost(atrium.log, 1)
    const bad = await appendRaw(atrium.log, 'post-1', 'PostEdited', { category: 'no number' })
    const last = await appendRaw(atrium.log, 'post-1', 'PostDeactivated', {})
    expect(await projector.waitFor(last, 15_000)).toBe(true)
    const error = 'the value of category cannot be read as reference'
    expect(leading.warnings).toMatchObject([{ stream: 'post-1', position: String(bad), error }])
    const other = await atrium.another()
    await (await other.project({ logger: following.logger, lead: false })).ready
    expect(following.warnings).toMatchObject([{ deadLetteredStreams: 1 }])
    expect(JSON.stringify([leading.warnings, following.warnings])).not.toContain('no number')
  })

  it('what is dead-lettered is projected by a replay once it can be, and later events too', async () => {
    const projector = await atrium.project()
    await createCategory(atrium.log, 1, 'News')
    const created = await createPost(atrium.log, 1)
    await projector.waitFor(created, 15_000)
    await atrium.admin.query(`alter table ${schema}.post add constraint no_badness check (name <> 'Bad')`)
    await append(atrium.log, 'post-1', [edited(post, { name: 'Bad' })])
    const last = await append(atrium.log, 'post-1', [edited(post, { excerpt: 'Later' })])
    expect(await projector.waitFor(last, 15_000)).toBe(true)
    const said: string[] = []
    const replay = () => runReplayDeadLetters({ ...atrium, resources, say: (line) => said.push(line) })
    expect(await replay()).toBe(1)
    await atrium.admin.query(`alter table ${schema}.post drop constraint no_badness`)
    expect(await replay()).toBe(0)
    expect(said).toEqual([
      '0 dead-lettered events are projected, 2 are left.',
      expect.stringMatching(new RegExp(`^post-1 at position ${last - 1n}: .*no_badness`)),
      '2 dead-lettered events are projected, 0 are left.',
    ])
    const after = await append(atrium.log, 'post-1', [{ type: 'PostDeactivated', data: {} }])
    expect(await projector.waitFor(after, 15_000)).toBe(true)
    expect(await rowsOf(atrium.pool, schema, 'post')).toMatchObject([
      { name: 'Bad', excerpt: 'Later', status: 'inactive', version: 4 },
    ])
    expect(await rowsOf(atrium.pool, schema, 'activity', 'position')).toHaveLength(5)
  })

  it('what is projected late counts in the totals of then from where it is in the log', async () => {
    const projector = await atrium.project()
    await createPost(atrium.log, 1)
    await projector.ready
    await atrium.admin.query(`alter table ${schema}.post add constraint no_badness check (status <> 'deleted')`)
    const deleted = await append(atrium.log, 'post-1', [{ type: 'PostDeleted', data: {} }])
    expect(await projector.waitFor(deleted, 15_000)).toBe(true)
    const second = await createPost(atrium.log, 2)
    expect(await projector.waitFor(second, 15_000)).toBe(true)
    await atrium.admin.query(`alter table ${schema}.post drop constraint no_badness`)
    await projector.replayDeadLetters()
    expect(await rowsOf(atrium.pool, schema, 'list_total_past', 'position')).toMatchObject([
      { resource: 'post', active: 1, deleted: 0, highest: 1 },
      { position: Number(deleted), active: 0, deleted: 1, highest: 1 },
      { position: Number(second), active: 1, deleted: 1, highest: 2 },
    ])
  })

  it.each([
    ['of a type that nobody knows', 'post-1', 'PostExploded'],
    ['of a role', 'role-5', 'RoleCreated'],
    ['of a user', 'user-5', 'UserCreated'],
    ['of an employee', 'employee-5', 'EmployeeDeactivated'],
  ] as const)('halts when it is %s', async (_what, stream, type) => {
    const first = await atrium.project()
    await first.ready
    const { category } = splitStream(stream)
    await atrium.admin.query(`alter table ${schema}."${category}" add constraint no_fifth check (id <> 5)`)
    await first.stop()
    const projector = await atrium.project()
    await createPost(atrium.log, 1)
    const bad = await appendRaw(atrium.log, stream, type, {})
    const later = await createPost(atrium.log, 2)
    await expect
      .poll(async () => (await projector.status()).halted ?? '', { timeout: 15_000 })
      .toContain(`position ${bad}`)
    expect(await projector.waitFor(later, 50)).toBe(false)
    expect((await projector.status()).position).toBeLessThan(bad)
    expect(await rowsOf(atrium.pool, schema, 'post')).toHaveLength(1)
  })

  it('halting is known to processes that do not lead, said once, and over once the event can be projected', async () => {
    const kept = keptLog()
    const leading = await atrium.project({ logger: kept.logger })
    const following = await (await atrium.another()).project({ lead: false })
    await Promise.all([leading.ready, following.ready])
    await atrium.admin.query(`alter table ${schema}.role add constraint no_fifth check (id <> 5)`)
    const bad = await appendRaw(atrium.log, 'role-5', 'RoleCreated', {})
    const halted = async () => (await following.status()).halted ?? ''
    await expect.poll(halted, { timeout: 15_000 }).toContain(`position ${bad}`)
    // Each replay has the leader look again.
    await leading.replayDeadLetters()
    await leading.replayDeadLetters()
    expect(await halted()).toContain(`position ${bad}`)
    await atrium.admin.query(`alter table ${schema}.role drop constraint no_fifth`)
    await leading.replayDeadLetters()
    expect(await leading.waitFor(bad, 15_000)).toBe(true)
    expect((await following.status()).halted).toBeNull()
    expect(kept.warnings.filter((one) => 'halted' in one)).toHaveLength(1)
  })

  it('what is not ours is passed by', async () => {
    const projector = await atrium.project()
    const position = await appendRaw(atrium.log, 'anchor-main', 'Anchored', {})
    expect(await projector.waitFor(position, 15_000)).toBe(true)
    expect(await rowsOf(atrium.pool, schema, 'activity', 'position')).toEqual([])
  })
})
