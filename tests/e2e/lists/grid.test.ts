import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, administrator, enterPage, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const client = () => signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))

const addFile = async (staff: Client, name: string): Promise<number> => {
  const form = new FormData()
  form.set('name', name)
  form.set('file', new Blob([new Uint8Array(await pngPicture(60 + name.length, 40))], { type: 'image/png' }), 'a.png')
  return (await staff.call('POST', '/api/file', form)).body.data.id
}

const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

it('edits alternative texts by keyboard alone, pastes lines, saves each record under its version, and takes the saves back', async () => {
  const staff = await client()
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push(await addFile(staff, name))
  const altTexts = () =>
    Promise.all(ids.map(async (id) => (await staff.call('GET', `/api/file/${id}`)).body.data.altText ?? ''))
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/file')
  for (const name of ['One', 'Two', 'Three']) {
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('link', { name: 'Edit in a grid' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('3 files').waitFor()
  await page.getByRole('button', { name: 'View the picture of Two' }).waitFor()

  await cell(page, 'Name of Three').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A quay')
  await page.keyboard.press('Enter')
  await page.keyboard.type('A ferry')
  // Arrow keys move within the text while somebody types, and Escape takes back all of it.
  await page.keyboard.press('ArrowLeft')
  expect(await cell(page, 'Alt text of Two').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await cell(page, 'Alt text of Two').inputValue()).toBe('')
  await page.evaluate(() => navigator.clipboard.writeText('A ferry\n"A crane\nat dusk"\nToo many\n'))
  await page.keyboard.press('Control+v')
  const told = page.getByRole('status').filter({ hasText: 'WARNING' })
  await told.getByText('2 cells filled. Left out, since no cell is there: “Too many”.').waitFor()
  expect(await cell(page, 'Alt text of One').inputValue()).toBe('A crane at dusk')
  await page.keyboard.press('Control+z')
  expect(await cell(page, 'Alt text of One').inputValue()).toBe('')
  await page.keyboard.press('Control+Shift+z')
  // Blank cells empty what may be blank, and are told where they change nothing.
  await cell(page, 'Name of Three').focus()
  await page.evaluate(() => navigator.clipboard.writeText('\t\t\n\t\tA quay\n'))
  await page.keyboard.press('Control+v')
  await told.getByText('Left out, since the field may not be blank: 2 blank values.').waitFor()
  expect(await cell(page, 'Name of Three').inputValue()).toBe('Three')
  expect(await cell(page, 'Alt text of Three').inputValue()).toBe('')
  await page.keyboard.press('Control+z')
  expect(await cell(page, 'Alt text of Three').inputValue()).toBe('A quay')
  await page.getByText('3 fields changed.').waitFor()
  await expectAccessible(page, 'files in a grid')
  await page.keyboard.press('Control+s')
  await page.getByText('3 saved, 0 refused.').waitFor()
  expect(await altTexts()).toEqual(['A crane at dusk', 'A ferry', 'A quay'])
  const history = (await staff.call('GET', `/api/file/${ids[0]}/history`)).body.data
  expect(history[0].changes.map(({ field }: { field: string }) => field)).toEqual(['altText'])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 files taken back.').waitFor()
  expect(await altTexts()).toEqual(['', '', ''])
  await expect.poll(() => cell(page, 'Alt text of One').inputValue()).toBe('')
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('says at its cell why one was refused, keeps what was typed there, and saves the others', async () => {
  const staff = await client()
  const items = (await staff.call('GET', '/api/stationery?per_page=10')).body.data
  const nth = (at: number): string => items[at]?.name
  const [first, second, third, taken] = [nth(0), nth(1), nth(2), nth(9)] as const
  const { page, context, faults } = await openPage(stage.browser, stage.server.url, { width: 360, dark: true })
  await signInPage(page, stage.dataDir, administrator, '/dashboard/stationery?per_page=10')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit in a grid' }).click()
  await page.getByText('10 stationery items').waitFor()
  await cell(page, `Name of ${first}`).fill('')
  await cell(page, `Name of ${second}`).fill(taken)
  await cell(page, `Name of ${third}`).fill('Paper, recycled and plain')
  await save(page).click()
  await page.getByText('1 saved, 2 refused.').waitFor()
  const wrong = (name: string) => page.locator('td.cell', { has: cell(page, `Name of ${name}`) }).locator('.wrong')
  expect(await wrong(first).textContent()).toBe('Name is required')
  expect(await wrong(second).textContent()).toMatch(/taken|already/i)
  expect(await cell(page, `Name of ${second}`).inputValue()).toBe(taken)
  await settled(page)
  await expectAccessible(page, 'a grid with refusals')
  const shown = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(shown, 'the page is as wide as the telephone').toBe(0)
  // The first column stays in sight beside the last cell.
  await cell(page, `Unit of ${second}`).focus()
  const head = page.getByRole('rowheader', { name: second })
  expect((await head.boundingBox())?.x).toBeLessThan(60)
  const left = page.getByRole('button', { name: second, exact: true })
  await left.click()
  expect(await cell(page, `Name of ${second}`).evaluate((one) => one === document.activeElement)).toBe(true)

  await page.getByRole('link', { name: 'Stationery item' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('2 fields changed and not saved.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await cell(page, `Name of ${first}`).inputValue()).toBe('')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await cell(page, `Name of ${first}`).inputValue()).toBe(first)
  await page.getByRole('link', { name: 'Stationery item' }).first().click()
  await page.waitForURL(/\/dashboard\/stationery\?/)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('shows what others wrote in a cell meanwhile and asks, and merges what they wrote elsewhere', async () => {
  const staff = await client()
  const ids = [await addFile(staff, 'Asked'), await addFile(staff, 'Merged')]
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, `/dashboard/file/bulk?ids=${ids.join('.')}`)
  await cell(page, 'Alt text of Asked').fill('Mine')
  await cell(page, 'Alt text of Merged').fill('Mine too')
  const other = { altText: 'Theirs' }
  expect((await staff.call('PUT', `/api/file/${ids[0]}`, other)).status).toBe(200)
  expect((await staff.call('PUT', `/api/file/${ids[1]}`, { attribute: 'Described' })).status).toBe(200)
  await settled(page)
  await save(page).click()
  await page.getByText('1 saved, 1 refused.').waitFor()
  const asked = page.getByRole('group', { name: 'Saved meanwhile: Asked' })
  await asked.getByText('Theirs').waitFor()
  await expectAccessible(page, 'a cell that others changed')
  // It is asked again until somebody has chosen.
  await save(page).click()
  await page.getByText('0 saved, 1 refused.').waitFor()
  await asked.getByRole('button', { name: 'Keep mine' }).click()
  await save(page).click()
  await page.getByText('1 saved, 0 refused.').waitFor()
  const records = await Promise.all(ids.map(async (id) => (await staff.call('GET', `/api/file/${id}`)).body.data))
  expect(records.map(({ altText, attribute }) => [altText, attribute ?? ''])).toEqual([
    ['Mine', ''],
    ['Mine too', 'Described'],
  ])
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('keeps what was typed when the sign-in ends, asks where others wrote meanwhile, and keeps nothing about people', async () => {
  const staff = await client()
  const ids: number[] = []
  for (const title_name of ['Kept', 'Contested']) {
    const title = { title_name, order_number: 50 + ids.length, description: 'A title' }
    const made = await staff.call('POST', '/api/title', title)
    ids.push(made.body.data.id)
  }
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  const path = `/dashboard/title/bulk?ids=${ids.join('.')}`
  await signInPage(page, stage.dataDir, administrator, path)
  await cell(page, 'Title name of Kept').fill('Kept as typed')
  await cell(page, 'Title name of Contested').fill('Mine')
  await context.clearCookies()
  // What the page reads by itself may be told of the end before the press is.
  const left = page.waitForURL('**/auth/login')
  await Promise.any([save(page).click(), left])
  await left
  expect((await staff.call('PUT', `/api/title/${ids[1]}`, { title_name: 'Theirs' })).status).toBe(200)
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, administrator))
  const kept = page.getByText(/is here again\. It was not sent\./)
  await kept.waitFor()
  expect(page.url()).toBe(stage.server.url + path)
  expect(await cell(page, 'Title name of Kept').inputValue()).toBe('Kept as typed')
  // As long as nobody has chosen it is asked, also by the page that comes after this one.
  const asked = page.getByRole('group', { name: 'Saved meanwhile: Theirs' })
  await asked.waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await asked.getByRole('button', { name: 'Keep mine' }).click()
  await save(page).click()
  await page.getByText('2 saved, 0 refused.').waitFor()
  await kept.waitFor({ state: 'detached' })
  await page.reload()
  await cell(page, 'Title name of Mine').waitFor()
  expect(await kept.count()).toBe(0)

  await page.goto('/dashboard/employee/bulk')
  const name = page.locator('input[data-place="0 0"]')
  await name.fill('Nobody to be kept')
  await page.reload()
  await name.waitFor()
  expect(await name.inputValue()).not.toBe('Nobody to be kept')
  expect(faults).toEqual([])
  await context.close()
}, 120_000)

it('brings a cell out from under the names, tells of values without a cell, and of a save without a connection', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url, { width: 360 })
  await signInPage(page, stage.dataDir, administrator, '/dashboard/stationery/bulk?per_page=10')
  const place = (at: string) => page.locator(`input[data-place="${at}"]`)
  await place('0 1').focus()
  await page.keyboard.press('ArrowLeft')
  const isInSight = () =>
    place('0 0').evaluate((input) => {
      const { left, top, height } = input.getBoundingClientRect()
      return input === document.activeElement && document.elementFromPoint(left + 4, top + height / 2) === input
    })
  await expect.poll(isInSight).toBe(true)

  await page.evaluate(() => navigator.clipboard.writeText('"Paper\r\nof ""two\tkinds"""\r\n'))
  await page.keyboard.press('Control+v')
  expect(await place('0 0').inputValue()).toBe('Paper of "two kinds"')
  await place('9 0').focus()
  await page.evaluate(() => navigator.clipboard.writeText('Last\r\nToo many\r\n'))
  await page.keyboard.press('Control+v')
  const words = page.getByText('1 cell filled. Left out, since no cell is there: “Too many”.')
  await words.waitFor()
  expect((await words.boundingBox())?.width, 'in sight').toBeGreaterThan(100)

  await context.setOffline(true)
  await page.keyboard.press('Control+s')
  await page.getByText('0 saved, 2 refused.').waitFor()
  await save(page).waitFor()
  expect(await place('9 0').inputValue()).toBe('Last')
  await context.setOffline(false)
  await save(page).click()
  await page.getByText('2 saved, 0 refused.').waitFor()
  await context.close()
}, 120_000)

it('is not there for who may not change the records', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  const reader = accountOf(stage.dataDir, ({ role }) => role === 'Reader of posts')
  await enterPage(page, stage.dataDir, reader, '/dashboard/post')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Edit in a grid' }).count()).toBe(0)
  await page.goto('/dashboard/post/bulk')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await page.goto('/dashboard/menubar/bulk')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 60_000)

it('takes no list for the records that an address names by what is no id', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/title/bulk?ids=abc')
  for (const ids of ['abc', '1.x', '', '0', '1e3.-4']) {
    await page.goto(`/dashboard/title/bulk?ids=${ids}`)
    await page.getByText('ids is not valid').waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
  }
  await context.close()
}, 60_000)
