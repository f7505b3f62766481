import { beforeAll, expect, it } from 'vitest'
import { settled, type Watched } from '../../support/browser.ts'
import { openStaffPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched

beforeAll(async () => {
  staff = await openStaffPage(stage)
  await staff.page.goto('/dashboard/post')
  await staff.page.getByRole('row').nth(1).waitFor()
  await settled(staff.page)
}, 60_000)

const [first, second] = ['Canteen menu, week 47', 'Winter hours of the front desk']
const lookAt = (name: string) => staff.page.getByRole('button', { name: `Quick look at ${name}` })
const look = (name: string) => staff.page.getByRole('dialog', { name })
const search = () => staff.page.getByRole('dialog', { name: 'Search' })
const isGone = (dialog: ReturnType<typeof look>) => expect.poll(() => dialog.count()).toBe(0)
const focused = () =>
  staff.page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)

it('closes a quick look by a press beside it, which means nothing to what is there', async () => {
  const { page } = staff
  await lookAt(first).click()
  await look(first).waitFor()
  const link = await page.getByRole('link', { name: second }).boundingBox()
  await page.mouse.click((link?.x ?? 0) + 4, (link?.y ?? 0) + 4)
  await isGone(look(first))
  expect(new URL(page.url()).pathname).toBe('/dashboard/post')
  await page.waitForFunction((name) => document.activeElement?.textContent === name, first)
  expect(staff.faults).toEqual([])
})

it('keeps the focus: Tab goes around in it, and nothing takes it away', async () => {
  const { page } = staff
  await lookAt(first).click()
  await look(first).getByText('Excerpt').waitFor()
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  const seen: string[] = []
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press(step < 6 ? 'Tab' : 'Shift+Tab')
    expect(await inside()).toBe(true)
    seen.push(String(await focused()))
  }
  expect(new Set(seen).size).toBeGreaterThan(2)
  expect(seen.filter((one) => one === 'Close').length).toBeGreaterThan(1)
  await page.evaluate(() => document.getElementById('content')?.focus())
  expect(await inside()).toBe(true)
  await page.keyboard.press('Escape')
  await isGone(look(first))
  expect(staff.faults).toEqual([])
})

it('gives the focus back from the search, which a press beside it closes too', async () => {
  const { page } = staff
  await page.getByRole('button', { name: 'Find anything' }).click()
  await search().getByRole('combobox').waitFor()
  // A second time is no second one.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('menu')
  await search().getByRole('option').first().waitFor()
  expect(await page.locator('dialog').count()).toBe(1)
  await page.keyboard.press('Escape')
  await isGone(search())
  expect(await focused()).toBe('Find anything')
  await page.keyboard.press('Control+k')
  await search().getByRole('combobox').waitFor()
  // Words are marked from the field to what is beside it, and are still there.
  const field = await search().getByRole('combobox').boundingBox()
  await page.mouse.move((field?.x ?? 0) + 40, (field?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move(5, 890)
  await page.mouse.up()
  expect(await search().count()).toBe(1)
  await page.mouse.click(5, 890)
  await isGone(search())
  expect(staff.faults).toEqual([])
})

it('saves nothing by its key while one of them is open', async () => {
  const { page, faults } = staff
  await page.goto('/dashboard/post/create')
  await page.getByRole('textbox', { name: 'Post title' }).fill('Not yet')
  await page.keyboard.press('Control+k')
  await search().getByRole('combobox').waitFor()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Escape')
  await isGone(search())
  await settled(page)
  expect(sent.filter((url) => url.endsWith('/api/post'))).toEqual([])
  expect(faults).toEqual([])
})
