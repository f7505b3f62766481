import { post } from '../../domain/resources/post.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { readSchema } from '../../projections/schema.ts'
import { edited, append, createCategory, createPost, openAtrium, rowsOf } from './support.ts'

const schema = readSchema(resources).name

describe('the projector', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  beforeEach(async () => {
    atrium = await openAtrium()
  })
  afterEach(() => atrium.close())

  it('what is appended is in the read model when the wait for its position ends', async () => {
    const projector = await atrium.project()
    await projector.ready
    const position = await createPost(atrium.log, 1, { name: 'Über uns' })
    expect(await projector.waitFor(position, 15_000)).toBe(true)
    const [row] = await rowsOf(atrium.pool, schema, 'post')
    expect(row).toMatchObject({
      id: 1,
      status: 'active',
      version: 1,
      slug: 'post-number-1',
      keyword: 'uber uns\npost-number-1',
      created_by_id: '7',
    })
  })

  it('an append is projected within milliseconds', async () => {
    const projector = await atrium.project()
    await projector.ready
    const taken: number[] = []
    for (let id = 1; id <= 200; id += 1) {
      const position = await createPost(atrium.log, id)
      const began = performance.now()
      await projector.waitFor(position, 15_000)
      taken.push(performance.now() - began)
    }
    taken.sort((one, other) => one - other)

    // Where the machine has other work too, some of them are late.
    expect(taken[20]).toBeLessThan(20)
  })

  it('the totals follow a record into Trash and out of it again', async () => {
    const projector = await atrium.project()
    const totals = async () => {
      const rows = await rowsOf<{ resource: string }>(atrium.pool, schema, 'list_total', 'resource')
      return rows.find(({ resource }) => resource === 'post')
    }
    const say = async (id: number, type: string) =>
      projector.waitFor(await append(atrium.log, `post-${id}`, [{ type, data: {} }]), 15_000)
    for (const id of [1, 2]) await projector.waitFor(await createPost(atrium.log, id), 15_000)
    for (const id of [1, 2]) await say(id, 'PostDeleted')
    expect(await totals()).toMatchObject({ active: 0, inactive: 0, deleted: 2 })
    await say(1, 'PostRestored')
    expect(await totals()).toMatchObject({ active: 1, inactive: 0, deleted: 1 })
  })

  it('events of one stream fold into one row, over batches and in one', async () => {
    const projector = await atrium.project()
    await createCategory(atrium.log, 1, 'News')
    await createPost(atrium.log, 1)
    await append(atrium.log, 'post-1', [
      { type: 'PostFeatured', data: {} },
      edited(post, { name: 'Other', slug: 'other' }),
    ])
    await projector.ready
    const position = await append(atrium.log, 'post-1', [{ type: 'PostDeactivated', data: {} }])
    await projector.waitFor(position, 15_000)
    const [row] = await rowsOf(atrium.pool, schema, 'post')
    expect(row).toMatchObject({
      name: 'Other',
      slugs: ['post-number-1', 'other'],
      status: 'inactive',
      featured: true,
      version: 4,
      featured_at: '2026-11-02T09:00:00+00:00',
      position: Number(position),
    })
    expect(await rowsOf(atrium.pool, schema, 'list_total', 'resource')).toContainEqual({
      resource: 'post',
      active: 0,
      inactive: 1,
      deleted: 0,
    })
  })
})
