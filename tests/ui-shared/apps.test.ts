import { expect, test } from 'vitest'
import { appOf as servedBy } from '../../api/apps.ts'
import { appOf } from '../../ui-shared/apps.ts'

const paths = [
  '/',
  '/dashboard',
  '/dashboard/post',
  '/dashboards',
  '/auth',
  '/auth/login',
  '/auth/registration',
  '/auth/forgot-password',
  '/auth/forgot-password/employee',
  '/auth/employee',
  '/change/abc',
  '/change/abc/employee',
  '/post',
  '/post/dashboard',
  '/error/error-v1',
]

test.each(paths)('the pages and the server agree which app answers %s', (path) => {
  expect(appOf(path)).toBe(servedBy(path))
})

test('a query does not change which app answers', () => {
  expect(appOf('/?from=/dashboard')).toBe('portal')
  expect(appOf('/dashboard?x=1')).toBe('admin')
})
