import { beforeAll, expect, it } from 'vitest'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { configurationId } from '../../../domain/resources/configuration.ts'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
import { enterPage } from '../../support/sign-in-page.ts'
import { openTenderStage } from '../../support/tender-stage.ts'
import { tender } from '../../support/tender.ts'

const stage = openTenderStage()
const ids: number[] = []
beforeAll(async () => {
  const { atrium } = stage
  await atrium.run(configuration, 'edit', { currency: 'EUR' }, configurationId)
  const wood = (await atrium.run(category, 'create', { name: 'Wood' })).id
  for (const name of ['Chairs for the canteen', 'A secret wharf']) {
    const sent = {
      name,
      number: 1,
      type: 'works' as const,
      content: '<p>Forty chairs, delivered <b>before June</b>.</p>',
      budget: 12_345.5,
      categories: [wood],
      contact: { name: 'Anna', since: '2026-02-28' },
    }
    ids.push((await atrium.run(tender, 'create', sent)).id)
  }
  await atrium.run(tender, 'open', { note: 'Now' }, ids[0])
})

it.each([
  { width: 1440, dark: false },
  { width: 360, dark: true },
])('shows a list and pages of what declares a title for them, $width px, dark $dark', async (options) => {
  const { account } = await stage.atrium.asEmployee()
  const { page, faults, context } = await openPage(stage.browser, stage.atrium.url, options)
  await enterPage(page, stage.atrium.dataDir, account)
  await page.goto('/tender')
  await page.getByRole('heading', { name: 'Tenders', level: 1 }).waitFor()
  await settled(page)
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Chairs for the canteen'])
  await page.getByText('€12,345.50').waitFor()
  await expectAccessible(page, 'the list of a collection')
  await page.getByRole('link', { name: 'Chairs for the canteen' }).click()
  await page.getByRole('heading', { name: 'Chairs for the canteen', level: 1 }).waitFor()
  await page.getByText('before June').waitFor()
  expect(await page.locator('.shown-fields dt').allTextContents()).toEqual(
    expect.arrayContaining(['Type', 'Stage', 'Budget', 'Contact', 'Contact name', 'Since', 'Categories']),
  )
  await expectAccessible(page, 'the page of a record')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'BACK' }).click()
  await page.getByRole('heading', { name: 'Tenders', level: 1 }).waitFor()
  await page.goto(`/tender/${ids[1]}`)
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
  await context.close()
})

it('locks the form of a record that can no longer be edited, and says why', async () => {
  const { page, context } = await stage.signIn('all')
  await stage.atrium.run(tender, 'close', { note: 'Now' }, ids[0])
  await page.goto(`/dashboard/tender/${ids[0]}`)
  await page.getByText('Closed: it can be edited only in Draft, Open.').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name', exact: true }).isDisabled()).toBe(true)
  const stated = page.locator('.f', { has: page.getByText('Stage', { exact: true }) }).locator('.line')
  expect(await stated.textContent()).toBe('Closed')
  await page.goto('/dashboard/tender')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await page.getByRole('button', { name: 'Export all data' }).waitFor()
  expect(await page.locator('input[type=file]').count()).toBe(0)
  await context.close()
})
