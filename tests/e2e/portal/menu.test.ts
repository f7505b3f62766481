import { expect, it } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

it('marks the entry of the menu that leads to where somebody is, with any query, and no other', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, employee)
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  const marked = () =>
    page.locator('.menu a[aria-current="page"]').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await expect.poll(marked).toEqual(['/'])
  const links = await page
    .locator('.menu a[href^="/"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const other =
    links.find((href) => href !== null && /^\/\w+$/.test(href)) ?? expect.fail('the menu has no other entry')
  await page.goto(`${stage.server.url}${other}?page=1`)
  await expect.poll(marked).toEqual(links.filter((href) => href === other))
  expect(faults).toEqual([])
}, 60_000)
