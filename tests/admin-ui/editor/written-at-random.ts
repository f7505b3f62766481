import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanHtml } from '../../../platform/content/html.ts'
import { openBrowser, surface } from './browser.ts'
import { randomWriter, wordsIn } from './random-writer.ts'

const opaque = '<section>\n <p>kept</p></section>'

/** Tests that so many words, written with every tool by the dice of each seed, are saved as they were written. */
export const writesAtRandom = (count: number, seeds: readonly number[]): void => {
  let open: Awaited<ReturnType<typeof openBrowser>>
  beforeAll(async () => {
    open = await openBrowser()
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  }, 300_000)
  afterAll(() => open?.close())

  const mount = async (content: string) => {
    await open.page.evaluate((value) => window.harness.mount({ content: value, css: '' }), content)
    await surface(open.page).waitFor()
  }
  const saved = () => open.page.evaluate(() => window.harness.told.value.content)

  it.each(seeds)(
    `${count} words, written with every tool at random, are saved as they were written: seed %i`,
    async (seed) => {
      // A run that fails leaves nothing to the next one.
      await open.page.reload()
      await open.page.waitForFunction(() => 'harness' in window)
      open.noise.length = 0
      await mount(`<p>Start</p>\n${opaque}`)
      const words = await (await randomWriter(open.page, seed)).write(count)
      const html = await saved()
      expect(wordsIn(html)).toEqual(words)
      expect(html).toContain(opaque)
      // What readers get says the same, and opening it again changes nothing.
      expect(wordsIn(cleanHtml(html).html)).toEqual(words)
      await mount(html)
      expect(await saved()).toBe(html)
      expect(open.noise).toEqual([])
    },
    600_000,
  )
}
