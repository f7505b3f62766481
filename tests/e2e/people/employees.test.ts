import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, settled } from '../../support/browser.ts'
import { pngPicture } from '../../support/pictures.ts'
import { administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

// Where somebody looks at the screens: set SCREENS to a folder.
const shot = async (page: Page, name: string) => {
  const folder = process.env.SCREENS
  if (!folder) return
  for (const width of [360, 1440])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

// Takes somebody of the forty into a field of several, or out of it.
const toggle = async (page: Page, field: string, name: string) => {
  const list = page.getByRole('listbox', { name: field })
  await page.getByRole('combobox', { name: field }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially(name)
  await expect.poll(() => list.getByRole('option').count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
}

it('drives a title and an employee from the first to the last day', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await heading(page, 'Dashboard')

  await page.goto('/dashboard/title/create')
  await page.getByLabel('Title name').fill('Harbour master')
  await page.getByLabel('Order Number').fill('3')
  await page.getByLabel('Description').fill('Decides who moors where.')
  await submit(page)
  await heading(page, 'Title')
  await page.getByRole('link', { name: 'Harbour master' }).waitFor()

  await page.goto('/dashboard/employee/create')
  await page.getByLabel('Employee number').fill('0012')
  await page.getByLabel('Fullname').fill('Noor de Vries')
  await page.getByLabel('Display name').fill('Noor')
  await page.getByLabel('E-mail').fill('noor@harbour-vale.example')
  await page.getByLabel('Point', { exact: true }).fill('')
  await submit(page)
  await page.getByText('Please Input Employee Point.').first().waitFor()
  await page.getByLabel('Point', { exact: true }).fill('50')
  await submit(page)
  await page.getByRole('alertdialog', { name: 'ERROR' }).getByRole('button', { name: 'OK' }).press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Employee number is already taken.')
  await page.getByLabel('Employee number').fill('0100')
  await page
    .locator('.f', { has: page.getByLabel('Instagram') })
    .getByText('optional')
    .waitFor()
  await page.getByLabel('Title', { exact: true }).selectOption({ label: 'Harbour master' })
  await toggle(page, 'Superordinate', 'Dita Maharani')
  const photo = { name: 'noor.png', mimeType: 'image/png', buffer: await pngPicture(300, 200) }
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await page.getByRole('button', { name: 'Crop photo' }).click()
  const kept = page.getByRole('img', { name: 'The part of the picture that is kept' })
  expect((await kept.boundingBox())?.width).toBe(280)
  await page.getByRole('button', { name: 'Save photo' }).click()
  await page.getByText('photo.jpg').waitFor()
  expect(await page.getByRole('button', { name: 'From library' }).count()).toBe(0)
  await shot(page, 'employee-create')
  await expectAccessible(page, 'a new employee')
  await submit(page)
  await heading(page, 'Employee')
  await page.getByRole('link', { name: 'Noor de Vries' }).click()
  await heading(page, 'Noor de Vries')

  const points = page.getByRole('group', { name: 'Point', exact: true })
  await points.getByText('50', { exact: true }).waitFor()
  await points.getByRole('button', { name: 'Add or take points' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Change').fill('-20')
  await dialog.getByLabel('Reason').fill('A day off')
  await dialog.getByRole('button', { name: 'Add or take points' }).click()
  await points.getByText('30', { exact: true }).waitFor()
  await page.getByText('A day off').first().waitFor()
  await settled(page)
  await toggle(page, 'Subordinate', 'Samuel Osei')
  await shot(page, 'employee-edit')
  await expectAccessible(page, 'an employee')
  await submit(page)
  await heading(page, 'Employee')

  await page.getByRole('link', { name: 'Noor de Vries' }).click()
  await page.getByRole('link', { name: 'Who is above and below' }).click()
  await heading(page, 'Reporting lines of Noor de Vries')
  const own = page.getByRole('link', { name: /Noor de Vries.*Harbour master/ })
  await own.focus()
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(() => focused()).toContain('Samuel Osei')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('link', { name: /Samuel Osei/ }).waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => focused()).toContain('Dita Maharani')
  await page.keyboard.press('Enter')
  await heading(page, 'Reporting lines of Dita Maharani')
  await expect.poll(() => focused()).toContain('Dita Maharani')
  await page.setViewportSize({ width: 360, height: 900 })
  const topOf = async (role: 'button' | 'link', name: RegExp) =>
    (await page.getByRole(role, { name }).first().boundingBox())?.y ?? 0
  expect(await topOf('button', /Below Dita/)).toBeGreaterThan(await topOf('link', /Dita Maharani/))
  await page.setViewportSize({ width: 1280, height: 900 })
  await shot(page, 'org-chart')
  await expectAccessible(page, 'the org chart')
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByLabel('As of', { exact: true }).isVisible()).toBe(false)
  await expect
    .poll(() =>
      page
        .getByRole('link', { name: /Samuel Osei/ })
        .first()
        .isVisible(),
    )
    .toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('As of', { exact: true }).fill('2020-01-01')
  await page.getByText('On this day there was nobody to show.').waitFor()

  await page.goto('/dashboard/title')
  await page.getByRole('link', { name: 'Harbour master' }).click()
  await heading(page, 'Harbour master')
  await act(page, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('Inactive', { exact: true }).first().waitFor()

  await page.goto('/dashboard/employee')
  await page.getByRole('link', { name: 'Noor de Vries' }).click()
  await heading(page, 'Noor de Vries')
  await page
    .getByLabel('Title', { exact: true })
    .getByText('Harbour master, no longer offered')
    .waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'remove profile picture' }).click()
  await toggle(page, 'Subordinate', 'Samuel Osei')
  await submit(page)
  await heading(page, 'Employee')
  await page.getByRole('link', { name: 'Noor de Vries' }).click()
  await act(page, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByText('Inactive', { exact: true }).first().waitFor()
  await act(page, 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await heading(page, 'Employee')
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('link', { name: 'Noor de Vries' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 180_000)
