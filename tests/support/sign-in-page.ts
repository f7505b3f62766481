import type { APIResponse, Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openPage, settled, type Watched } from './browser.ts'
import { countMails, nextCode, saysBusy, whileBusy } from './client.ts'
import { type Account, accountsOf } from './server.ts'

/** Which of the demo company's accounts. */
export const administrator = (one: Account) => one.role === 'Administrator'
export const employee = (one: Account) => one.type === 'employee'

/** The first account of the demo company that fits. */
export const accountOf = (dataDir: string, fits: (one: Account) => boolean): Account => {
  const found = accountsOf(dataDir).find(fits)
  if (!found) throw new Error('the demo company lacks this account')
  return found
}

/** Fills the sign-in that a page shows: name, password, and the code from the mail. */
export const fillSignIn = async (page: Page, dataDir: string, person: Account): Promise<void> => {
  const seen = countMails(dataDir, person.email)
  await page.getByLabel(person.type === 'user' ? 'Username' : 'Email').fill(person.userName ?? person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login Verification' })
  await dialog.waitFor()
  const code = await nextCode(dataDir, person.email, seen)
  await dialog.getByRole('textbox').first().focus()
  await page.keyboard.type(code)
  // It verifies six digits by itself; this is sooner.
  await page.keyboard.press('Enter')
}

const dataOf = async (ask: () => Promise<APIResponse>): Promise<any> => {
  const { answer, text } = await whileBusy(
    async () => {
      const answer = await ask()
      return { answer, text: await answer.text() }
    },
    (one) => saysBusy(one.answer.status(), one.answer.headers()['retry-after'], one.text),
  )
  expect(answer.status(), text).toBe(200)
  return JSON.parse(text).data
}

/** Signs a page in as the apps do, without their screens, which tests/e2e/sign-in looks at, and goes to `path`, or to the person's app. */
export const enterPage = async (page: Page, dataDir: string, person: Account, path?: string): Promise<void> => {
  const { type, userName, email, password } = person
  const seen = countMails(dataDir, email)
  const headers = { 'x-session-mode': 'cookie' }
  const { data } = await dataOf(() =>
    type === 'user'
      ? page.request.post('/api/auth/login', { headers, data: { userName, password } })
      : page.request.post('/api/auth/login_employee', { headers, data: { email, password } }),
  )
  const otp = await nextCode(dataDir, email, seen)
  await dataOf(() => page.request.post('/api/auth/verification_login', { headers, data: { data, otp } }))
  await page.goto(path ?? (type === 'user' ? '/dashboard' : '/'))
}

/** The same for an account of the demo company. */
export const signInPage = (
  page: Page,
  dataDir: string,
  fits: (one: Account) => boolean,
  path?: string,
): Promise<void> => enterPage(page, dataDir, accountOf(dataDir, fits), path)

/** A page of an administrator at the dashboard, with all that it asked for. */
export const openStaffPage = async (stage: {
  browser: Browser
  dataDir: string
  server: { url: string }
}): Promise<Watched> => {
  const staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await settled(staff.page)
  return staff
}
