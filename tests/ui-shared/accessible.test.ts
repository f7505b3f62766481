import { expect, it } from 'vitest'
import { findingsOf } from '../support/accessible.ts'
import { useBrowser } from '../support/browser.ts'

const chromium = useBrowser()

it('finds a picture without words and letters that hardly differ from what is behind them', async () => {
  const page = await chromium.browser.newPage()
  await page.setContent(
    '<html lang="en"><main><img src="x.png"><p style="color: #aaa; background: #fff">pale</p></main>',
  )
  const found = await findingsOf(page, 'page', 'html')
  expect(found.map((one) => one.split(' ')[1])).toEqual(expect.arrayContaining(['color-contrast', 'image-alt']))
  await page.close()
})
