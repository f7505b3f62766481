import type { BrowserContext } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import type { Account } from '../../support/server.ts'
import { administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** What a browser that has never been here receives of JavaScript until a screen stands, in KB of 1024 bytes, with headers. */
const sentFor = async (path: string, heading: string | RegExp, cookies: Cookies = []): Promise<number> => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await context.addCookies(cookies)
  const scripts: Promise<number>[] = []
  const asked: string[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    // The landing page asks for nothing in parts; a list does.
    asked.push(`${request.method()} ${path === '/' ? pathname : request.url()}`)
    if (pathname.endsWith('.js'))
      scripts.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize))
  })
  await page.goto(path)
  await page.getByRole('heading', { name: heading }).first().waitFor()
  await settled(page)
  const sizes = await Promise.all(scripts)
  await context.close()
  expect(scripts.length).toBeGreaterThan(2)
  // What is fetched beforehand is what the screen then asks for: not the same once more, nor another page of it.
  expect(asked).toEqual([...new Set(asked)])
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

const cookiesOf = async (fits: (one: Account) => boolean, heading: string): Promise<Cookies> => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, fits)
  await page.getByRole('heading', { name: heading }).first().waitFor()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

const expectWithin = (size: number, budget: number) => {
  expect(size).toBeGreaterThan(50)
  expect(size).toBeLessThanOrEqual(budget)
}

it('sends at most 125 KB of JavaScript for either sign-in', { timeout: 60_000 }, async () => {
  expectWithin(await sentFor('/auth/login', /./), 125)
  expectWithin(await sentFor('/auth/employee', /./), 125)
})

it('sends at most 150 KB of JavaScript for a list', { timeout: 60_000 }, async () => {
  expectWithin(await sentFor('/dashboard/post', /^post/i, await cookiesOf(administrator, 'Dashboard')), 150)
})

it('sends at most 120 KB of JavaScript for the landing page', { timeout: 60_000 }, async () => {
  expectWithin(await sentFor('/', 'Latest posts', await cookiesOf(employee, 'Latest posts')), 120)
})
