import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { accountOf, administrator, enterPage, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

it('shares a view of a list, which others find in their menu, and renames and removes it', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/post?sort=name')
  const menu = page.getByRole('button', { name: 'View', exact: true })
  const save = page.getByRole('dialog', { name: 'Save this view' })
  const ask = async (name: string, isShared: boolean) => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).click()
    await save.getByLabel('Name').fill(name)
    if (isShared) await save.getByLabel('Share with everybody who may read this list').check()
    await save.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await ask('By name', true)
  await page.getByText('Saved as By name.').waitFor()
  await ask('By name', false)
  await save.waitFor({ state: 'hidden' })
  // A second one of the name is refused, and what was typed stays.
  await ask('BY NAME', true)
  await save.getByText('There is a shared view of this name.').waitFor()
  expect(await save.getByLabel('Name').inputValue()).toBe('BY NAME')
  await expectAccessible(page, 'a view that is shared')
  await page.keyboard.press('Escape')

  const reader = await openPage(stage.browser, stage.server.url, { width: 360 })
  const readsPosts = accountOf(stage.dataDir, ({ role }) => role === 'Reader of posts')
  await enterPage(reader.page, stage.dataDir, readsPosts, '/dashboard/post')
  await reader.page.getByRole('button', { name: 'View', exact: true }).click()
  await reader.page.getByRole('menuitem', { name: 'By name (shared)' }).click()
  await reader.page.waitForURL(/\/dashboard\/post\?sort=name&columns=/)
  await reader.page.getByRole('button', { name: 'View', exact: true }).click()
  await reader.page.getByRole('menuitem', { name: 'Save this view…' }).click()
  expect(await reader.page.getByRole('checkbox', { name: /^Share with/ }).count()).toBe(0)

  await menu.click()
  await page.getByRole('menuitem', { name: 'By name', exact: true }).waitFor()
  await page.getByRole('menuitem', { name: 'Columns, density and views…' }).click()
  const kept = page.getByRole('dialog', { name: 'Columns, density and views' })
  const shared = kept.getByRole('group', { name: 'Shared views' })
  const own = kept.getByRole('group', { name: 'Saved views' })
  const rename = page.getByRole('dialog', { name: 'Rename By name' })
  for (const [lines, name] of [
    [shared, 'From A to Z'],
    [own, 'Mine'],
  ] as const) {
    await lines.getByRole('button', { name: 'Rename By name' }).click()
    expect(await rename.getByLabel('Name').inputValue()).toBe('By name')
    await rename.getByLabel('Name').fill(name)
    await rename.getByRole('button', { name: 'Save', exact: true }).click()
    await lines.getByText(name).waitFor()
  }
  await expectAccessible(page, 'views to keep in order')
  await shared.getByRole('button', { name: 'Remove From A to Z' }).click()
  await shared.waitFor({ state: 'detached' })
  await own.getByRole('button', { name: 'Remove Mine' }).click()
  await own.waitFor({ state: 'detached' })
  await kept.getByRole('button', { name: 'Done' }).click()

  await page.goto('/dashboard/activity_trail')
  await page
    .getByText(/a shared view of the list was removed/i)
    .first()
    .waitFor()
  expect([...faults, ...reader.faults]).toEqual([])
  await reader.context.close()
  await context.close()
}, 90_000)

it('shows the columns of a view to whoever opens it, and changes them as a filter is changed', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/page')
  await page.getByRole('row').nth(1).waitFor()
  const menu = page.getByRole('button', { name: 'View', exact: true })
  const heading = (name: string, on = page) => on.getByRole('columnheader', { name, exact: true })
  const columns = page.getByRole('dialog', { name: 'Columns, density and views' })
  const open = async (item: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await open('Columns, density and views…')
  await columns.getByRole('checkbox', { name: 'Author' }).check()
  await columns.getByRole('checkbox', { name: 'Last change' }).uncheck()
  await columns.getByRole('button', { name: 'Done' }).click()
  await open('Save this view…')
  const save = page.getByRole('dialog', { name: 'Save this view' })
  await save.getByLabel('Name').fill('Authors')
  await save.getByLabel('Share with everybody who may read this list').check()
  await save.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as Authors.').waitFor()

  const other = await openPage(stage.browser, stage.server.url)
  const colleague = accountOf(stage.dataDir, ({ role }) => role !== undefined && /editor/i.test(role))
  await enterPage(other.page, stage.dataDir, colleague, '/dashboard/page')
  await heading('Last change', other.page).waitFor()
  await other.page.getByRole('button', { name: 'View', exact: true }).click()
  await other.page.getByRole('menuitem', { name: 'Authors (shared)' }).click()
  await heading('Author', other.page).waitFor()
  expect(await heading('Last change', other.page).count()).toBe(0)

  await open('Authors (shared)')
  await page.waitForURL(/columns=/)
  await open('Columns, density and views…')
  await columns.getByText('These are the columns of a view.').waitFor()
  await columns.getByRole('checkbox', { name: 'Template' }).uncheck()
  await heading('Template').waitFor({ state: 'detached' })
  await expectAccessible(page, 'the columns of a view')
  await columns.getByRole('button', { name: 'Done' }).click()
  // What is shown is not the view any more; with the column back it is.
  await menu.click()
  await page.getByRole('menuitem', { name: 'Authors (shared)', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await open('Columns, density and views…')
  await columns.getByRole('checkbox', { name: 'Template' }).check()
  await columns.getByRole('button', { name: 'Done' }).click()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Authors (shared): shown now' }).waitFor()
  await page.keyboard.press('Escape')
  await open('Columns, density and views…')
  await columns.getByRole('button', { name: 'Show my own columns' }).click()
  await page.waitForURL((url) => !url.searchParams.has('columns'))
  await heading('Author').waitFor()
  expect([...faults, ...other.faults]).toEqual([])
  await other.context.close()
  await context.close()
}, 90_000)

it('keeps what is ticked while the columns of a view change', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator, '/dashboard/page?columns=name.created_by')
  const box = page.getByRole('checkbox', { name: 'Select Meeting rooms', exact: true })
  await box.check()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Columns, density and views…' }).click()
  const columns = page.getByRole('dialog', { name: 'Columns, density and views' })
  await columns.getByRole('checkbox', { name: 'Author' }).uncheck()
  await page.waitForURL((url) => url.searchParams.get('columns') === 'name')
  await columns.getByRole('button', { name: 'Done' }).click()
  expect(await box.isChecked()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
}, 60_000)
