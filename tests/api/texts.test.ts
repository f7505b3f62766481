import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { post } from '../../domain/resources/post.ts'
import { searchedTexts } from '../../domain/shapes/searched-texts.ts'
import { restartEmptyWords } from '../../projections/texts/consumer.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { indexed } from '../support/indexed.ts'

let atrium: TestAtrium
let boss: Client
let reader: Client
const ids: Record<string, number> = {}

const write = async (name: string, content: string) => {
  ids[name] = (await atrium.run(post, 'create', { name, excerpt: 'x', category: 1, content })).id
}

beforeAll(async () => {
  atrium = await openTestAtrium()
  boss = await atrium.asUser('all')
  reader = await atrium.asEmployee()
  await atrium.run(category, 'create', { name: 'Quayside' })
  await write('First', '<p>The lighthouse keeper writes in the <b>log</b>books &lt;every&gt; night.</p>')
  await write('Second', '<p>Die Häuser am Fluss und das Büro werden gestrichen.</p>')
  await write('Third', '<p>La organización de las oficinas para el verano.</p>')
  await write('Fourth', '<p>来月の給与についてのお知らせです。</p>')
  await write('Fifth', '<p>Les bureaux sont fermés pour les fêtes.</p>')
  await write('Hidden', '<p>The lighthouse is sold.</p>')
  await write('Payroll notice', '<p>What changes in 2025 for the tax.</p>')
  await atrium.run(post, 'deactivate', {}, ids.Hidden)
  await indexed(atrium)
}, 60_000)
afterAll(() => atrium.close())

const listed = z.object({ data: z.array(z.object({ name: z.string() })), meta: z.object({ total_item: z.number() }) })

const list = async (who: Client, keyword: string, more = '') => {
  const { status, body } = await who.call('GET', `/api/post?keyword=${encodeURIComponent(keyword)}${more}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const { data, meta } = listed.parse(body)
  expect(meta.total_item).toBe(data.length)
  return data.map(({ name }) => name).toSorted()
}

it('finds posts by their texts, in the words of six languages, with and without accents', async () => {
  const found: readonly (readonly [string, readonly string[]])[] = [
    ['lighthouse', ['First', 'Hidden']],
    ['keepers writing', ['First']],
    ['logbook', ['First']],
    ['Haus', ['Second']],
    ['hauser', ['Second']],
    ['organizaciones', ['Third']],
    ['organizacion', ['Third']],
    ['給与', ['Fourth']],
    ['知らせ', ['Fourth']],
    ['fermée', ['Fifth']],
    ['fete', ['Fifth']],
    ['the lighthouse', ['First', 'Hidden']],
    ['2025 payroll', ['Payroll notice']],
    ['strong', []],
    ['給料', []],
  ]
  for (const [keyword, names] of found) expect(await list(boss, keyword), keyword).toEqual(names)
})

it('shows to employees the texts of what they read', async () => {
  expect(await list(reader, 'lighthouse')).toEqual(['First'])
  const { body } = await reader.call('GET', '/api/search?q=lighthouse')
  expect(body.data.map(({ label }: { label: string }) => label)).toEqual(['First'])
})

it('says where it was found as text, with what was looked for marked', async () => {
  const { body } = await boss.call('GET', '/api/search?q=every%20logbook')
  expect(body.data).toEqual([
    expect.objectContaining({
      label: 'First',
      at: expect.stringMatching(/Z$/),
      passage: [
        { text: 'x The lighthouse keeper writes in the ', isMarked: false },
        { text: 'logbooks', isMarked: true },
        { text: ' <', isMarked: false },
        { text: 'every', isMarked: true },
        { text: '> night.', isMarked: false },
      ],
    }),
  ])
})

it('says where the records of a list hold it, to who may read them, and nothing of what lies in Trash', async () => {
  await write('Binned', '<p>The lighthouse is gone.</p>')
  await indexed(atrium)
  const passages = (who: Client) =>
    who.call(
      'GET',
      `/api/search/passages?resource=post&keyword=lighthouse&ids=${ids.First},${ids.Binned},${ids.Second}`,
    )
  const found = async () => (await passages(boss)).body.data.map(({ id }: { id: number }) => id).toSorted()
  expect(await found()).toEqual([ids.First, ids.Binned])
  await atrium.run(post, 'delete', {}, ids.Binned)
  expect(await found()).toEqual([ids.First])
  expect((await passages(await atrium.asUser(['r-category']))).status).toBe(403)
  expect((await passages(reader)).status).toBe(403)
})

it('finds by the text of now, and as of a moment by that of then', async () => {
  await write('Moving', '<p>An osprey above the quay.</p>')
  await indexed(atrium)
  const moment = new Date().toISOString()
  await expect.poll(() => new Date().toISOString() > moment).toBe(true)
  await atrium.run(post, 'edit', { content: '<p>A heron above the quay.</p>' }, ids.Moving)
  await indexed(atrium)
  expect(await list(boss, 'osprey')).toEqual([])
  expect(await list(boss, 'heron')).toEqual(['Moving'])
  const then = `&as_of=${encodeURIComponent(moment)}`
  expect(await list(boss, 'osprey', then)).toEqual(['Moving'])
  expect(await list(boss, 'heron', then)).toEqual([])
  expect(await list(boss, 'moving osprey', then)).toEqual(['Moving'])
  const { body } = await boss.call('GET', `/api/search?q=osprey${then}`)
  expect(body.data.map(({ label }: { label: string }) => label)).toEqual(['Moving'])
})

it('holds no personal text of anybody', () => {
  const searched = resources.flatMap((resource) => searchedTexts(resource).map((name) => ({ resource, name })))
  expect(searched.map(({ resource, name }) => `${resource.name}.${name}`)).toEqual(
    expect.arrayContaining(['post.content', 'page.body', 'page.images', 'flash.news_text']),
  )
  for (const { resource, name } of searched)
    expect(resource.isPerson || resource.fields[name]?.isPersonal, `${resource.name}.${name}`).toBeFalsy()
})

it('begins with the whole log again where the index was emptied', async () => {
  const { pool } = atrium.services
  await pool.query('truncate consumer.words')
  await restartEmptyWords(pool)
  // Whoever keeps the index finds its checkpoint gone at the next event, and begins anew.
  await write('Last', '<p>A lighthouse again.</p>')
  await vi.waitFor(async () => expect(await list(boss, 'lighthouse')).toEqual(['First', 'Hidden', 'Last']), 20_000)
})
