import { expect, test } from 'vitest'
import { appOf as servedBy } from '../../api/server/apps.ts'
import { appOf, isFor } from '../../ui-shared/session/apps.ts'

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

test.each([
  ['employee', '/post?page=2', true],
  ['employee', '/dashboard/post', false],
  ['user', '/dashboard/post', true],
  ['user', '/post?page=2', false],
  ['user', '/post?page=2&preview=1', true],
  ['user', '/post/preview=1', false],
] as const)('whether a person of type %s is led back to %s: %s', (type, path, isLedBack) => {
  expect(isFor({ type }, path)).toBe(isLedBack)
})
