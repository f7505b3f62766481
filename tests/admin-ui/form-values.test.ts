import { describe, expect, test } from 'vitest'
import { choiceOptions } from '../../admin-ui/edit/fields/widget-props.ts'
import {
  bodyOf,
  changedNames,
  type FormValues,
  fromKept,
  problemsOf,
  unkeptNames,
  valuesOf,
} from '../../admin-ui/edit/form-values.ts'
import type { Row } from '../../admin-ui/list/row.ts'
import { formAfter } from '../../admin-ui/edit/save/form-after.ts'
import { publishedFrom, submitDoes } from '../../admin-ui/publishing/publishing-words.ts'
import { resources } from '../../domain/catalog.ts'
import { banner } from '../../domain/resources/banner.ts'
import { category } from '../../domain/resources/category.ts'
import { homepage } from '../../domain/resources/homepage.ts'
import { page } from '../../domain/resources/page.ts'
import { configuration } from '../../domain/resources/configuration.ts'
import { employee } from '../../domain/resources/employee.ts'
import type { Answered } from '../../domain/fields/values.ts'
import { post } from '../../domain/resources/post.ts'
import { list, object } from '../../domain/fields/composite.ts'
import { secret } from '../../domain/fields/secret.ts'

const row = {
  id: 4,
  name: 'A post',
  slug: 'a-post',
  excerpt: 'Words',
  category: { id: 2, name: 'People', slug: 'people' },
  featured: 'true',
  thumbnail_url: '/files/k/a.png',
  content: '<p>x</p>',
  css: '',
  version: 3,
} satisfies Answered<typeof post.fields>

describe('the values of a form', () => {
  test('come from the wire by the kind of each field', () => {
    expect(valuesOf(post, row)).toEqual({
      name: 'A post',
      excerpt: 'Words',
      category: '2',
      featured: true,
      thumbnail: { link: '/files/k/a.png', id: null, file: null },
      content: '<p>x</p>',
      css: '',
      thumbnail_focus: '',
      draft: false,
      publish_at: '',
    })
  })

  test('are empty for a new record and leave out what only events set', () => {
    expect(valuesOf(post, null)).toEqual({
      name: '',
      excerpt: '',
      category: '',
      featured: false,
      thumbnail: null,
      content: '',
      css: '',
      thumbnail_focus: '',
      draft: false,
      publish_at: '',
    })
  })

  test('differ only by what was changed', () => {
    const values = valuesOf(post, row)
    expect(changedNames(values, valuesOf(post, row))).toEqual([])
    expect(changedNames(values, { ...values, featured: false, thumbnail: null })).toEqual(['featured', 'thumbnail'])
  })

  test('are sent as JSON, flags as text, a removed picture as nothing, line ends as they are', () => {
    const values = { ...valuesOf(post, row), thumbnail: null, content: '<p>x</p>\n<p>y</p>' }
    expect(bodyOf(post, values, ['featured', 'thumbnail', 'category', 'content'])).toEqual({
      featured: 'true',
      thumbnail: null,
      category: '2',
      content: '<p>x</p>\n<p>y</p>',
    })
  })

  test('send a library picture by its id and a chosen one as itself, in a form', () => {
    const file = new File(['x'], 'a.png', { type: 'image/png' })
    const values = valuesOf(post, row)
    expect(bodyOf(post, { ...values, thumbnail: { link: '/x', id: 9, file: null } }, ['thumbnail'])).toEqual({
      thumbnail: 9,
    })
    const body = bodyOf(post, { ...values, thumbnail: { link: 'blob:x', id: null, file } }, ['thumbnail', 'name'])
    expect(body instanceof FormData && [...body.keys()]).toEqual(['name', 'thumbnail'])
    expect(body instanceof FormData && body.get('thumbnail')).toBeInstanceOf(File)
  })

  test('are judged by the declaration', () => {
    expect(problemsOf(post, valuesOf(post, row)).size).toBe(0)
    expect([...problemsOf(post, valuesOf(post, null)).keys()]).toEqual(['name', 'excerpt', 'category'])
  })

  test('kept on this device come back only for fields the form still has', () => {
    expect(fromKept(post, { name: 'Typed', gone: 'x', excerpt: 7 })).toEqual({ name: 'Typed' })
  })
})

test('no secret and nothing personal is kept on a device, also inside of other fields', () => {
  expect(unkeptNames(configuration)).toEqual(['email_password'])
  expect(unkeptNames(post)).toEqual([])
  expect(unkeptNames(employee)).toEqual(expect.arrayContaining(['employee_number', 'fullname', 'email', 'thumbnail']))
  const doors = list({
    label: 'Doors',
    of: object({ label: 'Door', fields: { key: secret({ label: 'Key' }) } }),
  })
  expect(unkeptNames({ ...post, fields: { ...post.fields, doors } })).toEqual(['doors'])
})

describe('what is wrong with a form', () => {
  const homepageForm = valuesOf(homepage, null)

  test('names the block of the landing page that it is about', () => {
    const problems = problemsOf(homepage, { ...homepageForm, menu3: { title: '', link: 'javascript:x' } })
    expect(problems.get('menu3.title')).toBe('Block 3: Title is required')
    expect(problems.get('menu3.link')).toBe('Block 3: Link is not a link this site may use')
  })

  test('says of what is empty that it is required', () => {
    for (const resource of resources) {
      const empty = [...problemsOf(resource, valuesOf(resource, null)).values()]
      expect(
        empty.filter((one) => !/ is required$|^Please Input Employee Point\.$/.test(one)),
        resource.name,
      ).toEqual([])
    }
  })
})

describe('a choice', () => {
  const { type } = page.fields
  const offered = (held: string) => (type ? choiceOptions(type, held).map(({ label }) => label) : [])

  test('offers what only the system makes to the record that has it', () => {
    expect(offered('form')).toEqual(['Content', 'Gallery', 'Job Vacancy', 'ISO Center'])
    expect(offered('content')).toEqual(['Content', 'Gallery', 'Job Vacancy'])
  })
})

describe('a form that goes on after it was saved', () => {
  const typed = { ...valuesOf(post, row), content: '<p>x<b>y</b></p>', excerpt: 'Sent' }

  test('keeps texts as they were typed, and takes the rest as it is stored', () => {
    const file = new File(['x'], 'a.png')
    const sent = { ...typed, thumbnail: { link: 'blob:1', id: null, file }, draft: true }
    const read = { ...row, content: '<p>x</p>', excerpt: 'Sent', draft: true }
    const { base, now } = formAfter(post, sent, { ...sent, draft: false, name: 'Typed meanwhile' }, read)
    expect(base).toMatchObject({ content: typed.content, excerpt: 'Sent', draft: true, name: 'A post' })
    expect(base.thumbnail).toEqual({ link: '/files/k/a.png', id: null, file: null })
    expect(now.thumbnail).toEqual(base.thumbnail)
    expect(changedNames(base, now)).toEqual(['name'])
  })

  test('gives new entries the numbers that they got, and leaves empty places where they are', () => {
    const entry = (id: number | string) => ({
      id,
      thumbnail: { link: '/files/k/a.png', id: 3, file: null },
      altText: '',
      caption: '',
    })
    const blank = valuesOf(page, null)
    const stored = {
      ...row,
      type: 'gallery',
      images: [{ id: 7, thumbnail: 3, thumbnail_url: '/files/k/a.png', altText: '', caption: '' }],
    }
    const sent = { ...blank, name: 'A post', type: 'gallery', excerpt: 'Words', images: [entry('new_1')] }
    expect(formAfter(page, sent, sent, stored).now.images).toMatchObject([{ id: 7 }])
    const empty = { ...sent, images: blank.images ?? null }
    expect(formAfter(page, empty, empty, { ...stored, images: [] }).now.images).toEqual(blank.images)
  })
})

test('says of a draft where it is published', () => {
  const draft: Row = { ...row, draft: true, deletedAt: '2026-11-01T09:00:00Z', publish_at: null }
  expect(publishedFrom(post, draft)).toBe('To publish: Actions, then Publish now')
  for (const one of [null, { ...draft, draft: false }, { ...draft, publish_at: '2040-01-01T09:00:00Z' }])
    expect(publishedFrom(post, one)).toBeNull()
})

test('says what the button is going to do', () => {
  const draft: Row = { ...row, draft: true, deletedAt: '2026-11-01T09:00:00Z', publish_at: null }
  const does = (one: Row | null, more: FormValues = {}) => submitDoes(post, one, { ...valuesOf(post, null), ...more })
  expect(does(null)).toBe('Publishes now')
  expect(does({ ...row, deletedAt: null })).toBe('Changes the live post')
  expect(does(draft)).toBe('Stays a draft')
  expect(does({ ...draft, publish_at: '2040-01-01T09:00:00Z' })).toMatch(/^Stays a draft until 1 January 2040/)
  expect(does({ ...draft, draft: false })).toBe('Stays inactive')
  expect(submitDoes(category, null, {})).toBeNull()
  const span = (from: string, until: string) => submitDoes(banner, null, { active_from: from, active_until: until })
  expect(span('', '')).toBe('Publishes now')
  expect(span('2040-01-01T09:00:00Z', '')).toMatch(/^Shown from 1 January 2040/)
  expect(span('', '2020-01-01T09:00:00Z')).toBe('Not shown: its time is over')
})
