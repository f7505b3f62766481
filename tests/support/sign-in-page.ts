import type { Page } from 'playwright-core'
import { codeIn, countMails, nextMail } from './client.ts'
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
  const code = codeIn(await nextMail(dataDir, person.email, seen))
  await dialog.getByRole('textbox').first().focus()
  await page.keyboard.type(code)
  await dialog.getByRole('button', { name: 'Verify' }).click()
}

/** Goes to the app of a person and signs in. */
export const signInPage = async (page: Page, dataDir: string, fits: (one: Account) => boolean): Promise<void> => {
  const person = accountOf(dataDir, fits)
  await page.goto(person.type === 'user' ? '/dashboard' : '/')
  await fillSignIn(page, dataDir, person)
}
