import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

const linksOf = async (path: string, cookie = '') => {
  const text = await (await fetch(atrium.url + path, { headers: { cookie } })).text()
  const found = [...text.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]+)"/g)]
  return found.map(([, address = '']) => address.replaceAll('&amp;', '&'))
}
const signedIn = 'atrium=somebody'

it.each([
  ['/auth/login', ''],
  ['/auth/employee', ''],
  ['/dashboard', signedIn],
  ['/dashboard/post', signedIn],
  ['/', signedIn],
  ['/post/winter-hours', signedIn],
])('a page tells a browser of the files that its screen is made of: %s', async (path, cookie) => {
  const files = (await linksOf(path, cookie)).filter((address) => address.startsWith('/assets/'))
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect((await fetch(atrium.url + file)).status, file).toBe(200)
})

it('a page tells of answers only whom they are for', async () => {
  const answersOf = async (path: string, cookie?: string) =>
    (await linksOf(path, cookie)).filter((address) => address.startsWith('/api/'))
  expect(await answersOf('/', signedIn)).toContain('/api/post?page=1&per_page=4&view=portal')
  expect(await answersOf('/post/knots-%C3%BC', signedIn)).toContain('/api/post/knots-%C3%BC?view=portal')
  expect(await answersOf('/dashboard', signedIn)).toEqual(['/api/me', '/api/utility/config'])
  for (const path of ['/', '/dashboard', '/dashboard/post']) expect(await linksOf(path)).toEqual([])
  for (const path of ['/auth/login', '/auth/employee', '/preview/abc', '/unsubscribe/abc'])
    expect(await answersOf(path, signedIn)).toEqual([])
  expect(await linksOf('/dashboard/post?as_of=1', signedIn)).toEqual([])
})

it('the table of what is early is not served', async () => {
  for (const app of ['admin', 'portal'])
    expect((await fetch(`${atrium.url}/assets/${app}/early.json`)).status).toBe(404)
})
