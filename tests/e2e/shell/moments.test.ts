import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { expectSeen } from '../../support/seen.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByRole('region', { name: 'As of…' })

/** Whatever would change something, by the words that lead to it. */
const acts = (page: Page) =>
  page.getByRole('button', { name: /^(Submit|Save|Delete|Activate|Deactivate|Choose picture)/ })

it('the back office and the portal show how it was, read only, until one is back to now', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.goto('/dashboard/post')
  await page.getByRole('link', { name: 'The harbour office opens its doors', exact: true }).waitFor()
  const moment = new Date().toISOString()
  const { ok } = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Renamed since', slug: 'renamed-since' })
    const { data } = await (await fetch('/api/post?keyword=harbour office')).json()
    return { ok: (await fetch(`/api/post/${data[0].id}`, { method: 'PUT', headers, body })).ok }
  })
  expect(ok).toBe(true)

  // By the dialog, which knows minutes: the demo company was not there yet.
  await page.reload()
  await page.getByRole('link', { name: 'Renamed since', exact: true }).waitFor()
  await page.getByRole('button', { name: 'As of…' }).click()
  await page.getByLabel('Moment').fill('2001-01-01T10:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await bar(page).waitFor()
  expect(new URL(page.url()).searchParams.get('as_of')).toMatch(/^2001-01-01T\d\d:00:00.000Z$/)
  await settled(page)
  expect(await page.getByText('0 posts').count()).toBe(1)

  await page.goto(`/dashboard/post?as_of=${encodeURIComponent(moment)}`)
  await page.getByRole('link', { name: 'The harbour office opens its doors', exact: true }).waitFor()
  await settled(page)
  expect(await page.getByText('Renamed since').count()).toBe(0)
  expect(await page.getByRole('link', { name: /^Add / }).count()).toBe(0)
  await expectSeen(page, 'a list at a moment')

  // Links keep the moment, and so does the way back.
  await page.getByRole('link', { name: 'The harbour office opens its doors', exact: true }).click()
  await heading(page, 'The harbour office opens its doors').waitFor()
  await settled(page)
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(moment)
  expect(await acts(page).count()).toBe(await acts(page).and(page.locator(':disabled')).count())
  await page.goBack()
  await heading(page, 'Post').waitFor()
  await bar(page).waitFor()
  const menu = page.getByRole('navigation', { name: 'Back office' })
  expect(await menu.getByRole('link', { name: 'Role', exact: true }).getAttribute('href')).toContain('as_of=')
  await menu.getByRole('link', { name: 'Menubar' }).click()
  await heading(page, 'Menubar').waitFor()
  await settled(page)
  expect(await bar(page).innerText()).toContain('Only to be read.')

  await page.getByRole('button', { name: /^Hi, / }).click()
  await page.getByRole('menuitem', { name: 'View portal' }).click()
  await page.getByRole('link', { name: 'Back to now' }).waitFor()
  await expect.poll(() => page.getByText('The harbour office opens its doors').count()).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Back to now' }).click()
  await expect.poll(() => page.getByText('Renamed since').count()).toBeGreaterThan(0)
  expect(page.url()).not.toContain('as_of')

  await page.goto(`/dashboard/post?as_of=${encodeURIComponent(moment)}`)
  await bar(page).getByRole('button', { name: 'Back to now' }).click()
  await page.getByRole('link', { name: 'Renamed since', exact: true }).waitFor()
  expect([page.url(), await bar(page).count()]).toEqual([`${stage.server.url}/dashboard/post`, 0])
  // And the back button leads to then.
  await page.goBack()
  await page.getByRole('link', { name: 'The harbour office opens its doors', exact: true }).waitFor()
  expect(faults).toEqual([])
}, 60_000)

it('what the portal opens in a tab of its own shows the same moment', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  const moment = new Date().toISOString()
  await page.goto(`/?preview=1&as_of=${encodeURIComponent(moment)}`)
  const link = page.locator('a[target=_blank][href="/apprentice-rope-maker"]').first()
  await link.waitFor({ state: 'attached' })
  // A slide of the carousel, which may be another by now.
  const [opened] = await Promise.all([context.waitForEvent('page'), link.dispatchEvent('click')])
  await opened.getByRole('link', { name: 'Back to now' }).waitFor()
  expect(new URL(opened.url()).searchParams.get('as_of')).toBe(moment)
  await context.close()
})
