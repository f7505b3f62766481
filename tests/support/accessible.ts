import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { takesAll } from './walk.ts'

type Axe = typeof import('axe-core')

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// The rows of a table are drawn by one component: two thirds of a look at a list went into the contrast of the later ones.
const laterRows = takesAll ? [] : [['tbody > tr:nth-child(n+6)']]

/** What axe finds in a part of a page under WCAG 2.2 A and AA, one line each; of long tables it looks at the first five rows. */
export const findingsOf = async (page: Page, name: string, within: string, rules = wcag): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ({ rules, laterRows, within }) => {
      const { axe } = window as unknown as { axe: Axe }
      const found = await axe.run(
        { include: [[within]], exclude: laterRows },
        // Frames are previews, in which no script runs. Rules that need every stylesheet once more are none of these.
        { resultTypes: ['violations'], runOnly: rules, preload: false, iframes: false },
      )
      return found.violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(' ')) }))
    },
    { rules, laterRows, within },
  )
  return violations.map(({ id, targets }) => `${name}: ${id} at ${targets.slice(0, 4).join(' | ')}`)
}

/** Expects a screen, once its heading is there, without a finding of axe, also under what it calls best practices. */
export const expectAccessible = async (page: Page, name: string): Promise<void> => {
  // Code of a screen that is still on its way leaves the page without a heading for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await findingsOf(page, name, 'html', [...wcag, 'best-practice'])).toEqual([])
}
