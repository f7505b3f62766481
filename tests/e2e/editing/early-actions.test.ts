import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBarePage } from '../../support/bare-page.ts'
import { openPage, settled } from '../../support/browser.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { type Client, signIn } from '../../support/client.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
const patience = { timeout: 60_000 }
let editor: Client

beforeAll(async () => {
  editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
})

const offered = (page: Page) => page.getByRole('menuitem').allInnerTexts()

const openBare = async () => {
  const { body } = await editor.call('POST', '/api/category', { name: 'Quay' })
  const opened = await openPage(stage.browser, stage.server.url)
  const { page } = opened
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(page)
  const { named, release } = await openBarePage(page, `/dashboard/category/${body.data.slug}`)
  const actions = page.getByRole('button', { name: 'Actions' })
  await actions.waitFor()
  expect(named.size).toBeGreaterThan(5)
  return { ...opened, actions, release }
}

it('opens what can be done for whoever asked for it before it was loaded', patience, async () => {
  const { page, context, faults, actions, release } = await openBare()
  await actions.press('Enter')
  expect(await offered(page)).toEqual([])
  release()
  await expect.poll(() => offered(page)).toContain('Delete')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem')
  expect(faults).toEqual([])
  await context.close()
})

it('opens it for a pointer that was pressed before it was loaded and let go after', patience, async () => {
  const { page, context, actions, release } = await openBare()
  await actions.hover()
  await page.mouse.down()
  release()
  await settled(page)
  await page.mouse.up()
  await expect.poll(() => offered(page)).toContain('Delete')
  await context.close()
})

it('leaves the cursor on the button for whoever only got there', patience, async () => {
  const { page, context, actions, release } = await openBare()
  await actions.focus()
  release()
  await settled(page)
  expect(await offered(page)).toEqual([])
  expect(await actions.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => offered(page)).toContain('Delete')
  await context.close()
})

it('opens nothing for whoever went on meanwhile', patience, async () => {
  const { page, context, actions, release } = await openBare()
  await actions.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.click()
  release()
  await settled(page)
  expect(await offered(page)).toEqual([])
  expect(await name.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})

it('opens nothing for whoever took it back meanwhile', patience, async () => {
  const { page, context, actions, release } = await openBare()
  await actions.press('Enter')
  await actions.press('Escape')
  release()
  await settled(page)
  expect(await offered(page)).toEqual([])
  expect(await actions.evaluate((one) => one === document.activeElement)).toBe(true)
  await context.close()
})
