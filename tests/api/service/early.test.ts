import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call, countMails, nextCode } from '../../support/client.ts'

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

/** The cookie of a browser in which somebody with these permissions has signed in. */
const cookieWith = async (perms: readonly string[]): Promise<string> => {
  const { account } = await atrium.asUser(perms.length === 0 ? 'no role' : perms)
  const seen = countMails(atrium.dataDir, account.email)
  const { userName, password, email } = account
  const { body } = await call(atrium.url, 'POST', '/api/auth/login', { userName, password })
  const otp = await nextCode(atrium.dataDir, email, seen)
  const mode = { 'x-session-mode': 'cookie' }
  const { headers } = await call(
    atrium.url,
    'POST',
    '/api/auth/verification_login',
    { data: body.data.data, otp },
    mode,
  )
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

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
  // What every page is drawn with is for everybody.
  const drawing = [expect.stringMatching(/^\/assets\/\w+\/\w+\.js$/)]
  for (const path of ['/', '/dashboard', '/dashboard/post']) expect(await linksOf(path)).toEqual(drawing)
  for (const path of ['/auth/login', '/auth/employee', '/preview/abc', '/unsubscribe/abc'])
    expect(await answersOf(path, signedIn)).toEqual([])
  expect(await linksOf('/dashboard/post?as_of=1', signedIn)).toEqual(drawing)
})

it('a page tells of what only some are shown whoever may be shown it, by the permissions of the moment', async () => {
  const answersOf = async (perms: string[], path: string) => {
    return (await linksOf(path, await cookieWith(perms))).filter((address) => address.startsWith('/api/')).slice(2)
  }
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const midnight = encodeURIComponent('T00:00:00.000Z')
  const all = [
    '/api/utility/totals',
    `/api/schedule?from=${day(-14)}${midnight}&until=${day(1)}${midnight}&state=failed`,
  ]
  expect(await answersOf(['r-post'], '/dashboard')).toEqual(all)
  expect(await answersOf(['r-post', 'r-operations'], '/dashboard')).toEqual([
    ...all,
    '/api/utility/mail?page=1&per_page=1&state=failed',
  ])
  expect(await answersOf(['r-audit'], '/dashboard')).toContain(
    '/api/utility/activity_log?page=1&per_page=8&type=Changes',
  )
  expect(await answersOf([], '/dashboard')).toEqual([])
  expect(await answersOf(['r-post'], '/dashboard/post')).toEqual(['/api/post?page=1&per_page=20'])
  expect(await answersOf(['r-post'], '/dashboard/page')).toEqual([])
  // Each is one that is answered, as the screen asks for it.
  const cookie = await cookieWith(['r-audit', 'r-debug_log', 'r-operations', 'r-post'])
  for (const answer of await linksOf('/dashboard', cookie))
    expect((await fetch(atrium.url + answer, { headers: { cookie } })).status, answer).toBe(200)
})

it('the page of a form tells of its record before the files of the form', async () => {
  for (const [path, answer] of [
    ['/dashboard/post/winter-hours', '/api/post/winter-hours'],
    ['/dashboard/configuration', '/api/configuration'],
  ] as const) {
    const area = answer.split('/')[2] ?? ''
    const links = await linksOf(path, await cookieWith([`r-${area}`]))
    expect(links.slice(0, 3)).toEqual(['/api/me', '/api/utility/config', answer])
    expect(links.slice(3).filter((address) => address.startsWith('/assets/')).length).toBeGreaterThan(10)
    expect(await linksOf(path, await cookieWith(['r-category']))).not.toContain(answer)
  }
})

it.each([
  ['/', ''],
  ['/auth/login', ''],
  ['/dashboard/post', signedIn],
  ['/dashboard/menubar', signedIn],
])(
  'a page has the styles of its screen in itself, behind what it asks for, and its policy lets them in: %s',
  async (path, cookie) => {
    const answer = await fetch(atrium.url + path, { headers: { cookie } })
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    const html = await answer.text()
    expect(html).not.toContain('__')
    const [head = ''] = html.split('</head>')
    const held = [
      ...head.matchAll(/<style nonce="([^"]+)">(.*?)<\/style><link rel="stylesheet" disabled href="([^"]+)"/gs),
    ]
    expect(held.length).toBeGreaterThan(path === '/dashboard/menubar' ? 2 : 0)
    for (const [, given, styles, address = ''] of held) {
      expect(given).toBe(nonce)
      expect(styles).toBe(await (await fetch(atrium.url + address)).text())
    }
    expect(head.match(/<link rel="stylesheet"/g)).toHaveLength(held.length)
    expect(head.lastIndexOf('rel="modulepreload"')).toBeLessThan(head.indexOf('<style'))
  },
)

it('what somebody writes into an address has no part in the page but its own', async () => {
  const links = await linksOf('/dashboard/post/__CSP_NONCE__', await cookieWith(['r-post']))
  expect(links).toContain('/api/post/__CSP_NONCE__')
})

it('the table of what is early is not served', async () => {
  for (const app of ['admin', 'portal'])
    expect((await fetch(`${atrium.url}/assets/${app}/early.json`)).status).toBe(404)
})

it.each(['br', 'gzip', 'identity'])('a page is as small as whoever asks for it can read: %s', async (coding) => {
  const answer = await fetch(`${atrium.url}/dashboard/post`, {
    headers: { cookie: signedIn, 'accept-encoding': coding },
  })
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(coding)
  const sent = Number(answer.headers.get('content-length'))
  const html = await answer.text()
  expect(html).toContain('</html>')
  if (coding !== 'identity') expect(sent).toBeLessThan(html.length / 2)
})
