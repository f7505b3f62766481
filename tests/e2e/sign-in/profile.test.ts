import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, type Watched, settled } from '../../support/browser.ts'
import { codeIn, countMails, nextMail } from '../../support/client.ts'
import type { Account } from '../../support/server.ts'
import { accountOf, administrator, employee, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const editor = (one: Account) => one.role === 'Editor'
const newcomer = (one: Account) => one.type === 'user' && one.role === undefined
const colleague = (one: Account) => one.type === 'employee' && one.email.startsWith('jonas')
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
const hasFocus = (at: Locator) => at.evaluate((element) => element === document.activeElement)
const expectClean = ({ faults }: Watched) => expect(faults).toEqual([])

const openProfile = async (fits: (one: Account) => boolean, look: { dark?: boolean; width?: number } = {}) => {
  const watched = await openPage(stage.browser, stage.server.url, look)
  const isUser = accountOf(stage.dataDir, fits).type === 'user'
  await signInPage(watched.page, stage.dataDir, fits, isUser ? '/dashboard/profile' : '/profile')
  await watched.page.getByRole('button', { name: 'Change e-mail' }).waitFor()
  return { ...watched, account: accountOf(stage.dataDir, fits) }
}

const askForAddress = async (page: Page, email: string, password: string): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: 'Change e-mail' })
  await dialog.getByLabel('New e-mail').fill(email)
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Send code' }).click()
  return dialog
}

// Telephones throw a page away while its reader is in the mail.
const changeAddress = async (page: Page, email: string, password: string, isReloaded = false): Promise<void> => {
  const seen = countMails(stage.dataDir, email)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = await askForAddress(page, email, password)
  const code = codeIn(await nextMail(stage.dataDir, email, seen))
  if (isReloaded) await page.reload()
  await dialog.getByText(email).waitFor()
  await dialog.getByLabel('Verification code').fill(code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('Your e-mail address was changed.').waitFor()
}

/** Fills name and password; the dialog for the code is open then. */
const firstStep = async (page: Page, { userName = '', password }: Account): Promise<Locator> => {
  await page.goto('/auth/login')
  await page.getByLabel('Username').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login Verification' })
  await dialog.waitFor()
  return dialog
}

it('changes the e-mail of a user by password and code; codes to sign in go to the new address', async () => {
  const staff = await openProfile(editor)
  const { page, account } = staff
  const email = 'editor-at-home@example.org'
  await page.getByLabel('Phone').fill('+44 1632 960 111')
  await changeAddress(page, email, account.password, true)
  await page.locator('.own-email').getByText(email, { exact: true }).waitFor()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Change e-mail' }))).toBe(true)
  // What was typed before outlives the change, and can be saved over it.
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('+44 1632 960 111')
  await page.getByRole('button', { name: 'Submit' }).first().click()
  await page.getByText('User updated.').waitFor()
  expectClean(staff)
  await staff.context.close()

  const again = await openPage(stage.browser, stage.server.url)
  await again.page.goto('/dashboard')
  await fillSignIn(again.page, stage.dataDir, { ...account, email })
  await again.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await again.page.goto('/dashboard/profile')
  await expect.poll(() => again.page.getByLabel('Phone').inputValue()).toBe('+44 1632 960 111')
  await again.context.close()
}, 120_000)

it('takes back what a user saved of their profile, where its history is as well', async () => {
  const staff = await openProfile(administrator)
  const { page } = staff
  const phone = page.getByLabel('Phone')
  const before = await phone.inputValue()
  await phone.fill('+44 1632 960 333')
  await page.getByRole('button', { name: 'Submit' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => phone.inputValue()).toBe(before)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /^History: / }).waitFor()
  await page.getByRole('button', { name: 'Take back this change alone…' }).waitFor()
  expectClean(staff)
  await staff.context.close()
}, 120_000)

it('takes back what an employee saved of their profile, and keeps what they typed since', async () => {
  const reader = await openProfile(colleague)
  const { page } = reader
  const [phone, address] = [page.getByLabel('Phone number'), page.getByLabel('Office address')]
  const before = await phone.inputValue()
  await phone.fill('+44 1632 960 444')
  await page.getByRole('button', { name: 'Submit' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await address.fill('Under the stairs')
  await undo.click()
  await expect.poll(() => phone.inputValue()).toBe(before)
  expect(await address.inputValue()).toBe('Under the stairs')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => phone.inputValue()).toBe('+44 1632 960 444')
  expectClean(reader)
  await reader.context.close()
}, 120_000)

it('asks before a form of the profile with changes is left, and only then', async () => {
  const staff = await openProfile(administrator)
  const { page } = staff
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const leave = () => page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByLabel('Phone').fill('+44 1632 960 222')
  await page.getByLabel('Old password').fill('half')
  await leave()
  await question.getByText('2 fields changed and not saved.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('+44 1632 960 222')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 3_000 }).catch(() => undefined)
  await (await asked).dismiss()
  await reloading
  await expect.poll(() => page.getByLabel('Old password').inputValue()).toBe('half')
  const again = page.waitForEvent('dialog')
  const anew = page.reload()
  await (await again).accept()
  await anew
  // Their own and changed is here again, a password never.
  await page.getByText('is here again. It was not sent.').waitFor()
  expect(await page.getByLabel('Phone').inputValue()).toBe('+44 1632 960 222')
  expect(await page.getByLabel('Old password').inputValue()).toBe('')

  await page.getByRole('button', { name: 'Submit' }).first().click()
  await page.getByText('User updated.').waitFor()
  await page.getByLabel('Old password').fill('half')
  await leave()
  await question.getByText('1 field changed and not saved.').waitFor()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.goto('/dashboard/profile')
  await page.getByLabel('Phone').waitFor()
  expect(await page.getByText('is here again.').count()).toBe(0)
  await leave()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  expectClean(staff)
  await staff.context.close()
}, 120_000)

it('tells each refusal beside its field and keeps what was typed', async () => {
  const staff = await openProfile(newcomer)
  const { page, account } = staff
  const email = 'somewhere-else@example.org'
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = await askForAddress(page, email, 'not-my-password-1')
  const password = dialog.getByLabel('Your password')
  await dialog.getByText('The password is not right').waitFor()
  await expect.poll(() => password.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => hasFocus(password)).toBe(true)
  await expect.poll(() => dialog.getByLabel('New e-mail').inputValue()).toBe(email)

  await askForAddress(page, accountOf(stage.dataDir, administrator).email, account.password)
  await dialog.getByText('E-mail is already taken.').waitFor()
  await expect.poll(() => password.inputValue()).toBe(account.password)

  await askForAddress(page, email, account.password)
  const code = codeIn(await nextMail(stage.dataDir, email, 0))
  await dialog.getByLabel('Verification code').fill(wrongCode(code))
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByRole('alert').getByText('This code is not right.').waitFor()
  await expect.poll(() => dialog.getByLabel('Verification code').inputValue()).toBe(wrongCode(code))
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => dialog.getByLabel('New e-mail').inputValue()).toBe(email)
  expectClean(staff)
  await staff.context.close()
}, 120_000)

it('changes the e-mail of an employee, who then signs in with it', async () => {
  const reader = await openProfile(employee)
  const { page, account } = reader
  const email = 'reader-at-home@example.org'
  await changeAddress(page, email, account.password)
  await page.getByRole('definition').getByText(email).waitFor()
  expectClean(reader)
  await reader.context.close()

  const again = await openPage(stage.browser, stage.server.url)
  await again.page.goto('/')
  await fillSignIn(again.page, stage.dataDir, { ...account, email })
  await again.page.getByText('Read Full Message').waitFor()
  await again.context.close()
}, 120_000)

it('makes ten recovery codes, of which each signs in once', async () => {
  const staff = await openProfile(administrator)
  const { page, account } = staff
  await page.getByText('You have no recovery codes yet.').waitFor()
  await page.getByRole('button', { name: 'Create new recovery codes' }).click()
  await page.getByLabel('Your password').fill(account.password)
  await page.getByRole('button', { name: 'Create codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new recovery codes' })
  await dialog.waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(new Set(codes.filter((code) => /^[2-9a-z]{4}(-[2-9a-z]{4}){2}$/.test(code))).size).toBe(10)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const saved = await readFile(await (await coming).path(), 'utf8')
  expect(codes.filter((code) => !saved.includes(code))).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 are left of the ten').waitFor()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Create new recovery codes' }))).toBe(true)
  expectClean(staff)
  await staff.context.close()

  const [code = ''] = codes
  const away = await openPage(stage.browser, stage.server.url)
  const enter = async () => {
    const login = await firstStep(away.page, account)
    await login.getByRole('button', { name: 'Use a recovery code' }).click()
    await login.getByLabel('Recovery code').fill(code.toUpperCase())
    await login.getByRole('button', { name: 'Verify' }).click()
    return login
  }
  await enter()
  await away.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await away.page.goto('/dashboard/profile')
  await away.page.getByText('9 are left of the ten').waitFor()
  await away.context.clearCookies()
  const login = await enter()
  await login.getByRole('alert').getByText('This code is not right.').waitFor()
  expectClean(away)
  await away.context.close()
}, 120_000)

it.each([
  { name: 'light and wide', dark: false, width: 1280 },
  { name: 'dark and narrow', dark: true, width: 390 },
])(
  'has no finding of axe in any step, $name',
  async ({ dark, width }) => {
    const staff = await openProfile(newcomer, { dark, width })
    const { page, account } = staff
    await settled(page)
    await expectAccessible(page, 'profile')
    await page.getByRole('button', { name: 'Change e-mail' }).click()
    const change = await askForAddress(page, `axe-${width}@example.org`, 'not-my-password-1')
    await change.getByText('The password is not right').waitFor()
    await expectAccessible(page, 'address')
    await askForAddress(page, `axe-${width}@example.org`, account.password)
    await change.getByRole('button', { name: 'Verify' }).click()
    await change.getByRole('alert').waitFor()
    await expectAccessible(page, 'code')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create new recovery codes' }).click()
    await page.getByLabel('Your password').fill(account.password)
    await expectAccessible(page, 'password')
    await page.getByRole('button', { name: 'Create codes' }).click()
    await page.getByRole('dialog', { name: 'Your new recovery codes' }).waitFor()
    await expectAccessible(page, 'recovery codes')
    expectClean(staff)
    await staff.context.clearCookies()
    const login = await firstStep(page, account)
    await login.getByRole('button', { name: 'Use a recovery code' }).click()
    await login.getByLabel('Recovery code').fill('aaaa-bbbb-cccc')
    await login.getByRole('button', { name: 'Verify' }).click()
    await login.getByRole('alert').waitFor()
    await expectAccessible(page, 'recovery code at sign-in')
    await staff.context.close()

    const reader = await openProfile(colleague, { dark, width })
    await expectAccessible(reader.page, 'portal profile')
    await reader.page.getByRole('button', { name: 'Change e-mail' }).click()
    await reader.page.getByLabel('New e-mail').waitFor()
    await expectAccessible(reader.page, 'portal address')
    expectClean(reader)
    await reader.context.close()
  },
  180_000,
)

it('says at the sign-in that the own password was changed, to users and to employees', async () => {
  const password = 'lantern-zebra-4217'
  const staff = await openProfile(newcomer)
  await staff.page.getByLabel('Old password').fill(staff.account.password)
  for (const label of ['New password', 'Password confirm']) await staff.page.getByLabel(label).fill(password)
  await staff.page.getByRole('button', { name: 'Submit' }).last().click()
  const reader = await openProfile(colleague)
  await reader.page.getByLabel('Password', { exact: true }).fill(password)
  await reader.page.getByRole('button', { name: 'Submit' }).click()
  for (const { page, context, account } of [staff, reader]) {
    await page.getByText('Your password was changed. Sign in with the new one.').waitFor()
    await fillSignIn(page, stage.dataDir, { ...account, password })
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
    await page.goto('/auth/forgot-password')
    await context.clearCookies()
    await page.goto(account.type === 'user' ? '/auth/login' : '/auth/employee')
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await page.getByText('Your password was changed.').count()).toBe(0)
    await context.close()
  }
}, 120_000)
