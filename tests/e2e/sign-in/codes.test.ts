import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { call, codeIn, countMails, nextMail } from '../../support/client.ts'
import type { Account } from '../../support/server.ts'
import { accountOf } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage({ AUTH_LIMITS_FACTOR: '1' })
const halfAMinute = 31_000

/** The dialog after the first step, a code that is not the mailed one, and the challenge. */
const openDialog = async (page: Page, fits: (one: Account) => boolean) => {
  const person = accountOf(stage.dataDir, fits)
  const seen = countMails(stage.dataDir, person.email)
  await page.clock.install()
  await page.goto(person.type === 'user' ? '/auth/login' : '/auth/employee')
  await page.getByLabel(person.type === 'user' ? 'Username' : 'Email').fill(person.userName ?? person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const answer = page.waitForResponse(/\/auth\/login/)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const challenge: string = (await (await answer).json()).data.data
  const code = codeIn(await nextMail(stage.dataDir, person.email, seen))
  const dialog = page.getByRole('dialog', { name: 'Login Verification' })
  return { dialog, challenge, code, wrong: code === '000000' ? '000001' : '000000' }
}

const tryCode = async (dialog: Locator, code: string, words: string) => {
  await dialog.getByLabel('Verification code').fill(code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await dialog.getByRole('alert').getByText(words).waitFor()
}

it.each([
  { who: 'staff', fits: (one: Account) => one.role === 'Editor', dark: false, width: 1280 },
  { who: 'employees', fits: (one: Account) => one.type === 'employee', dark: true, width: 390 },
])(
  'tells $who after five wrong codes to sign in again, and offers nothing else',
  async ({ fits, ...look }) => {
    const { page, context, faults } = await openPage(stage.browser, stage.server.url, look)
    const { dialog, challenge, wrong } = await openDialog(page, fits)
    for (let count = 0; count < 4; count += 1) await tryCode(dialog, wrong, 'This code is not right.')
    await page.clock.runFor(halfAMinute)
    await expect.poll(() => dialog.getByRole('button', { name: 'Resend' }).isEnabled()).toBe(true)
    await tryCode(dialog, wrong, 'no further one can be tried. Please sign in again.')
    for (const name of ['Verify', 'Resend'])
      await expect.poll(() => dialog.getByRole('button', { name }).isDisabled(), { message: name }).toBe(true)
    await expect.poll(() => dialog.getByText(/Ask for a new code|Use a recovery code/).count()).toBe(0)
    // The server would say no more than that.
    expect((await call(stage.server.url, 'POST', '/api/auth/resend_otp', { data: challenge })).status).toBe(422)
    await expectAccessible(page, 'tries used up')
    expect(faults).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await dialog.getByText('We sent a code').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Verify' }).isEnabled()).toBe(true)
    await context.close()
  },
  60_000,
)

it('verifies six digits by itself, once, also on a page that was loaded anew meanwhile, and selects those that were wrong', async () => {
  const { page, context, faults } = await openPage(stage.browser, stage.server.url)
  const { dialog, code, wrong } = await openDialog(page, (one) => one.role === 'Editor')
  await dialog.getByText('We sent a code').waitFor()
  await page.reload()
  await dialog.getByText('We sent a code').waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/verification_login')) sent.push(request.postData() ?? '')
  })
  const field = dialog.getByLabel('Verification code')
  await field.pressSequentially(wrong)
  await page.clock.runFor(1_000)
  await dialog.getByRole('alert').getByText('This code is not right.').waitFor()
  await expect.poll(() => dialog.locator('.boxes.all').count()).toBe(1)
  await page.clock.runFor(5_000)
  expect(sent).toHaveLength(1)
  // Typed over what is selected, and told to go on at the same moment.
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.clock.runFor(1_000)
  await page.waitForURL(/\/dashboard/)
  expect(sent).toHaveLength(2)
  expect(faults).toEqual([])
  await context.close()
}, 60_000)

it('takes the server at its word when the tries were used up in another window', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  const { dialog, challenge, wrong } = await openDialog(page, (one) => one.role === 'Administrator')
  const sent = { data: challenge, otp: wrong }
  for (let count = 0; count < 5; count += 1) await call(stage.server.url, 'POST', '/api/auth/verification_login', sent)
  await page.clock.runFor(halfAMinute)
  await dialog.getByRole('button', { name: 'Resend' }).click()
  await dialog.getByText('No more codes can be sent here. Please sign in again.').waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Resend' }).isDisabled()).toBe(true)
  await tryCode(dialog, wrong, 'This code is no longer valid. Please sign in again.')
  await expect.poll(() => dialog.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true)
  await context.close()
}, 60_000)

it.each(['/auth/login', '/auth/employee'])('leads by Tab from the name to the password: %s', async (path) => {
  const { page } = await openPage(stage.browser, stage.server.url)
  await page.goto(path)
  const password = page.getByLabel('Password', { exact: true })
  await password.waitFor()
  await page.keyboard.press('Tab')
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
})
