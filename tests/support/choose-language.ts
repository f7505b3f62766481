import type { Page } from 'playwright-core'

/** Picks a language in the header, and waits until it is in force. */
export const chooseLanguage = async (page: Page, language: string): Promise<void> => {
  await page.locator('.language select').first().selectOption(language)
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
}
