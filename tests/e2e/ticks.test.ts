import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../support/browser.ts'
import { administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()

const openList = async (width: number): Promise<Page> => {
  const { page } = await openPage(stage.browser, stage.server.url, { width })
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto('/dashboard/post?per_page=10')
  await page.getByText('Page 1 of 2').waitFor()
  return page
}

it('moves no row when the first is ticked, so that a second click unticks it', async () => {
  const page = await openList(1280)
  const box = await page.getByRole('row').nth(1).getByRole('checkbox').boundingBox()
  if (!box) throw new Error('the first row has no box')
  await page.mouse.click(box.x + 8, box.y + 8)
  await page.getByText('1 selected').waitFor()
  await page.mouse.click(box.x + 8, box.y + 8)
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.context().close()
}, 60_000)

it('ticks the whole page on a telephone too', async () => {
  const page = await openList(390)
  await page.getByText('Select all rows of this page').click()
  await page.getByText('10 selected').waitFor()
  await page.context().close()
}, 60_000)
