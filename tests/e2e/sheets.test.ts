import { afterAll, beforeAll, expect, it } from 'vitest'
import { employee } from '../../domain/resources/employee.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import { expectAccessible } from '../support/accessible.ts'
import { openPage, useBrowser } from '../support/browser.ts'
import { sheetOf } from '../support/sheets.ts'
import { fillSignIn } from '../support/sign-in-page.ts'
import type { SheetRow } from '../support/sent.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 120_000)
afterAll(() => atrium.close())
const chromium = useBrowser()

const columns = Object.keys(employee.sheets?.modes?.insert?.columns ?? {})
const rowOf = (number: string, email = `p${number}@example.org`, superior = '') => {
  const values: Readonly<Record<string, string>> = {
    employee_number: number,
    fullname: `Person ${number}`,
    display_name: number,
    email,
    phone_number: '+62',
    superior_employee_number: superior,
  } satisfies SheetRow
  return columns.map((name) => values[name] ?? '')
}

const open = async (options: { width?: number; dark?: boolean } = {}) => {
  const { account } = await atrium.asUser(['c-employee', 'r-employee', 'u-employee', 'd-employee'])
  const watched = await openPage(chromium.browser, atrium.url, options)
  await watched.page.goto('/dashboard')
  await fillSignIn(watched.page, atrium.dataDir, account)
  await watched.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return watched
}

it('checks a file, shows its problems, imports it by keyboard and takes it back', async () => {
  const { page, faults } = await open()
  await page.goto('/dashboard/employee')
  await page.getByRole('link', { name: 'Export/Import' }).click()
  await page.getByRole('heading', { name: 'Export/Import' }).waitFor()
  const part = page.getByRole('region', { name: 'Insert New Data' })
  await part.getByRole('button', { name: 'Submit' }).click()
  await part.getByText('Please choose a file.').waitFor()

  const choose = async (rows: string[][]) => {
    await part.getByLabel('Spreadsheet').setInputFiles(await sheetOf(columns, rows))
    await part.getByRole('button', { name: 'Submit' }).press('Enter')
    await part.getByText('Nothing is changed yet.').waitFor()
  }
  await choose([rowOf('0001'), rowOf('0002', 'nobody', '0003')])
  const problems = part.getByRole('table', { name: 'Problems' })
  await expect.poll(() => problems.getByRole('row').nth(1).innerText()).toMatch(/3\s+email\s+E-mail is not a valid/)
  await expect.poll(() => part.getByRole('button', { name: 'Import 1 employee' }).isDisabled()).toBe(true)
  await expectAccessible(page, 'problems of a spreadsheet')
  const isCut = () =>
    part.getByRole('region', { name: 'Problems' }).evaluate((box) => box.scrollWidth > box.clientWidth)
  await page.setViewportSize({ width: 360, height: 900 })
  await expect.poll(isCut).toBe(false)
  await page.setViewportSize({ width: 1280, height: 900 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('link', { name: 'Download all problems' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('problems.xlsx')

  await part.getByRole('button', { name: 'Choose another file' }).click()
  await choose([rowOf('0001'), rowOf('0002')])
  const invite = part.getByLabel('Invite everybody new')
  await invite.press('Space')
  await atrium.database.pool.query('delete from command.sheet')
  await part.getByRole('button', { name: 'Import 2 employees' }).press('Enter')
  await page.getByRole('alertdialog', { name: 'ERROR' }).getByRole('button', { name: 'OK' }).click()
  expect(await invite.isChecked(), 'the choice after a refusal').toBe(false)
  await part.getByRole('button', { name: 'Choose another file' }).click()

  const team = Array.from({ length: 101 }, (_, index) => rowOf(String(1000 + index), undefined, '0001'))
  await choose([rowOf('0001'), ...team])
  await invite.press('Space')
  await part.getByRole('button', { name: 'Import 102 employees' }).press('Enter')
  await part.getByText('The import is finished.').waitFor()
  expect(await part.getByRole('definition').allInnerTexts()).toEqual(['102', '0', '0', '0'])
  await page.goto('/dashboard/employee?keyword=0001')
  await page.getByRole('link', { name: 'Person 0001' }).click()
  await page.getByRole('textbox', { name: 'Fullname' }).waitFor()
  await page.getByText('101 selected').waitFor()

  await page.goBack()
  await page.getByRole('link', { name: 'Export/Import' }).click()
  await part.getByLabel('Also update existing').press('Space')
  await choose([rowOf('0001', 'other@example.org')])
  const changes = part.getByRole('table', { name: 'Changes' })
  await expect
    .poll(() => changes.getByRole('row').nth(1).innerText())
    .toMatch(/2\s+Person 0001\s+E-mail\s+p0001@example.org\s+other@example.org/)
  await expectAccessible(page, 'changes of a spreadsheet')
  await part.getByRole('button', { name: 'Import 1 employee' }).press('Enter')
  await part.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 employee taken back.').waitFor()
  await part.getByRole('link', { name: 'Sample file' }).waitFor()

  await page.goto('/dashboard/employee?keyword=other')
  await page.getByText('No employees').first().waitFor()
  expect(faults).toEqual([])
}, 60_000)

it('exports with the filters of the list, on a narrow and dark screen', async () => {
  const sent = { employee_number: '77', fullname: 'Narrow Screen', display_name: 'N', email: 'n77@example.org' }
  await atrium.run(employee, 'create', sent)
  const { page, faults } = await open({ width: 360, dark: true })
  await page.goto('/dashboard/employee?keyword=narrow')
  await page.getByRole('link', { name: 'Export/Import' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export what the list shows' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('file.xlsx')
  await page.getByText('1 employee exported.').waitFor()
  const isWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await expect.poll(isWide).toBe(false)
  await expectAccessible(page, 'spreadsheets, narrow and dark')
  expect(faults).toEqual([])
}, 60_000)
