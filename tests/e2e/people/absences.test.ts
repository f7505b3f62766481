import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { dayIn } from '../../../domain/people/days.ts'
import { expectSeen } from '../../support/seen.ts'
import { openPage, settled } from '../../support/browser.ts'
import type { Account } from '../../support/server.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const jonas = (one: Account) => one.type === 'employee' && one.email.startsWith('jonas')
const other = (one: Account) => one.type === 'employee' && !jonas(one)

const day = 86_400_000
// The demo company is in Amsterdam.
const inDays = (days: number) => dayIn(new Date(Date.now() + days * day), 'Europe/Amsterdam')
const words = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(inDays(days)))

const open = async (fits: (one: Account) => boolean, path: string, look: { dark?: boolean; width?: number } = {}) => {
  const watched = await openPage(stage.browser, stage.server.url, look)
  await signInPage(watched.page, stage.dataDir, fits, path)
  await settled(watched.page)
  return watched
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Absence' })

const fillDays = async (page: Page, from: string, until: string) => {
  await dialogOf(page).getByLabel('First day').fill(from)
  await dialogOf(page).getByLabel('Last day').fill(until)
}

it('is said in the own profile with a stand-in, edited and taken back, and colleagues see it', async () => {
  const reader = await open(jonas, '/profile', { width: 360 })
  const { page } = reader
  await page.getByRole('button', { name: 'Add absence' }).click()
  await fillDays(page, inDays(2), inDays(1))
  await dialogOf(page).getByLabel('Stand-in').pressSequentially('an')
  await dialogOf(page).getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const standIn = await dialogOf(page).getByLabel('Stand-in').inputValue()
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await dialogOf(page).getByText('Last day is before First day').waitFor()
  await expectSeen(page, 'the dialog')
  // What is typed is there again, wherever the reader was meanwhile.
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: 'Add absence' }).click()
  await dialogOf(page).getByText('is here again.').waitFor()
  expect(await dialogOf(page).getByLabel('Stand-in').inputValue()).toBe(standIn)
  await fillDays(page, inDays(-1), inDays(4))
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `Away until ${words(4)}` })
  await row.getByText(standIn).waitFor()
  await expectSeen(page, 'the profile')

  await row.getByRole('button', { name: 'Edit' }).click()
  await dialogOf(page).getByLabel('Last day').fill(inDays(6))
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Away until ${words(6)}`).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()

  const colleague = await open(other, '/employee?by=division&keyword=jonas')
  const note = colleague.page.getByText(`Away until ${words(4)}`)
  await note.waitFor()
  await expectSeen(colleague.page, 'the directory')
  await colleague.page.getByRole('link', { name: /Jonas/ }).first().click()
  await colleague.page
    .getByRole('list', { name: 'Absences' })
    .getByText(`Away until ${words(4)}`)
    .waitFor()
  await expectSeen(colleague.page, 'the page of a colleague')
  await colleague.page.getByRole('list', { name: 'Absences' }).getByRole('link', { name: standIn }).click()
  await colleague.page.getByText(standIn).first().waitFor()

  await row.getByRole('button', { name: `Remove Away until ${words(4)}` }).click()
  await row.waitFor({ state: 'detached' })
  expect([reader.faults, colleague.faults]).toEqual([[], []])
  await reader.context.close()
  await colleague.context.close()
}, 120_000)

it('is said on the form of an employee, which shows what is not over', async () => {
  const staff = await open(administrator, '/dashboard/employee')
  const { page } = staff
  await page.getByRole('searchbox').first().fill('jonas')
  await page.getByRole('link', { name: /Jonas/ }).first().click()
  const add = page.getByRole('button', { name: 'Add absence' })
  const save = async () => {
    await page.getByRole('button', { name: 'Submit' }).first().click()
    await page.getByText('Employee updated.').first().waitFor()
    await page.getByRole('link', { name: /Jonas/ }).first().click()
  }
  await add.click()
  await page.getByLabel('First day').fill(inDays(-3))
  await page.getByLabel('Last day').fill(inDays(-2))
  await add.click()
  await page.getByLabel('First day').nth(1).fill(inDays(5))
  await page.getByLabel('Last day').nth(1).fill(inDays(9))
  await save()
  await expect.poll(() => page.getByLabel('First day').inputValue()).toBe(inDays(5))
  await expectSeen(page, 'the form')
  expect(staff.faults).toEqual([])
  await staff.context.close()
}, 120_000)
