import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { expectSeen } from '../../support/seen.ts'
import { employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let reader: Watched
let page: Page

beforeAll(async () => {
  reader = await openPage(stage.browser, stage.server.url, { width: 360 })
  page = reader.page
  await signInPage(page, stage.dataDir, employee)
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
}, 120_000)

const topOf = (selector: string) =>
  page.locator(selector).evaluate((one) => one.getBoundingClientRect().top + window.scrollY)

it('has the tools of an employee on the first screen of a telephone, above what is told to them', async () => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/')
  await settled(page)
  const close = page.getByRole('button', { name: 'Close' })
  for (const one of await close.all()) if (await one.isVisible()) await one.click()
  expect(await topOf('main')).toBeLessThanOrEqual(120)
  const blocks = await page
    .locator('.blocks a')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
  expect(blocks).toHaveLength(7)
  expect(Math.max(...blocks)).toBeLessThan(780)
  expect(await topOf('.blocks')).toBeLessThan(await topOf('.banners'))
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  expect(await topOf('.blocks')).toBeGreaterThan(await topOf('.feature'))
  await page.setViewportSize({ width: 360, height: 780 })
})

it('looks for documents where they are listed, and everywhere else by the search of everything', async () => {
  expect(await page.getByRole('search').locator('visible=true').count()).toBe(0)
  await page.goto('/document')
  const field = page.getByRole('searchbox', { name: 'Search documents' }).locator('visible=true')
  await field.fill('handbook')
  await field.press('Enter')
  await page.getByText('Found by “handbook”').waitFor()
  expect(new URL(page.url()).search).toBe('?keyword=handbook')
})

it('reaches a colleague by one touch, and saves them among the contacts', async () => {
  await page.goto('/employee/6')
  const reach = page.getByRole('list', { name: 'Reach Jonas' })
  await reach.waitFor()
  const address = (name: string) => reach.getByRole('link', { name }).getAttribute('href')
  expect(await address('Call')).toBe('tel:+31205550127')
  expect(await address('Text message')).toBe('sms:+31205550127')
  expect(await address('Write an e-mail')).toMatch(/^mailto:[^@]+@/)
  await expectSeen(page, 'a colleague on a telephone')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    reach.getByRole('button', { name: 'Save contact' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Jonas Ekberg.vcf')
  const card = await readFile(await download.path(), 'utf8')
  expect(card).toContain('FN:Jonas Ekberg\r\n')
  expect(card).toContain('TEL;TYPE=CELL:+31 20 555 0127\r\n')
})

it('shows larger text where somebody asks for it, from the first paint on', async () => {
  const sizeOf = () => page.locator('main h1').evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  const choose = async (label: string) => {
    await page.goto('/profile')
    await page.getByLabel('Text size').selectOption({ label })
  }
  await choose('Regular')
  const before = await sizeOf()
  await choose('Very large')
  await expect.poll(sizeOf).toBeCloseTo(before * 1.375, 0)
  await page.reload()
  await page.getByLabel('Text size').waitFor()
  expect(await sizeOf()).toBeCloseTo(before * 1.375, 0)
  await expectSeen(page, 'a profile in larger text')
  await choose('Regular')
  await expect.poll(sizeOf).toBe(before)
  expect(reader.faults).toEqual([])
})

/** Words of these elements that stand on two lines. */
const brokenWords = (selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((one) => {
      const text = [...one.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
      return [...(text?.textContent ?? '').matchAll(/[^\s]+/g)].flatMap(({ 0: word, index }) => {
        if (!text) return []
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : []
      })
    }),
  )

it('keeps words whole on the narrowest telephone, and the head below 120 px', async () => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await settled(page)
  expect(await page.locator('.blocks a > span').count()).toBe(7)
  expect(await brokenWords('.blocks a > span')).toEqual([])
  expect(await page.locator('.mast').evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  await page.goto('/request')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await brokenWords('h1')).toEqual([])
})
