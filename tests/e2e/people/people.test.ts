import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from '../../support/browser.ts'
import { expectSeen } from '../../support/seen.ts'
import { countMails, nextMail } from '../../support/client.ts'
import { freePort } from '../../support/free-port.ts'
import type { Account } from '../../support/server.ts'
import { accountOf, administrator, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

// Passkeys ask for an address with a name.
const port = await freePort()
const url = `http://localhost:${port}`
const stage = openStage({ PORT: String(port), PUBLIC_URL: url })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()
const openAs = async (fits: (one: Account) => boolean) => {
  const watched = await openPage(stage.browser, url)
  await signInPage(watched.page, stage.dataDir, fits)
  await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
  await watched.page.waitForURL(({ pathname }) => !pathname.startsWith('/auth'))
  return watched
}

it('shows every value that is taken at its field, and leads to the first', async () => {
  const { page, context } = await openAs(administrator)
  const { userName, email } = accountOf(stage.dataDir, (one) => one.type === 'user' && !administrator(one))
  await page.goto('/dashboard/user/create')
  const labels = { Username: userName ?? '', 'First name': 'Mira', 'Last name': 'Holt', 'E-mail': email, Phone: '1' }
  for (const [label, value] of Object.entries(labels)) await page.getByLabel(label, { exact: true }).fill(value)
  await submit(page)
  await page.getByRole('alertdialog', { name: 'ERROR' }).getByRole('button', { name: 'OK' }).press('Enter')
  for (const label of ['Username', 'E-mail'])
    await page
      .locator('.f', { has: page.getByLabel(label, { exact: true }) })
      .getByText(`${label} is already taken.`)
      .waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Username is already taken.')
  await context.close()
})

it('makes a role by the grid and a user who has it, and erases an employee who was invited', async () => {
  const { page, context, faults } = await openAs(administrator)
  await page.goto('/dashboard/role/create')
  await page.getByLabel('Role name').fill('Harbour office')
  await page.getByRole('checkbox', { name: 'Post: all' }).check()
  await page.getByRole('checkbox', { name: 'Post: Delete' }).uncheck()
  await page.getByRole('checkbox', { name: 'Category: Update' }).check()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Category: Read' }).isChecked()).toBe(true)
  await page.getByRole('checkbox', { name: 'Role: Create' }).check()
  await expectSeen(page, 'role-grid')
  await submit(page)
  await page.getByRole('link', { name: 'Harbour office' }).waitFor()

  await page.goto('/dashboard/user/create')
  for (const [label, value] of [
    ['Username', 'mira'],
    ['First name', 'Mira'],
    ['Last name', 'Holt'],
    ['E-mail', 'mira@harbour-vale.example'],
    ['Phone', '+44 1632 960 222'],
    ['Password', 'harbor-lights-77'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Harbour office' })
  await expectSeen(page, 'user-create')
  await submit(page)
  await page.getByRole('link', { name: 'Mira Holt' }).waitFor()
  const mira = {
    type: 'user',
    userName: 'mira',
    email: 'mira@harbour-vale.example',
    password: 'harbor-lights-77',
  } as const
  const other = await openPage(stage.browser, url)
  await other.page.goto('/dashboard/role/create')
  await fillSignIn(other.page, stage.dataDir, mira)
  const edgeOf = (name: string) =>
    other.page
      .getByRole('checkbox', { name, exact: true })
      .evaluate((box) => getComputedStyle(box, '::before').borderTopColor)
  expect(await edgeOf('Menubar: Create')).not.toBe(await edgeOf('Post: Create'))
  await other.context.close()
  await page.goto('/dashboard/role')
  await page.getByRole('columnheader', { name: 'Users' }).waitFor()
  await page.getByRole('row', { name: 'Harbour office' }).getByRole('link', { name: '1', exact: true }).click()
  await page.getByRole('link', { name: 'Mira Holt' }).waitFor()
  await page.getByRole('link', { name: 'Harbour office' }).click()
  await heading(page, 'Harbour office')
  await page.getByRole('link', { name: 'Mira Holt' }).waitFor()

  await page.goto('/dashboard/employee/create')
  const email = 'tove@harbour-vale.example'
  await page.getByLabel('Employee number').fill('0200')
  await page.getByLabel('Fullname').fill('Tove Lindqvist')
  await page.getByLabel('Display name').fill('Tove')
  await page.getByLabel('E-mail').fill(email)
  await submit(page)
  await page.getByRole('link', { name: 'Tove Lindqvist' }).click()
  await heading(page, 'Tove Lindqvist')
  expect((await nextMail(stage.dataDir, email, 0)).text).toContain('/change/')
  await page.getByText('Not set yet').waitFor()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('An invitation is on its way.').waitFor()
  await nextMail(stage.dataDir, email, 1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download everything' }).click()
  const archive = await readFile(await (await downloading).path())
  expect(archive.subarray(0, 2).toString()).toBe('PK')

  await page.getByRole('button', { name: 'Erase this person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase this person?' })
  await dialog.getByText('Mails').waitFor()
  await expectSeen(page, 'erasure')
  const name = dialog.getByRole('textbox')
  await name.fill('Tove')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await dialog.getByText('This is not their name').waitFor()
  await name.fill('Tove Lindqvist')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText('The person is erased.').waitFor()
  await heading(page, 'Employee')
  await page.getByRole('link', { name: '[erased]' }).first().waitFor()
  await expect.poll(() => page.getByText('Lindqvist').count()).toBe(0)
  expect(countMails(stage.dataDir, email)).toBe(0)
  await page.getByRole('link', { name: '[erased]' }).first().click()
  await page.getByText('This person was erased.').waitFor()
  await page.getByText('Not set yet').waitFor()
  expect(await page.getByRole('button', { name: 'Erase this person' }).count()).toBe(0)
  expect(await page.getByLabel('Fullname').isDisabled()).toBe(true)
  expect(faults).toEqual([])
  await context.close()
}, 180_000)

it('adds, names, uses and removes a passkey', async () => {
  const { page, context, faults } = await openAs(administrator)
  const account = accountOf(stage.dataDir, administrator)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await page.goto('/dashboard/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await adding.getByLabel('Name').fill('Old laptop')
  await adding.getByLabel('Your password').fill(account.password)
  await adding.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'Rename Old laptop' }).click()
  const naming = page.getByRole('dialog', { name: 'Rename Old laptop' })
  await naming.getByLabel('Name').fill('Laptop at work')
  await naming.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Laptop at work' }).waitFor()
  await expectSeen(page, 'passkeys')

  await context.clearCookies()
  await page.goto('/auth/login')
  await page.getByLabel('Username').fill(account.userName ?? '')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await heading(page, 'Dashboard')

  await page.goto('/dashboard/profile')
  await page.getByRole('region', { name: 'Passkeys' }).getByText('last used').waitFor()
  await page.getByRole('button', { name: 'Remove Laptop at work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove Laptop at work' }).waitFor({ state: 'hidden' })
  // What a demo prints is kept by nobody knows whom.
  expect(stage.server.output()).toContain('Code for ')
  expect(stage.server.output()).not.toContain(account.email)
  expect(faults).toEqual([])
  await context.close()
}, 120_000)
