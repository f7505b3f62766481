import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanHtml } from '../../platform/content/html.ts'
import { openBrowser, surface } from './editor/browser.ts'
import { randomWriter, wordsIn } from './editor/random-writer.ts'

// A full round is EDITOR_SEEDS=100; EDITOR_FIRST_SEED starts elsewhere, to repeat one run or to take turns.
const first = Number(process.env.EDITOR_FIRST_SEED ?? 1)
const seeds = Array.from({ length: Number(process.env.EDITOR_SEEDS ?? 2) }, (_, index) => first + index)

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
  await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
}, 300_000)
afterAll(() => open?.close())

const opaque = '<section>\n <p>kept</p></section>'
const mount = async (content: string) => {
  await open.page.evaluate((value) => window.harness.mount({ content: value, css: '' }), content)
  await surface(open.page).waitFor()
}
const saved = () => open.page.evaluate(() => window.harness.told.value.content)

it.each(seeds)(
  '500 words, written with every tool at random, are saved as they were written: seed %i',
  async (seed) => {
    // A run that fails leaves nothing to the next one.
    await open.page.reload()
    await open.page.waitForFunction(() => 'harness' in window)
    open.noise.length = 0
    await mount(`<p>Start</p>\n${opaque}`)
    const words = await (await randomWriter(open.page, seed)).write(500)
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
