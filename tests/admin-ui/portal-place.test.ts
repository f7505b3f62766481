import { describe, expect, test } from 'vitest'
import { portalPlace } from '../../admin-ui/dashboard/portal-place.ts'

describe('the page of the portal that staff came for', () => {
  test('is named by its path, with the way to its preview and to the post', () =>
    expect(portalPlace('/post/harbour-office?page=2')).toEqual({
      address: '/post/harbour-office',
      preview: '/post/harbour-office?page=2&preview=1',
      post: 'harbour-office',
    }))
  test('need not be a post', () =>
    expect(portalPlace('/post')).toEqual({ address: '/post', preview: '/post?preview=1', post: null }))
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
