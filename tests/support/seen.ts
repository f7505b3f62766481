import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { nextFrame } from './browser.ts'

const looks = [
  { width: 1440, colorScheme: 'light', isJudged: true },
  { width: 360, colorScheme: 'dark', isJudged: true },
  { width: 1440, colorScheme: 'dark', isJudged: false },
  { width: 360, colorScheme: 'light', isJudged: false },
] as const

/**
 * Light at 1440 px and dark at 360: nothing is wider than the window and axe finds nothing. Pictures of all four go into the
 * folder that SCREENS names, for whoever looks at them.
 */
export const expectSeen = async (page: Page, name: string): Promise<void> => {
  const before = page.viewportSize()
  const folder = process.env.SCREENS
  for (const { width, colorScheme, isJudged } of looks) {
    if (!isJudged && !folder) continue
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await nextFrame(page)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${name} at ${width}` })
      .toBe(width)
    if (isJudged) await expectAccessible(page, `${name}, ${colorScheme} at ${width}`)
    if (folder) await page.screenshot({ path: `${folder}/${name.replaceAll('/', '_')}-${width}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (before) await page.setViewportSize(before)
}
