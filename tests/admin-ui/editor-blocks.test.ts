import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../platform/content/html.ts'
import { nextFrame } from '../support/browser.ts'
import { clickOn, openBrowser, paste, surface } from './editor/browser.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())
beforeEach(() => {
  open.noise.length = 0
})

const saved = () => open.page.evaluate(() => window.harness.told.value.content)
const button = (name: string) => open.page.getByRole('button', { name, exact: true })
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const type = (words: string) => open.page.keyboard.type(words)
const mount = async (content: string) => {
  await open.page.evaluate((html) => window.harness.mount({ content: html, css: '' }), content)
  await surface(open.page).waitFor()
  await surface(open.page).focus()
}
const insert = async (name: string) => {
  await button('Insert block').click()
  await open.page.getByRole('menuitem', { name, exact: true }).click()
}

// By the slash and the first letters of its name, then words in it.
const typed: readonly (readonly [name: string, html: string])[] = [
  ['Pull quote', '<blockquote class="pull-quote"><p>Words</p></blockquote>\n<p></p>'],
  ['Information', '<div class="call-out"><p>Words</p></div>\n<p></p>'],
  ['Warning', '<div class="call-out call-out-warning"><p>Words</p></div>\n<p></p>'],
  [
    'Two columns',
    '<div class="text-columns"><div class="text-column"><p>Words</p></div><div class="text-column"><p></p></div></div>\n<p></p>',
  ],
]

describe('a block', () => {
  it.each(typed)('is put in by keys alone, taken out by undo, and survives cleaning: %s', async (name, html) => {
    await mount('')
    await type(`/${name}`)
    await press('Enter')
    await type('Words')
    await expect.poll(saved).toBe(html)
    expect(cleanHtml(html)).toEqual({ html, removed: [] })
    for (let tries = 0; tries < 12 && (await saved()) !== ''; tries += 1) await press('Control+z')
    await expect.poll(saved).not.toContain('class')
  })

  it('is chosen from the toolbar by arrow keys', async () => {
    await mount('<p>One</p>')
    await button('Insert block').focus()
    await press('Enter', 'End', 'Enter')
    await expect.poll(saved).toContain('<hr>')
  })

  it('goes around the paragraphs that are selected', async () => {
    await mount('<p>One</p><p>Two</p><p>Three</p>')
    await clickOn(open.page, 'One')
    await press('Control+Home', 'Shift+ArrowDown', 'Shift+End')
    await insert('Warning')
    await expect.poll(saved).toBe('<div class="call-out call-out-warning"><p>One</p><p>Two</p></div><p>Three</p>')
    await button('Information').click()
    await expect.poll(saved).toContain('<div class="call-out"><p>One</p>')
    await button('Turn into plain text').click()
    await expect.poll(saved).toBe('<p>One</p><p>Two</p><p>Three</p>')
  })

  it('is left by Ctrl+Enter, and by Enter in an empty last paragraph', async () => {
    await mount('<div class="call-out"><p>One</p></div>')
    await clickOn(open.page, 'One')
    await press('Control+Enter')
    await type('a')
    await clickOn(open.page, 'One')
    await press('End', 'Enter', 'Enter')
    await type('b')
    await expect.poll(saved).toBe('<div class="call-out"><p>One</p></div>\n<p>b</p>\n<p>a</p>')
  })

  it('of columns gets a third and loses it without its words', async () => {
    await mount(
      '<div class="text-columns"><div class="text-column"><p>One</p></div><div class="text-column"><p>Two</p></div></div>',
    )
    await clickOn(open.page, 'One')
    await button('Three columns').click()
    await clickOn(open.page, 'Two')
    await press('End', 'ArrowRight')
    await type('Three')
    await expect.poll(saved).toContain('<div class="text-column"><p>Three</p></div></div>')
    await button('Two columns').click()
    await expect
      .poll(saved)
      .toBe(
        '<div class="text-columns"><div class="text-column"><p>One</p></div><div class="text-column"><p>Two</p><p>Three</p></div></div>',
      )
    await button('Remove block').click()
    await expect.poll(saved).toBe('')
  })

  it('of a file shows its name, kind and size, is changed, and removed by a key', async () => {
    await mount('<p>One</p>')
    await press('Control+End')
    await insert('File to download')
    await button('House rules PDF · 1.2 MB').click()
    const card = '<p class="file-card"><a href="/files/7/rules.pdf">House rules</a> <small>PDF · 1.2 MB</small></p>'
    await expect.poll(saved).toBe(`<p>One</p>\n${card}\n<p></p>`)
    await surface(open.page).getByText('House rules').click()
    await button('Change file').click()
    await button('Harbour MP4 · 9 kB').click()
    await expect.poll(saved).toContain('<a href="/files/8/harbour.mp4">Harbour</a>')
    await surface(open.page).getByText('Harbour').click()
    await press('Delete')
    await expect.poll(saved).not.toContain('file-card')
    await press('Control+z')
    await expect.poll(saved).toContain('file-card')
    expect(open.page.url()).not.toContain('#')
  })

  it('of a film of the library is played in the text and has a caption', async () => {
    await mount('')
    await insert('Video')
    await expect.poll(() => button('House rules PDF · 1.2 MB').count()).toBe(0)
    await button('Harbour MP4 · 9 kB').click()
    await expect.poll(saved).toContain('<figure class="video-figure"><video src="/files/8/harbour.mp4"')
    await surface(open.page).locator('video').click()
    await type('The quay')
    await expect.poll(saved).toContain('<figcaption>The quay</figcaption></figure>')
  })

  it('of a film elsewhere is a card that leads there, and nothing is asked of that place', async () => {
    await mount('')
    await insert('Video')
    await open.page.getByLabel('Address on another site').fill('https://www.youtube.com/watch?v=1')
    await open.page.getByLabel('Words of the card').fill('A tour')
    await press('Enter')
    const card =
      '<p class="video-card"><a href="https://www.youtube.com/watch?v=1" target="_blank" rel="noopener">A tour</a> <small>youtube.com</small></p>'
    await expect.poll(saved).toContain(card)
    expect(cleanHtml(card)).toEqual({ html: card, removed: [] })
    expect(open.noise).toEqual([])
  })

  it('that is a button is a link, changed in the dialog of links', async () => {
    await mount('<p>One</p>')
    await press('Control+End')
    await insert('Button')
    await open.page.getByLabel('Address').fill('/post')
    await open.page.getByLabel('Words of the link').fill('Go')
    await button('Apply').click()
    await expect.poll(saved).toBe('<p>One<a href="/post" class="link-button">Go</a></p>')
    await clickOn(open.page, 'Go')
    await press('Control+k')
    await open.page.getByLabel('Shown as a button').uncheck()
    await button('Apply').click()
    await expect.poll(saved).toBe('<p>One<a href="/post">Go</a></p>')
  })
})

describe('a gallery', () => {
  it('is made of several files, gets more, and goes with its last picture', async () => {
    await mount('')
    await insert('Picture gallery')
    await open.page
      .getByLabel('Pictures', { exact: true })
      .setInputFiles(['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from('x') })))
    await button('Insert').click()
    await expect
      .poll(saved)
      .toMatch(/^<div class="picture-gallery">(<figure><img src="\/files\/picture.png"[^>]*><\/figure>){2}<\/div>/)
    const html = await saved()
    expect(cleanHtml(html).removed).toEqual([])
    await surface(open.page).locator('figure img').first().click()
    await press('Delete')
    await button('Remove picture').click()
    await expect.poll(saved).not.toContain('gallery')
  })
})

describe('a picture', () => {
  it('stands beside the words, and between them again', async () => {
    const before = '<figure><img src="/files/a.png" alt="A"></figure>\n<p>One</p>'
    await mount(before)
    await surface(open.page).locator('figure img').click()
    await button('Right of the words').click()
    await expect.poll(saved).toContain('<figure class="picture-right">')
    expect(
      await surface(open.page)
        .locator('figure.picture-right')
        .evaluate((one) => getComputedStyle(one).float),
    ).toBe('right')
    await button('Between the words').click()
    await expect.poll(saved).toBe(before)
  })

  it('that cannot be sent says why where it would stand, and is sent again or left out', async () => {
    await open.page.evaluate(() => window.harness.failUpload('The disk is full.'))
    await mount('<p>One</p>')
    await paste(open.page, {}, ['a.png', 'b.png'])
    const bad = surface(open.page).locator('.upload-line.is-bad')
    await expect
      .poll(() => bad.allTextContents())
      .toEqual([
        expect.stringContaining('a.png: The disk is full.'),
        expect.stringContaining('b.png: The disk is full.'),
      ])
    await expect.poll(saved).toBe('<p>One</p>')
    await bad.first().getByRole('button', { name: 'Leave out' }).click()
    await open.page.evaluate(() => window.harness.mendUpload())
    await bad.first().getByRole('button', { name: 'Send again' }).click()
    await expect.poll(saved).toMatch(/^<p>One<\/p>\n<figure><img [^>]*><\/figure>/)
    await expect.poll(() => surface(open.page).locator('.upload-line').count()).toBe(0)
  })
})

it('none of this was loud', () => {
  expect(open.noise).toEqual([])
})
