import { expect, it } from 'vitest'
import { nextFrame, openPage } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

it('shows a popup once its picture is there, so that it does not grow below the finger', {
  timeout: 60_000,
}, async () => {
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const popups: { id: number; thumbnail_url: string | null }[] = (await staff.call('GET', '/api/popup')).body.data
  const popup = popups.find(({ thumbnail_url }) => thumbnail_url)
  if (!popup) throw new Error('the demo company has no popup with a picture')
  await staff.call('POST', `/api/popup/${popup.id}/activate`)
  const { page } = await openPage(stage.browser, stage.server.url)
  let send = () => undefined as void
  const wanted = new Promise<void>((resolve) => {
    send = resolve
  })
  const asked = page.waitForRequest((request) => request.url().endsWith(popup.thumbnail_url ?? '?'))
  await page.route(`**${popup.thumbnail_url}`, async (route) => {
    await wanted
    await route.continue()
  })
  await signInPage(page, stage.dataDir, employee)
  await asked
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  await nextFrame(page)
  const dialog = page.getByRole('dialog')
  expect(await dialog.count()).toBe(0)
  send()
  await dialog.waitFor()
  expect(await dialog.getByRole('img').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
})
