import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import type { Account } from '../../support/server.ts'
import { administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { type Traced, traced } from '../../support/traced.ts'

const stage = openStage()

const early = /<link rel="preload" as="fetch"[^>]*href="([^"]*)"[^>]*>/g

const editor = (one: Account) => one.type === 'user' && one.role === 'Editor'

// What stands around each screen: the menu counts what is unread, a notice says how the service is, and live updates come last.
const beside = /^\/api\/(?:live|[a-z_]+\/unread|utility\/operations)$/

/** The calls that a page names to the browser, and those that its screen asks for where none were named. */
const callsOf = async (fits: (one: Account) => boolean, path: string, heading: string | RegExp) => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, fits)
  await page.getByRole('heading').first().waitFor()
  await settled(page)
  const named: string[] = []
  await page.route(
    (url) => url.pathname + url.search === path,
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      named.push(...[...html.matchAll(early)].map(([, href = '']) => href.replaceAll('&amp;', '&')))
      await route.fulfill({ response: answer, body: html.replaceAll(early, '') })
    },
  )
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/') && !beside.test(pathname))
      asked.push(pathname + search)
  })
  await page.goto(path)
  await page.getByRole('heading', { name: heading }).first().waitFor()
  await settled(page)
  await context.close()
  return { named: named.toSorted(), asked: asked.toSorted() }
}

it.each([
  ['an administrator', administrator],
  ['an editor', editor],
] as const)(
  'names to the browser of %s what the dashboard asks for, and nothing else',
  async (_who, fits) => {
    const { named, asked } = await callsOf(fits, '/dashboard', 'Dashboard')
    expect(named.length).toBeGreaterThan(3)
    expect(asked).toEqual(named)
  },
  60_000,
)

it.each([
  ['/dashboard/post', administrator, /^post/i],
  ['/dashboard/post?status=inactive', administrator, /^post/i],
  ['/dashboard/configuration', administrator, 'Configuration'],
  ['/', employee, 'Latest posts'],
  ['/post', employee, 'News'],
  ['/gallery', employee, /./],
  ['/gallery?page=2', employee, /./],
  ['/jobs', employee, /./],
  ['/employee', employee, /./],
  ['/employee?by=division', employee, /./],
  ['/request', employee, /./],
  ['/profile/requests', employee, /./],
] as const)(
  'names nothing at %s that its screen does not ask for',
  async (path, fits, heading) => {
    const { named, asked } = await callsOf(fits, path, heading)
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((one) => !asked.includes(one))).toEqual([])
  },
  60_000,
)

it.each([
  ['the back office', administrator, '/dashboard/post'],
  ['the portal', employee, '/'],
] as const)(
  '%s makes no error that looks where it was made before its screen stands',
  { timeout: 60_000 },
  async (_app, fits, path) => {
    const { page, context, faults } = await openPage(stage.browser, stage.server.url)
    await signInPage(page, stage.dataDir, fits)
    await page.addInitScript(() => {
      const made: string[] = []
      const keep = (error: Error) => {
        // That of a schema is made without looking where.
        if (error.stack?.includes('\n')) made.push(error.stack)
        return error
      }
      const counted = new Proxy(Error, {
        apply: (usual, _this, [message]) => keep(new usual(message)),
        construct: (usual, [message], newTarget) => keep(Reflect.construct(usual, [message], newTarget)),
      })
      Object.assign(window, { made, counted, Error: counted })
    })
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    const { made, isBack } = await page.evaluate(() => ({
      made: Reflect.get(window, 'made'),
      isBack: Error === Reflect.get(window, 'counted'),
    }))
    expect(made).toEqual([])
    expect(isBack).toBe(true)
    expect(faults).toEqual([])
    await context.close()
  },
)

it.each([
  ['/dashboard/departement/1', administrator],
  ['/dashboard/post', administrator],
  ['/', employee],
] as const)(
  'has at hand for %s what the page began to read, and keeps nothing of it',
  { timeout: 60_000 },
  async (path, fits) => {
    const { page, context, faults } = await openPage(stage.browser, stage.server.url)
    await signInPage(page, stage.dataDir, fits)
    await page.getByRole('heading').first().waitFor()
    const begun: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) begun.push(request.url())
    })
    // What is left over stays to be seen: else it is dropped after a few seconds.
    await page.addInitScript(() => {
      Map.prototype.clear = () => undefined
    })
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await settled(page)
    expect(begun.length).toBeGreaterThan(2)
    expect(begun).toEqual([...new Set(begun)])
    expect(await page.evaluate(() => [...(globalThis.earlyAnswers?.keys() ?? ['none'])])).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  },
)

it.each([
  ['/dashboard/post', administrator],
  ['/dashboard/menubar', administrator],
  ['/', employee],
] as const)(
  'has for %s the styles that the page came with, and asks for none of them',
  { timeout: 60_000 },
  async (path, fits) => {
    const { page, context, faults } = await openPage(stage.browser, stage.server.url)
    await signInPage(page, stage.dataDir, fits)
    await page.getByRole('heading').first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    await settled(page)
    const held = await page
      .locator('link[rel="stylesheet"][disabled]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(held.length).toBeGreaterThan(path === '/' ? 0 : 1)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((one) => held.includes(one))).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  },
)

it.each([
  ['/dashboard/post', administrator],
  ['/dashboard/departement/1', administrator],
  ['/dashboard/employee/create', administrator],
  ['/dashboard/menubar', administrator],
  ['/', employee],
  ['/post', employee],
] as const)(
  'looks for no font while %s is laid out: each was found while files were on their way',
  { timeout: 60_000 },
  async (path, fits) => {
    const { page, context } = await openPage(stage.browser, stage.server.url)
    await signInPage(page, stage.dataDir, fits)
    await page.getByRole('heading').first().waitFor()
    const cookies = await context.cookies()
    await context.close()
    const fresh = await openPage(stage.browser, stage.server.url)
    await fresh.context.addCookies(cookies)
    await fresh.page.addInitScript(() => {
      const seen = new MutationObserver(() => {
        if (!document.getElementById('root') || document.querySelector('.sizes')) return
        console.timeStamp('drawn')
        seen.disconnect()
      })
      seen.observe(document, { childList: true, subtree: true })
    })
    // As on a slow line: the first script comes once what the page holds itself is laid out.
    await fresh.page.route(/\/assets\/\w+\/index-[\w-]+\.js$/, async (route) => {
      await fresh.page.waitForFunction(() => {
        const sizes = document.querySelector('.sizes')
        return sizes && getComputedStyle(sizes).position === 'absolute' && sizes.getClientRects().length > 0
      })
      await route.continue()
    })
    const events = await traced(fresh.page, ['fonts', 'devtools.timeline'], async () => {
      await fresh.page.goto(path)
      await fresh.page.getByRole('heading').first().waitFor()
    })
    await fresh.context.close()
    const drawn = events.find(({ name, args }) => name === 'TimeStamp' && args.data?.message === 'drawn')?.ts ?? 0
    const looked = events.filter(({ args }) => args.family_name !== undefined)
    const familiesOf = (found: readonly Traced[]) => found.map(({ args }) => args.family_name)
    expect(drawn).toBeGreaterThan(0)
    expect(familiesOf(looked.filter(({ ts }) => ts < drawn))).toContain('Inter')
    expect(familiesOf(looked.filter(({ ts }) => ts > drawn))).toEqual([])
  },
)
