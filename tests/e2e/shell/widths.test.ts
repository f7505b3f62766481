import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { chooseLanguage } from '../../support/choose-language.ts'
import { signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { walk } from '../../support/walk.ts'

const stage = openStage()

// Somebody whose names no browser breaks by itself.
const long = {
  employee_number: '77777777777777777777',
  fullname: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4),
  display_name: '東京'.repeat(80),
  email: `${'w'.repeat(60)}@${'x'.repeat(60)}.example.org`,
}

const widths = walk([320, 390, 600, 768, 900, 961, 1024, 1180, 1280, 1600], 5)

/** The widths, in pixels, at which a page is wider than its window. */
const tooWide = async (page: Page): Promise<number[]> => {
  const found: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
    // What is laid out by a script follows in a moment.
    const hasFitted = page.waitForFunction(fits, undefined, { timeout: 3_000 })
    await hasFitted.catch(() => found.push(width))
  }
  return found
}

const goTo = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settled(page)
}

it('cuts nothing off a list that a desk shows, nor more than two lines off a telephone for what saves', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url, { width: 1440 })
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await goTo(page, '/dashboard/job_application')
  const rows = page.locator('.list .rows')
  await expect.poll(() => rows.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  await page.setViewportSize({ width: 360, height: 780 })
  const lines = () =>
    page.locator('.save').evaluate((bar) => {
      const shown = [...bar.children].map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0)
      const middles = shown.map(({ y, height }) => y + height / 2).toSorted((one, other) => one - other)
      return middles.filter((middle, index) => middle - (middles[index - 1] ?? 0) > 12).length
    })
  for (const [path, most] of [
    ['/dashboard/post/create', 2],
    ['/dashboard/post/canteen-menu-week-47', 1],
  ] as const) {
    await goTo(page, path)
    await expect.poll(lines).toBe(most)
    await page.getByLabel('Post title').fill('Changed')
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    await expect.poll(lines).toBe(2)
  }
  page.on('dialog', (dialog) => void dialog.accept())
  await chooseLanguage(page, 'fr')
  await goTo(page, '/dashboard/post/create')
  await page.getByLabel('Titre de l’article').fill('Changé')
  await page.getByRole('button', { name: 'Abandonner', exact: true }).waitFor()
  await expect.poll(lines).toBe(2)
  // The next who signs in with this account reads English.
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/language') && answer.ok())
  await chooseLanguage(page, 'en')
  await kept
  await context.close()
}, 60_000)

it('shows the whole grid of a role from telephone to desk, in every language', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url, { width: 360 })
  await signInPage(page, stage.dataDir, administrator, '/dashboard/role/1')
  const grid = page.locator('.permissions')
  for (const language of ['de', 'es', 'fr', 'ja', 'zh', 'en']) {
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/me/language') && answer.ok())
    await grid.waitFor()
    await chooseLanguage(page, language)
    await kept
    for (const width of [320, 360, 480, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 780 })
      await expect
        .poll(() => grid.evaluate((one) => one.scrollWidth - one.clientWidth), { message: `${language} ${width}` })
        .toBe(0)
    }
  }
  await context.close()
}, 60_000)

it('grows with the letters that somebody has chosen in the browser', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await page.goto('/auth/login')
  const button = page.getByRole('button', { name: 'Sign In' })
  const size = () => button.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  await button.waitFor()
  const before = await size()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await size()).toBe(2 * before)
  await context.close()
})

it('shows every screen of the back office within its window, from telephone to desk', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const id = await page.evaluate(async (sent) => {
    const [method, headers] = ['POST', { 'content-type': 'application/json' }]
    const answer = await fetch('/api/employee', { method, headers, body: JSON.stringify(sent) })
    return (await answer.json()).data.id
  }, long)
  const paths = [
    '/dashboard/employee',
    '/dashboard/employee/5',
    `/dashboard/org_chart?id=${id}`,
    '/dashboard',
    '/dashboard/post',
    '/dashboard/post/create',
    '/dashboard/post/the-harbour-office-opens-its-doors',
    '/dashboard/category',
    '/dashboard/banner/bulk',
    '/dashboard/activity_trail',
    '/dashboard/job_application',
    '/dashboard/requests',
    '/dashboard/profile',
  ]
  for (const path of walk(paths, 5)) {
    await goTo(page, path)
    expect(await tooWide(page), path).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, '/dashboard/employee?per_page=100')
  const heightOf = async (name: string) => (await page.getByRole('link', { name, exact: true }).boundingBox())?.height
  expect(await heightOf('sam@harbour-vale.example'), 'an address on one line').toBe(await heightOf(long.email))
  // A list of many columns is scrolled sideways; what can be done with a row stays within sight.
  for (const path of ['/dashboard/job_application', '/dashboard/requests']) {
    await goTo(page, path)
    const acts = page.getByRole('button', { name: /^Actions for / }).first()
    for (const width of [768, 961, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const edges = async () => {
        const [button, list] = [await acts.boundingBox(), await page.locator('.list .rows').boundingBox()]
        return button && list && list.x + list.width - button.x - button.width
      }
      await expect.poll(edges, { message: `${path} at ${width}` }).toBeGreaterThanOrEqual(0)
    }
  }
  await context.close()
}, 120_000)

it('gives the name of a record room to be read on a tablet', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url, { width: 768 })
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await goTo(page, '/dashboard/post')
  const name = page.getByRole('cell', { name: 'The harbour office opens its doors', exact: true })
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(150)
  await context.close()
}, 120_000)

it('shows every screen of the portal within its window, from telephone to desk', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, employee)
  await page.getByText('Read Full Message').waitFor()
  for (const path of walk(['/', '/post', '/post/the-harbour-office-opens-its-doors', '/profile'], 2)) {
    await goTo(page, path)
    expect(await tooWide(page), path).toEqual([])
  }
  // A logo of any shape leaves the name of the house whole words, and is large enough to be read at the sign-in.
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const nameBeside = (logo: Locator) =>
    logo.evaluate((img) => (img.nextElementSibling?.getBoundingClientRect().height ?? 0) / 16)
  const logos = [
    [1600, 160],
    [60, 600],
    [8, 8],
  ] as const
  for (const [width, height] of walk(logos, 2)) {
    const form = new FormData()
    form.set('logo', new Blob([new Uint8Array(await pngPicture(width, height))], { type: 'image/png' }), 'logo.png')
    expect((await staff.call('PUT', '/api/configuration', form)).status).toBe(200)
    await goTo(page, '/post')
    const logo = page.locator('.brand img')
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(width)
    expect(await tooWide(page), `a logo of ${width} by ${height}`).toEqual([])
    for (const window of [320, 360, 768]) {
      await page.setViewportSize({ width: window, height: 900 })
      await expect.poll(() => nameBeside(logo), { message: `${width} by ${height} at ${window}` }).toBeLessThan(4)
    }
  }
  await context.clearCookies()
  await goTo(page, '/auth/employee')
  expect((await page.locator('.door .brand img').boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await context.close()
}, 120_000)
