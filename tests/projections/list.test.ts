import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { catalog, resources } from '../../domain/catalog.ts'
import type { JsonObject } from '../../domain/event.ts'
import { file } from '../../domain/resources/file.ts'
import { post } from '../../domain/resources/post.ts'
import { user } from '../../domain/resources/user.ts'
import { findRecord, highestId } from '../../projections/find.ts'
import { usesOf } from '../../projections/uses.ts'
import { fileByKey, libraryFiles } from '../../projections/files.ts'
import {
  countByStatus,
  listRecords,
  listStatement,
  matchingIds,
  optionsOf,
  type ListOptions,
} from '../../projections/list.ts'
import { liveRecord, portalList, portalListStatement, portalRecord } from '../../projections/portal.ts'
import { edited, append, createCategory, createPost, created, openAtrium } from './support.ts'

const asked: ListOptions = { page: 1, perPage: 10, keyword: '', status: '', filters: {}, scope: 'staff' }
const key = 'a'.repeat(32)

describe('lists', () => {
  let atrium: Awaited<ReturnType<typeof openAtrium>>
  const list = async (changes: Partial<ListOptions> = {}) => {
    const { rows, total } = await listRecords(atrium.pool, post, { ...asked, ...changes }, catalog)
    return { ids: rows.map((row) => row.id), rows, total }
  }

  // Posts 1–8: 3 inactive, 4 deleted, 5 featured, then 6 featured and deactivated; 7 in the inactive category; 8 renamed.
  beforeAll(async () => {
    atrium = await openAtrium()
    const projector = await atrium.project()
    const { log } = atrium
    await append(log, 'user-7', [
      created(user, { userName: 'Ada', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org', phone: '1' }),
    ])
    await createCategory(log, 1, 'News')
    await createCategory(log, 2, 'Closed')
    await append(log, 'category-2', [{ type: 'CategoryDeactivated', data: {} }])
    await append(log, 'file-1', [
      created(file, {
        name: 'A tree.png',
        type: 'image',
        key,
        hash: 'b'.repeat(64),
        extension: 'png',
        size: 3,
        source: 'field',
      }),
    ])
    const source = { type: 'image', extension: 'png', size: 3, source: 'field' }
    await append(log, 'file-2', [
      created(file, { name: 'Me.png', key: 'c'.repeat(32), hash: 'd'.repeat(64), owner: 'employee-4', ...source }),
      { type: 'FileDeactivated', data: {} },
    ])
    for (let id = 1; id <= 8; id += 1) {
      const values: JsonObject = id === 7 ? { category: 2 } : id === 2 ? { name: '100 % Über_uns', thumbnail: 1 } : {}
      await createPost(log, id, values, `2026-11-0${id}T09:00:00.000Z`)
    }
    await append(log, 'post-3', [{ type: 'PostDeactivated', data: {} }])
    await append(log, 'post-4', [{ type: 'PostDeleted', data: {} }])
    await append(log, 'post-5', [{ type: 'PostFeatured', data: {} }], '2026-11-09T09:00:00.000Z')
    await append(
      log,
      'post-6',
      [
        { type: 'PostFeatured', data: {} },
        { type: 'PostDeactivated', data: {} },
      ],
      '2026-11-10T09:00:00.000Z',
    )
    const last = await append(log, 'post-8', [edited(post, { slug: 'renamed' })])
    expect(await projector.waitFor(last, 15_000)).toBe(true)
  })
  afterAll(() => atrium.close())

  it('the newest come first and what is deleted is absent', async () => {
    expect(await list()).toMatchObject({ ids: [8, 7, 6, 5, 3, 2, 1], total: 7 })
  })

  it('a page past the end is empty and still knows the total', async () => {
    expect(await list({ page: 9 })).toMatchObject({ ids: [], total: 7 })
  })

  it('pages follow each other', async () => {
    expect(await list({ perPage: 3, page: 2 })).toMatchObject({ ids: [5, 3, 2], total: 7 })
  })

  it.each([
    ['active', [8, 7, 5, 2, 1]],
    ['inactive', [6, 3]],
  ])('status %s', async (status, ids) => {
    expect(await list({ status })).toMatchObject({ ids, total: ids.length })
  })

  it('the trash holds what is deleted and nothing else', async () => {
    expect(await list({ scope: 'trash' })).toMatchObject({ ids: [4], total: 1 })
  })

  it.each([
    ['UBER', [2]],
    ['uber_', [2]],
    ['0 %', [2]],
    ['%', [2]],
    ['_', [2]],
    ['ü', [7, 6, 5, 3, 2, 1]],
    ['number-5', [5]],
    ['renamed', [8]],
    ['nothing here', []],
    ['  ', [8, 7, 6, 5, 3, 2, 1]],
  ])('keyword %j', async (keyword, ids) => {
    expect(await list({ keyword })).toMatchObject({ ids, total: ids.length })
  })

  it.each([
    ['1', 6],
    ['news', 6],
    ['closed', 1],
    ['2', 1],
    ['9', 0],
    ['no-such', 0],
    ['99999999999', 0],
  ])('category %s', async (chosen, total) => {
    expect(await list({ filters: { category: chosen } })).toMatchObject({ total })
  })

  it('connections keep few lists prepared, in however many ways they are asked for', () => {
    const ways = Array.from({ length: 100 }, (_, at) => ({ ...asked, perPage: at + 1 }))
    const staff = [...ways, ...ways.map((way) => ({ ...way, keyword: 'knots' }))].map((way) =>
      listStatement(post, way, catalog),
    )
    const names = [...staff, ...ways.map((way) => portalListStatement(post, way, catalog))].map(({ name }) => name)
    expect(new Set(names).size).toBeLessThanOrEqual(101)
    expect(names).toContain(undefined)
    expect(listStatement(post, { ...asked, perPage: 1 }, catalog).name).toBe(names[0])
  })

  it('a filter that the resource does not declare filters nothing', async () => {
    expect(await list({ filters: { 'id"; drop table post': '1' } })).toMatchObject({ total: 7 })
  })

  it('a row names its category, also an inactive one, its picture and whether it is the live one, without the article', async () => {
    const { rows } = await list()
    expect(rows.find((row) => row.id === 7)).toMatchObject({
      category: { id: 2, name: 'Closed', slug: 'closed' },
      isLive: false,
      thumbnail_url: null,
    })
    expect(rows.find((row) => row.id === 5)).toMatchObject({ isLive: true, featured: true })
    expect(rows.find((row) => row.id === 2)).toMatchObject({
      thumbnail: 1,
      thumbnail_url: `/files/${key}/A%20tree.png`,
    })
    expect(Object.keys(rows[0] ?? {})).not.toEqual(expect.arrayContaining(['content']))
  })

  it('everything that a query matches, on all pages', async () => {
    expect(await matchingIds(atrium.pool, post, { ...asked, status: 'inactive' }, catalog)).toEqual([6, 3])
  })

  it('options are active records by name', async () => {
    expect(await optionsOf(atrium.pool, category)).toEqual([{ value: 1, label: 'News' }])
  })

  it('totals by status', async () => {
    expect(await countByStatus(atrium.pool, [post])).toEqual([{ resource: 'post', active: 5, inactive: 2, deleted: 1 }])
  })

  it('what belongs to a person is in no list and in no total', async () => {
    const { rows, total } = await listRecords(atrium.pool, file, { ...asked, scope: 'all' }, catalog)
    expect({ ids: rows.map(({ id }) => id), total }).toEqual({ ids: [1], total: 1 })
    expect(await countByStatus(atrium.pool, [file])).toMatchObject([{ active: 1, inactive: 0, deleted: 0 }])
    const { rows: then } = await atrium.pool.query(
      "select active, inactive from list_total_past where resource = 'file'",
    )
    expect(then).toEqual([{ active: 1, inactive: 0 }])
  })

  it('a record is found by id and by slug, with every field and who changed it', async () => {
    const found = await findRecord(atrium.pool, post, 'post-number-2', 'staff', catalog)
    expect(found).toMatchObject({
      id: 2,
      content: '',
      css: '',
      category: { id: 1 },
      changed_by: 'Ada Byron',
      version: 1,
    })
    expect(await findRecord(atrium.pool, post, '2', 'staff', catalog)).toMatchObject({ id: 2 })
  })

  it('a former slug leads to where the record is now', async () => {
    expect(await findRecord(atrium.pool, post, 'post-number-8', 'portal', catalog)).toMatchObject({
      id: 8,
      slug: 'renamed',
    })
  })

  it.each([
    ['4', 'staff', false],
    ['4', 'trash', true],
    ['4', 'all', true],
    ['post-number-4', 'staff', false],
    ['post-number-4', 'all', true],
    ['3', 'portal', false],
    ['3', 'staff', true],
    ['99999999999999', 'staff', false],
    ['no-such', 'all', false],
  ] as const)('record %s in scope %s: %s', async (wanted, scope, isThere) => {
    expect((await findRecord(atrium.pool, post, wanted, scope, catalog)) !== null).toBe(isThere)
  })

  it('a category in use knows its posts', async () => {
    const uses = await usesOf({ ...atrium, resources: [post, category, user] }, category, 1)
    expect(uses).toEqual({ count: 6, plural: 'posts' })
    expect(await highestId(atrium.pool, post)).toBe(8)
  })

  it('the portal lists active posts of active categories, newest first', async () => {
    const { rows, total } = await portalList(
      atrium.pool,
      post,
      { page: 1, perPage: 4, keyword: '', filters: {} },
      catalog,
    )
    expect({ ids: rows.map((row) => row.id), total }).toEqual({ ids: [8, 5, 2, 1], total: 4 })
  })

  it.each([
    ['', 'news', [8, 5, 2, 1]],
    ['über', '', [2]],
    ['', '2', []],
    ['', 'closed', []],
    ['po', '1', [8, 5, 2, 1]],
    ['o', '2', []],
  ])('the portal with keyword %j and category %j', async (keyword, chosen, ids) => {
    const { rows, total } = await portalList(
      atrium.pool,
      post,
      {
        page: 1,
        perPage: 4,
        keyword,
        filters: { category: chosen },
      },
      catalog,
    )
    expect({ ids: rows.map((row) => row.id), total }).toEqual({ ids, total: ids.length })
  })

  it('a post in the portal knows its neighbours among active posts', async () => {
    expect(await portalRecord(atrium.pool, post, 'post-number-5', catalog)).toMatchObject({
      id: 5,
      previous_page: { slug: 'post-number-7' },
      next_page: { slug: 'post-number-2' },
      content: '',
    })
    expect(await portalRecord(atrium.pool, post, '8', catalog)).toMatchObject({ previous_page: null })
    expect(await portalRecord(atrium.pool, post, '1', catalog)).toMatchObject({ next_page: null })
    expect(await portalRecord(atrium.pool, post, '3', catalog)).toBeNull()
  })

  it('the featured post is the active one that was featured last', async () => {
    expect(await liveRecord(atrium.pool, post, catalog)).toMatchObject({ id: 5 })
  })

  it('files are found by their address for who may see them', async () => {
    const reader = { actor: { type: 'employee' as const, id: 9 }, perms: [] }
    expect(await fileByKey(atrium.pool, resources, key, reader)).toMatchObject({
      hash: 'b'.repeat(64),
      extension: 'png',
    })
    expect(await fileByKey(atrium.pool, resources, key, null)).toBeNull()
    expect(await libraryFiles(atrium.pool, 'tree')).toEqual([
      {
        id: 1,
        name: 'A tree.png',
        type: 'image',
        extension: 'png',
        size: 3,
        link: `/files/${key}/A%20tree.png`,
        thumbnail: `/files/${key}/A%20tree.png`,
      },
    ])
  })
})
