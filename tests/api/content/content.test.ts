import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import type { Fields, Row, SentTo } from '../../support/sent.ts'
import { pngPicture } from '../../support/pictures.ts'
import { formOf } from '../../support/form.ts'

let atrium: TestAtrium
let staff: Client
let employee: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
  employee = await atrium.asEmployee()
}, 60_000)
afterAll(() => atrium.close())

const pictured = async (fields: Fields<'banner'>) =>
  formOf<'banner'>(fields, { thumbnail: { bytes: await pngPicture(), name: 'thumb.png' } })

const made = async <P extends string, S extends SentTo<'POST', P, S>>(path: P, body: S): Promise<number> => {
  const answer = await staff.call('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.id
}

const shown = async (call: string) => (await employee.call('GET', `/api/utility/${call}`)).body.data

it('shows active banners by their number, with their pictures', async () => {
  await made('/api/banner', await pictured({ number: '2', name: 'Second', link: 'https://example.org/' }))
  await made('/api/banner', { number: '1', name: 'First', link: '/post/first' })
  const off = await made('/api/banner', { number: 0, name: 'Off', link: '/' })
  await staff.call('POST', `/api/banner/${off}/deactivate`)
  expect(await shown('getBanners')).toEqual([
    expect.objectContaining({ number: 1, name: 'First', link: '/post/first', thumbnail_url: null }),
    expect.objectContaining({ link: 'https://example.org/', thumbnail_url: expect.stringMatching(/^\/files\/.*png$/) }),
  ])
  const [, second] = await shown('getBanners')
  expect((await employee.call('GET', second.thumbnail_url)).status).toBe(200)
  const list = await staff.call('GET', '/api/banner?type=')
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Off', 'First', 'Second'])
})

it('shows all flash news, newest first, cleaned, and the newest popup alone', async () => {
  expect(await shown('popup')).toBeNull()
  for (const name of ['One', 'Two']) {
    await made('/api/flash', { name, link: '/x', news_text: `<p>${name}<script>alert(1)</script></p>` })
    await made('/api/popup', { name, link: '/y' })
  }
  expect((await shown('news_flash')).map((row: { news_text: string }) => row.news_text)).toEqual([
    '<p>Two</p>',
    '<p>One</p>',
  ])
  expect(await shown('popup')).toMatchObject({ name: 'Two', link: '/y', thumbnail_url: null, version: 1 })
})

it('shows a record from and until its moments to the second', async () => {
  const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const isShown = async () => (await shown('getBanners')).some(({ name }: { name: string }) => name === 'Soon')
  const inAnHour = { active_from: soon(3_600_000) }
  const id = await made('/api/banner', { number: 9, name: 'Soon', link: '/', ...inAnHour })
  expect(await isShown()).toBe(false)
  const from = soon(1_000)
  await staff.call('PUT', `/api/banner/${id}`, { active_from: from })
  await vi.waitUntil(isShown, { timeout: 20_000, interval: 50 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from))
  const until = soon(1_000)
  await staff.call('PUT', `/api/banner/${id}`, { active_until: until })
  await vi.waitUntil(async () => !(await isShown()), { timeout: 20_000, interval: 50 })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(until))
  const refused = await staff.call('POST', '/api/banner', {
    number: 1,
    name: 'X',
    link: '/',
    active_from: until,
    active_until: from,
  })
  expect(refused.body.errors).toMatchObject([{ property: 'active_until' }])
})

it.each(['banner', 'flash', 'popup'])(
  'takes no link for a %s but http(s), mailto and paths of this site',
  async (name) => {
    const more = name === 'banner' ? { number: 1 } : {}
    const create = (link: string) => staff.call('POST', `/api/${name}`, { name: 'Linked', link, ...more })
    for (const link of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'java\tscript:alert(1)',
      'evil.example',
    ])
      expect((await create(link)).body.errors, link).toMatchObject([{ property: 'link' }])
    for (const link of ['https://example.org/a?b=c', 'mailto:desk@example.org', '/jobs'])
      expect((await create(link)).status, link).toBe(200)
  },
)

const galleryForm = async (fields: Fields<'page'>, files: readonly string[] = []) => {
  const bytes = await Promise.all(files.map((_name, index) => pngPicture(30 + index, 30)))
  return formOf<'page'>(
    fields,
    Object.fromEntries(files.map((name, index) => [name, { bytes: bytes[index] ?? '', name: `${name}.png` }])),
  )
}

type Image = { id: number; ordering: number; altText: string; caption: string; thumbnail_url: string }
const imagesOf = async (key: string | number, who = staff): Promise<Image[]> => {
  const { body } = await who.call('GET', `/api/page/${key}`)
  expect(body.data.images).toEqual(body.data.galleryContent.images)
  return body.data.images
}

it('keeps a gallery from its form: empty slots skipped, images added, changed, removed and put in order', async () => {
  const content = [1, 2, 3, 4].map((n) => ({
    id: `new_${n}`,
    ordering: n,
    altText: n === 1 ? 'Kitchen' : '',
    caption: '',
  }))
  const sent = await galleryForm({ name: 'The new house', excerpt: 'Look', content }, ['image_new_1', 'image_new_3'])
  const { body, status } = await staff.call('POST', '/api/page/gallery', sent)
  expect(status, JSON.stringify(body)).toBe(200)
  const { id, slug } = body.data
  expect(slug).toBe('the-new-house')
  const [first, second, ...none] = await imagesOf(id)
  expect(none).toEqual([])
  expect([first, second]).toMatchObject([
    { ordering: 1, altText: 'Kitchen' },
    { ordering: 2, altText: '' },
  ])
  const again = await galleryForm(
    {
      content: [
        { id: second?.id, caption: 'Stairs', ordering: 1 },
        { id: 'new_1', ordering: 2 },
      ],
      removed: String(first?.id),
    },
    ['image_new_1'],
  )
  expect((await staff.call('PUT', `/api/page/${slug}/gallery`, again)).status).toBe(200)
  const changed = await imagesOf(id)
  expect(changed).toMatchObject([
    { id: second?.id, caption: 'Stairs', thumbnail_url: second?.thumbnail_url },
    { ordering: 2 },
  ])
  const head = await atrium.services.log.store.head()
  for (const removed of ['999', String(first?.id)]) {
    const refused = await staff.call('PUT', `/api/page/${id}/gallery`, {
      removed: `${second?.id},${removed}`,
      content: '[]',
    })
    expect([refused.status, refused.body.errors?.[0].property]).toEqual([422, 'removed'])
  }
  expect(await atrium.services.log.store.head()).toBe(head)
  // What the portal shows below a picture: its caption, or what describes it (D11). Forms hold what was said.
  await staff.call('PUT', `/api/page/${id}/gallery`, { content: [{ id: changed[1]?.id, altText: 'The yard' }] })
  expect((await imagesOf(slug, employee)).map(({ caption }) => caption)).toEqual(['Stairs', 'The yard'])
  expect((await imagesOf(id)).map(({ caption }) => caption)).toEqual(['Stairs', ''])
  const { body: index } = await employee.call('GET', '/api/page/gallery_index?per_page=6')
  expect(index).toMatchObject({
    data: [{ name: 'The new house', slug, thumbnail_url: changed[0]?.thumbnail_url }],
    meta: { total_page: 1 },
  })
})

it('lets many change one gallery at once and loses nothing', async () => {
  const { body } = await staff.call('POST', '/api/page/gallery', await galleryForm({ name: 'Busy', excerpt: 'x' }))
  const results = await Promise.all(
    [1, 2, 3].map(async (n) =>
      staff.call(
        'PUT',
        `/api/page/${body.data.id}/gallery`,
        await galleryForm({ content: [{ id: `new_${n}`, altText: `by ${n}` }] }, [`image_new_${n}`]),
      ),
    ),
  )
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await imagesOf(body.data.id)).map(({ altText }) => altText).toSorted()).toEqual(['by 1', 'by 2', 'by 3'])
  const stale = await staff.call(
    'PUT',
    `/api/page/${body.data.id}/gallery`,
    { content: '[]', removed: '' },
    { 'if-match': '"1"' },
  )
  expect(stale.status).toBe(412)
})

it('answers the text of a page as one object, and takes it so or apart', async () => {
  const nested = {
    name: 'Rules',
    type: 'content',
    content: { excerpt: 'Short', content: '<p>Be kind<script>1</script></p>', css: '.a { color: red }' },
  }
  const one = await made('/api/page', nested)
  const two = await made('/api/page', {
    name: 'Welder',
    type: 'job',
    parent: one,
    excerpt: 'Join',
    content: '<p>Weld</p>',
  })
  const { body } = await staff.call('GET', `/api/page/${one}`)
  expect(body.data).toMatchObject({
    type: 'content',
    slug: 'rules',
    content: { excerpt: 'Short', content: '<p>Be kind</p>', css: '.a { color: red }' },
  })
  const { body: job } = await employee.call('GET', '/api/page/welder')
  expect(job.data).toMatchObject({
    type: 'job',
    parent: { id: one, name: 'Rules' },
    content: { content: '<p>Weld</p>' },
    next_page: null,
  })
  expect((await employee.call('GET', '/api/page/job_index?page=1&per_page=4')).body.data).toMatchObject([
    { name: 'Welder', content: { excerpt: 'Join' } },
  ])
  await staff.call('PUT', `/api/page/${one}`, { slug: 'house-rules', name: 'House rules' })
  expect((await employee.call('GET', '/api/page/rules')).body.data).toMatchObject({ slug: 'house-rules' })
  expect((await staff.call('PUT', `/api/page/${one}`, { type: 'job' })).body.errors).toMatchObject([
    { property: 'type' },
  ])
  expect((await staff.call('PUT', `/api/page/${one}`, { parent: two })).body.errors).toMatchObject([
    { property: 'parent' },
  ])
  expect((await staff.call('POST', '/api/page', { name: 'X', type: 'content' })).body.errors).toMatchObject([
    { property: 'excerpt' },
  ])
})

it('has one page of the ISO Center, which can be put away and not removed', async () => {
  const { body } = await employee.call('GET', '/api/page/iso_center')
  expect(body.data).toMatchObject({ id: 1, type: 'form', slug: 'iso_center' })
  const check = (type: string, url: string) => employee.call('POST', '/api/utility/check_page', { type, url })
  expect((await check('isoform', 'iso_center')).body.data).toEqual({ exists: true, id: 1, slug: 'iso_center' })
  expect((await check('gallery', '/iso_center')).body.data).toEqual({ exists: false, id: null, slug: null })
  expect((await staff.call('POST', '/api/page', { name: 'Mine', type: 'form' })).body.errors).toMatchObject([
    { property: 'type' },
  ])
  expect((await staff.call('DELETE', '/api/page/1')).status).toBe(409)
  expect((await staff.call('POST', '/api/page/1/deactivate')).status).toBe(200)
  expect((await employee.call('GET', '/api/page/iso_center')).status).toBe(404)
  await staff.call('POST', '/api/page/1/activate')
})

const blocks = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7].map((n) => [`menu${n}`, { title: `Block ${n}`, link: `/b${n}` }]),
)
const config = async (who: Client) => (await who.call('GET', '/api/utility/config')).body.data
const settings = {
  popup_timer: '0',
  email_job: 'jobs@example.org, hr@example.org',
  email_stationary: 'desk@example.org',
  email_iso: 'iso@example.org',
  email_name: 'portal@example.org',
  email_password: 'not-to-be-told-93',
  email_host: 'mail.example.org',
  email_port_smtp: '587',
  email_port_pop: '995',
}

it('keeps every setting of the site and tells each reader what is theirs', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const form = formOf<'configuration'>(
    { siteTitle: 'Quay', footer: 'Quay Ltd', ...settings },
    { logo: { bytes: svg, name: 'logo.svg' }, policy1: { bytes: '%PDF-1.7\n% rules\n', name: 'rules.pdf' } },
  )
  const missing = async () => {
    const { status, body } = await staff.call('POST', '/api/utility/config', form)
    return [status, ...(body.errors ?? []).map(({ property }: { property: string }) => property)]
  }
  expect(await missing()).toEqual([422, 'favicon'])
  form.set('favicon_url' satisfies keyof Row<'configuration'>, new Blob([svg]), 'icon.svg')
  form.delete('email_password')
  expect(await missing(), 'the first form says it').toEqual([422, 'email_password'])
  form.set('email_password' satisfies keyof Row<'configuration'>, settings.email_password)
  const saved = await staff.call('POST', '/api/utility/config', form)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  for (const name of ['logo', 'favicon_url', 'email_password']) form.delete(name)
  expect(await missing(), 'what is stored is not sent again').toEqual([200])
  const full = await config(staff)
  expect(full).toMatchObject({
    siteTitle: 'Quay',
    popup_timer: 0,
    email_job: settings.email_job,
    email_port_smtp: 587,
    email_password_set: true,
    logo_url: expect.stringMatching(/logo\.png$/),
    policy1_url: expect.stringMatching(/rules\.pdf$/),
  })
  expect(JSON.stringify(full)).not.toContain('not-to-be-told')
  const seen = await config(employee)
  expect(seen).toMatchObject({ siteTitle: 'Quay', policy1_url: full.policy1_url, notices: 'everywhere' })
  expect(Object.keys(seen).filter((name) => name.startsWith('email'))).toEqual([])
  const policy = await employee.call('GET', full.policy1_url)
  expect([policy.status, policy.headers.get('content-disposition')]).toEqual([
    200,
    "attachment; filename*=UTF-8''rules.pdf",
  ])
  await staff.call('POST', '/api/utility/config', { email_password: '', siteTitle: 'Quay 2' })
  expect(await config(staff)).toMatchObject({
    siteTitle: 'Quay 2',
    email_password_set: true,
    email_host: 'mail.example.org',
  })
  for (const [name, value] of [
    ['popup_timer', ''],
    ['popup_timer', '3601'],
    ['email_iso', 'nobody'],
    ['email_host', ''],
    ['facebook', 'javascript:1'],
  ] as const)
    expect(
      (await staff.call('POST', '/api/utility/config', { [name]: value })).body.errors?.[0].property,
      name,
    ).toMatch(new RegExp(`^${name}`))
})

it('takes the blocks as text or object, each by its own permission', async () => {
  const editor = await atrium.asUser(['u-homepage', 'r-homepage'])
  const save = (body: Fields<'configuration'>, who: Client = editor) => who.call('POST', '/api/utility/config', body)
  expect((await save({ menuBlocks: JSON.stringify(blocks) })).status).toBe(200)
  const shownBlocks = await config(employee)
  expect([JSON.parse(shownBlocks.menuBlocks), shownBlocks.blocks]).toEqual([blocks, blocks])
  expect((await save({ menuBlocks: blocks, siteTitle: 'Mine' })).status).toBe(403)
  expect(
    (await save({ menuBlocks: { menu2: { title: 'Two', link: 'https://two.example/' } }, siteTitle: 'Both' }, staff))
      .status,
  ).toBe(200)
  expect(await config(staff)).toMatchObject({
    siteTitle: 'Both',
    blocks: { menu1: { title: 'Block 1' }, menu2: { title: 'Two' } },
  })
  const refused = await save({ menuBlocks: { menu1: { title: '', link: 'x:y' } }, siteTitle: 'Never' }, staff)
  expect(refused.body.errors.map(({ property }: { property: string }) => property)).toEqual([
    'menu1.title',
    'menu1.link',
  ])
  expect(await config(staff)).toMatchObject({ siteTitle: 'Both' })
})

it('keeps the menu as a tree whose entries follow what they name', async () => {
  const pageId = await made('/api/page', { name: 'Canteen', type: 'content', excerpt: 'Food', content: '<p>Soup</p>' })
  const menu = async () => (await staff.call('GET', '/api/utility/menubar_data')).body.data
  const { available, version } = await menu()
  expect(available.pages).toContainEqual({ id: pageId, name: 'Canteen' })
  const tree = [
    {
      id: 'new_1',
      title: 'Food',
      type: 'page',
      content_id: pageId,
      children: [{ id: 'new_2', title: 'People', type: 'listemp', new_tab: true }],
    },
    { title: 'Elsewhere', type: 'post', url: 'https://example.org/', expanded: true },
    { title: 'ISO', type: 'isoform', url: 'iso_center' },
  ]
  expect((await staff.call('POST', '/api/utility/menubar_data', tree, { 'if-match': `"${version}"` })).status).toBe(200)
  const parsed = async () => (await employee.call('GET', '/api/utility/menubar_parsed')).body.data
  expect(await parsed()).toEqual([
    {
      name: 'Food',
      url: '/canteen',
      outbound: false,
      children: [{ name: 'People', url: '/employee', outbound: true, children: [] }],
    },
    { name: 'Elsewhere', url: 'https://example.org/', outbound: false, children: [] },
    { name: 'ISO', url: '/iso_center', outbound: false, children: [] },
  ])
  await staff.call('POST', '/api/page/iso_center/deactivate')
  expect(await parsed()).toHaveLength(2)
  await staff.call('POST', '/api/page/iso_center/activate')
  await staff.call('PUT', `/api/page/${pageId}`, { slug: 'eat-here' })
  expect((await parsed())[0].url).toBe('/eat-here')
  await staff.call('POST', `/api/page/${pageId}/deactivate`)
  expect((await parsed()).map(({ name }: { name: string }) => name)).toEqual(['People', 'Elsewhere', 'ISO'])
  const now = await menu()
  expect(now.available.pages).not.toContainEqual({ id: pageId, name: 'Canteen' })
  expect(now.menubar[0]).toMatchObject({ title: 'Food', isBroken: true, children: [{ isBroken: false }] })
  const stale = await staff.call('POST', '/api/utility/menubar_data', { menubar: [], version })
  expect([stale.status, stale.body.data.changed.menubar.length]).toEqual([412, 3])
  expect(
    (
      await staff.call('POST', '/api/utility/menubar_data', {
        menubar: [{ title: 'x', type: 'listjob', url: 'javascript:1' }],
        version: now.version,
      })
    ).body.errors[0].property,
  ).toMatch(/url$/)
})

it('asks for the permission of what is done to the menu', async () => {
  const { menubar, version } = (await staff.call('GET', '/api/utility/menubar_data')).body.data
  const save = async (perms: string[], tree: unknown) =>
    (await (await atrium.asUser(perms)).call('POST', '/api/utility/menubar_data', { menubar: tree, version })).status
  const added = [...menubar, { id: 'new_9', title: 'Jobs', type: 'listjob' }]
  expect([
    await save(['u-menubar'], added),
    await save(['c-menubar'], menubar.slice(1)),
    await save(['d-menubar'], [menubar[1], menubar[0]]),
  ]).toEqual([403, 403, 403])
  expect(await save(['c-menubar'], added)).toBe(200)
})
