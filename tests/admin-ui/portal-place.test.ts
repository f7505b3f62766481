import { describe, expect, test } from 'vitest'
import { portalPlace } from '../../admin-ui/dashboard/portal-place.ts'

describe('the page of the portal that staff came for', () => {
  test('is named by its path, with the way to its preview and to the record', () =>
    expect(portalPlace('/post/harbour-office?page=2')).toEqual({
      address: '/post/harbour-office',
      preview: '/post/harbour-office?page=2&preview=1',
      record: { resource: expect.objectContaining({ name: 'post' }), slug: 'harbour-office' },
    }))
  test('need not show a record', () =>
    expect(portalPlace('/post')).toEqual({ address: '/post', preview: '/post?preview=1', record: null }))
  test.each([
    null,
    '',
    '/',
    '/?page=2',
    '/dashboard/post',
    '//evil.example/post/a',
    'https://evil.example/post/a',
    'javascript:alert(1)',
    '/post/a b',
    '/post/<b>call 555</b>',
    '/post/\u202Egnp',
    `/post/${'a'.repeat(300)}`,
  ])('is nothing else: %s', (path) => expect(portalPlace(path)).toBeNull())
})
