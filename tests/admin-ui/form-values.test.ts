import { describe, expect, test } from 'vitest'
import { bodyOf, changedNames, fromKept, problemsOf, valuesOf } from '../../admin-ui/edit/form-values.ts'
import { post } from '../../domain/resources/post.ts'

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
}

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
