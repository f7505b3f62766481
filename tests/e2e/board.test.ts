import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../support/browser.ts'
import { expectSeen } from '../support/seen.ts'
import { call } from '../support/client.ts'
import { pngPicture } from '../support/pictures.ts'
import type { Account } from '../support/server.ts'
import { administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
const patience = { timeout: 120_000 }
// A failed sign-in is an event once its minute is over, and maintenance runs each minute.
const twoMinutes = { timeout: 130_000, interval: 500 }
const reader = (one: Account) => one.role === 'Reader of posts'

const opened = async (path: string, fits: (one: Account) => boolean = administrator) => {
  const watched = await openPage(stage.browser, stage.server.url)
  await signInPage(watched.page, stage.dataDir, fits, path)
  await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
  return watched
}

beforeAll(() => call(stage.server.url, 'POST', '/api/auth/login', { userName: 'nobody', password: 'no such person' }))

const entries = async (page: Page): Promise<number> => {
  const words = page.getByText(/^\d+ entr(y|ies)$/).first()
  await words.waitFor({ state: 'attached' })
  return Number.parseInt(await words.innerText(), 10)
}

/** How many rows the list of an address has in all, as its own screen says. */
const countAt = async (page: Page, address: string): Promise<number> => {
  await page.goto(address)
  if (!/_(trail|log)\b/.test(address)) {
    const range = page.getByText(/^\d+–\d+ of \d+$/).first()
    await range.waitFor()
    return Number(/of (\d+)$/.exec(await range.innerText())?.[1])
  }
  return entries(page)
}

it('what somebody may not read is absent from the dashboard', patience, async () => {
  const { page, faults } = await opened('/dashboard', reader)
  await page.getByRole('heading', { name: 'Total Post' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Login activity' }).count()).toBe(0)
  for (const path of ['activity_trail', 'debug_log']) {
    await page.goto(`/dashboard/${path}`)
    await page.getByText('Access is denied.').waitFor()
  }
  expect(faults).toEqual([])
})

it('the trail is filtered in its address, and a row opens to what changed', patience, async () => {
  const { page, faults } = await opened('/dashboard/activity_trail')
  const all = await entries(page)
  await page.getByLabel('Affected Model', { exact: true }).selectOption('post')
  await page.getByLabel('Action Type').selectOption('Changes')
  await expect.poll(() => new URL(page.url()).search).toBe('?resource=post&type=Changes')
  await expect.poll(() => entries(page)).toBeLessThan(all)
  await page.getByRole('button', { name: 'Export' }).click()
  const asked = page.waitForRequest('**/activity_log/export?*')
  await page.getByRole('menuitem', { name: 'JSON, one entry a line' }).click()
  expect((await asked).url()).toContain('type=Changes&resource=post')
  await page.getByText(/^\d+ entries exported\.$/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'What was changed by entry 1', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All about this record' }).waitFor()
  await page.locator('.more dl, .more p.dim').first().waitFor()
  await expectSeen(page, 'activity trail')
  await page.getByRole('button', { name: 'All about this record' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('record')).toMatch(/^\d+$/)
  await page.getByRole('button', { name: /^Without “post\/\d+”$/ }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?resource=post')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  // The export is an entry too.
  await expect.poll(() => entries(page)).toBe(all + 1)
  // A range of days by keys alone, over the end of a month.
  for (const end of ['From', 'To']) await page.getByLabel(end, { exact: true }).fill('2026-10-30')
  await page.getByRole('button', { name: 'Date: choose days' }).press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Date: choose days' })
  const press = async (key: string, day: string) => {
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(day)
  }
  await calendar.getByRole('button', { name: '30 October 2026' }).focus()
  await press('ArrowDown', '6 November 2026')
  await press('PageUp', '6 October 2026')
  await press('Enter', '6 October 2026')
  await calendar.getByText('6 October 2026 – …').waitFor()
  await press('Shift+PageDown', '6 October 2027')
  await press('ArrowRight', '7 October 2027')
  await press('Enter', '7 October 2027')
  await calendar.getByText('6 October 2026 – 7 October 2027').waitFor()
  await expectSeen(page, 'calendar of days')
  await calendar.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?from=2026-10-06&to=2027-10-07')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called so')
  await page.getByText('No Data Found').waitFor()
  await page.goBack()
  expect(faults).toEqual([])
})

it('the trail finds by keyboard who did it, and says when it cannot', patience, async () => {
  const { page, faults } = await opened('/dashboard/activity_trail')
  const all = await entries(page)
  const who = page.getByRole('combobox', { name: 'Committed By' })
  await who.pressSequentially('harton')
  await page.getByRole('option', { name: 'Rina Hartono User' }).waitFor()
  await page.getByText('1 suggestion').waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => who.getAttribute('aria-activedescendant')).toBeTruthy()
  await expectSeen(page, 'suggested people')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?actor=user-\d+$/)
  await expect.poll(() => entries(page)).toBeLessThan(all)
  await page.reload()
  await expect.poll(() => who.inputValue()).toBe('Rina Hartono')
  await who.fill('nobody of this name')
  await page.getByText('Nothing found').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => who.inputValue()).toBe('Rina Hartono')
  await page.route('**/api/utility/getActors?*', (asked) => asked.fulfill({ status: 429, json: {} }))
  await who.fill('harto')
  await page.getByText('This could not be loaded. Type on to try again.').waitFor()
  await who.fill('')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await expect.poll(() => entries(page)).toBe(all)
  expect(faults).toEqual([])
})

it('the debug log says when there is nothing in it', patience, async () => {
  const { page, faults } = await opened('/dashboard/debug_log?level=error&view=each')
  await page.getByText('No Data Found').waitFor()
  await expectSeen(page, 'debug log')
  expect(faults).toEqual([])
})

it('the profile shows the own photo, cropped, and where one is signed in', patience, async () => {
  const { page, faults } = await opened('/dashboard/profile')
  const other = await opened('/dashboard')
  const buffer = await pngPicture(300, 200)
  await page.locator('section[aria-labelledby="photo"] input[type="file"]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer,
  })
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  await dialog.getByLabel('Zoom').focus()
  await page.keyboard.press('End')
  await expectSeen(page, 'crop')
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  const photo = page.locator('.photo img.avatar')
  await photo.waitFor()
  const sides = () => photo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(sides).toEqual([512, 512])
  await page.getByText('This device', { exact: true }).waitFor()
  await expectSeen(page, 'profile')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Sign out (?!all)/ }).count()).toBe(0)
  await other.page.goto('/dashboard')
  await other.page.waitForURL(/\/auth\/login/)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await photo.waitFor({ state: 'detached' })
  expect([...faults, ...other.faults]).toEqual([])
})

// The last one, for which the failed sign-in has waited.
it('the dashboard counts what the lists behind its numbers show, and nothing moves while it comes in', {
  timeout: 200_000,
}, async () => {
  const { page, faults } = await opened('/dashboard/post')
  const { url } = stage.server
  const failed = '/api/utility/activity_log?type=Login&outcome=failed'
  await expect
    .poll(() => page.evaluate(async (path) => (await (await fetch(path)).json()).data.length, failed), twoMinutes)
    .toBe(1)
  await page.getByLabel('Select', { exact: false }).first().waitFor()
  await page.evaluate(async () => {
    const [post] = (await (await fetch('/api/post')).json()).data
    await fetch(`/api/post/${post.id}/deactivate`, { method: 'POST' })
  })
  await page.addInitScript(() => {
    const shown = window as unknown as { shifts: number }
    shown.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shown.shifts += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThanOrEqual(0.05)
  }
  await page.getByText('Show as table').click()
  await expectSeen(page, 'dashboard')
  const numbers = await page.locator('.board .big a, .board .todo a, .board td.num a').evaluateAll((links) =>
    links.map((link) => ({
      to: link.getAttribute('href') ?? '',
      count: Number(/\d+$/.exec((link as HTMLElement).innerText.trim())?.[0]),
    })),
  )
  const words = numbers.map(({ to }) => to).join(' ')
  for (const part of ['/dashboard/post', 'status=inactive', 'outcome=failed', 'outcome=done', 'resource=post'])
    expect(words).toContain(part)
  for (const { to, count } of numbers) expect(await countAt(page, to), `${url}${to}`).toBe(count)
  expect(faults).toEqual([])
})
