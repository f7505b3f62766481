import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../platform/content/html.ts'
import { nextFrame } from '../support/browser.ts'
import { clickOn, openBrowser, surface } from './editor/browser.ts'
import { fragments } from './editor/fragments.ts'
import { samples } from './editor/samples.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())

const roundTrip = (html: string) => open.page.evaluate((source) => window.harness.roundTrip(source), html)
const mount = async (content: string) => {
  await open.page.evaluate((value) => window.harness.mount({ content: value, css: '' }), content)
  await surface(open.page).waitFor()
}
const saved = () => open.page.evaluate(() => window.harness.told.value.content)
const end = async (words: string) => {
  await clickOn(open.page, words)
  await open.page.keyboard.press('End')
  await nextFrame(open.page)
}

describe('27 fragments as people bring them', () => {
  it('are 27', () => expect(new Set(fragments.map(([, html]) => html)).size).toBe(27))

  it.each(fragments)('stays as it is stored while paragraphs around it are edited: %s', async (_from, html) => {
    const { html: kept } = cleanHtml(html)
    // Something of it was kept.
    expect(kept.replace(/<[^>]*>/g, '').trim()).not.toBe('')
    const { html: stored } = cleanHtml(`<p>Ahead of it</p>\n${html}\n<p>Behind it</p>`)
    await mount(stored)
    await end('Ahead of it')
    await open.page.keyboard.type(' all')
    await end('Behind it')
    await open.page.keyboard.type(' too')
    await expect
      .poll(saved)
      .toBe(stored.replace('Ahead of it', 'Ahead of it all').replace('Behind it', 'Behind it too'))
  })
})

describe('a stored text in the editor (D6)', () => {
  it.each(samples)('comes back as it was: %s', async (_name, html, opaqueBlocks) => {
    const result = await roundTrip(html)
    expect(result.untouched).toBe(html)
    expect(result.opaqueBlocks).toHaveLength(opaqueBlocks)
  })

  it.each(samples.filter(([name]) => name !== 'tags left open' && name !== 'nothing'))(
    'keeps its bytes when a paragraph is added: %s',
    async (_name, html) => {
      const { changed } = await roundTrip(html)
      expect(changed.startsWith(html.trimEnd())).toBe(true)
      expect(changed.slice(html.trimEnd().length)).toMatch(/^\s*<p>New<\/p>\s*$/)
    },
  )

  it('keeps what tags left open say', async () => {
    const { changed } = await roundTrip('<p>One<p>Two')
    expect(changed).toBe('<p>One</p><p>Two</p><p>New</p>')
  })

  it('of 400 kB opens in seconds, not minutes', async () => {
    const paragraph = `<p class="lead">${'Quay <strong>Street</strong> by the <a href="/harbour">harbour</a>. '.repeat(4)}</p>\n<hr />\n`
    const html = paragraph.repeat(Math.floor(400_000 / paragraph.length))
    expect(await open.page.evaluate((source) => window.harness.timeToOpen(source), html)).toBeLessThan(8_000)
  })

  it('is not told as changed when it is only opened', async () => {
    await mount(samples.map(([, html]) => html).join('\n'))
    await clickOn(open.page, 'Plain words.')
    await open.page.keyboard.press('ArrowRight')
    await expect.poll(() => open.page.evaluate(() => window.harness.told.changes)).toBe(0)
  })

  it('changes the one paragraph that is edited', async () => {
    const before =
      '<h2 class="a">Head</h2>\n\n<p class="lead" id="content-x">One <b>two</b></p>\n<section>\n <p>kept</p>\n</section>\n<p>Last&nbsp;one</p>\n'
    await mount(before)
    await end('One two')
    await open.page.keyboard.type(' three')
    await expect.poll(saved).toBe(before.replace('<b>two</b>', '<b>two three</b>'))
  })

  it('is the very same string after undo', async () => {
    const before = '<p>One<br />two &mdash; three</p>\n<p>Four</p>'
    await mount(before)
    await end('Four')
    await open.page.keyboard.type(' five')
    await expect.poll(saved).toBe('<p>One<br />two &mdash; three</p>\n<p>Four five</p>')
    await open.page.keyboard.press('Control+z')
    await expect.poll(saved).toBe(before)
    await open.page.keyboard.press('Control+z')
    await expect.poll(saved).toBe(before)
  })

  it('gives a split paragraph its id once', async () => {
    await mount('<p id="content-a">OneTwo</p>')
    await clickOn(open.page, 'OneTwo')
    await open.page.keyboard.press('Home')
    for (let at = 0; at < 3; at += 1) await open.page.keyboard.press('ArrowRight')
    await nextFrame(open.page)
    await open.page.keyboard.press('Enter')
    await expect.poll(saved).toBe('<p id="content-a">One</p>\n<p>Two</p>')
  })

  it('does not let loose lines run together', async () => {
    await mount('One line\n<section>kept</section>\nAnother line')
    await open.page.locator('.opaque-block-name').click()
    await open.page.keyboard.press('Delete')
    await expect.poll(saved).toBe('One line\n<p>Another line</p>')
  })

  it('is empty when all of it is deleted', async () => {
    await mount('<p>One</p>\n<p>Two</p>')
    await surface(open.page).focus()
    await open.page.keyboard.press('Control+a')
    await open.page.keyboard.press('Delete')
    await expect.poll(saved).toBe('')
  })

  it('goes on after an opaque block at its end, by mouse and by keyboard', async () => {
    const before = '<p>One</p>\n<section>kept</section>'
    await mount(before)
    const box = await surface(open.page).boundingBox()
    await open.page.mouse.click((box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) - 8)
    await open.page.keyboard.type('Two')
    await expect.poll(saved).toBe(`${before}\n<p>Two</p>`)
    await mount(before)
    await open.page.locator('.opaque-block-name').click()
    await open.page.keyboard.press('Enter')
    await open.page.keyboard.type('Two')
    await expect.poll(saved).toBe(`${before}\n<p>Two</p>`)
  })

  it('takes an opaque block out with its bytes and puts it back by undo', async () => {
    const before = '<p>One</p>\n<section  class=x>\n <p>kept</p></section>\n<p>Two</p>'
    await mount(before)
    await open.page.locator('.opaque-block-name').click()
    await open.page.keyboard.press('Delete')
    await expect.poll(saved).toBe('<p>One</p>\n<p>Two</p>')
    await open.page.keyboard.press('Control+z')
    await expect.poll(saved).toBe(before)
  })

  it.each([
    ['Backspace', 'Two', 'Home'],
    ['Delete', 'One', 'End'],
  ])('selects an opaque block by %s beside it, and takes it out by the next one', async (key, words, way) => {
    const before = '<p>One</p>\n<section  class=x>\n <p>kept</p></section>\n<p>Two</p>'
    await mount(before)
    await clickOn(open.page, words)
    await open.page.keyboard.press(way)
    await open.page.keyboard.press(key)
    await expect.poll(() => open.page.locator('.opaque-block.ProseMirror-selectednode').count()).toBe(1)
    await expect.poll(saved).toBe(before)
    await open.page.keyboard.press(key)
    await expect.poll(saved).toBe('<p>One</p>\n<p>Two</p>')
  })

  it('moves an opaque block by cut and paste with its bytes', async () => {
    const opaque = '<section  class=x>\n <p>kept</p></section>'
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await mount(`<p>One</p>\n${opaque}\n<p>Two</p>`)
    await open.page.locator('.opaque-block-name').click()
    await open.page.keyboard.press('Control+x')
    await end('Two')
    await open.page.keyboard.press('Control+v')
    await expect.poll(saved).toBe(`<p>One</p>\n<p>Two</p>\n${opaque}`)
  })

  it('of which nothing can be shown opens as code and says why', async () => {
    await open.page.evaluate(() =>
      window.harness.mount({ content: '<section><p>All</p></section>', css: 'p { color: red }' }),
    )
    await open.page.getByText('This text is one <section> block').waitFor()
    await open.page.getByLabel('HTML').fill('<p>Now plain</p>')
    await expect.poll(saved).toBe('<p>Now plain</p>')
    await open.page.getByRole('button', { name: 'Open in the text editor' }).click()
    await expect.poll(() => surface(open.page).innerText()).toContain('Now plain')
  })

  it('was handled without a sound', () => {
    expect(open.noise).toEqual([])
  })
})
