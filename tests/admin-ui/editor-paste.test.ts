import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cleanHtml } from '../../platform/content/html.ts'
import { openBrowser, paste, surface } from './editor/browser.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())
beforeEach(async () => {
  open.noise.length = 0
  await open.page.reload()
  await open.page.waitForFunction(() => 'harness' in window)
  await open.page.evaluate(() => window.harness.mount({ content: '', css: '' }))
  await surface(open.page).waitFor()
  await surface(open.page).focus()
})

const told = () => open.page.evaluate(() => window.harness.told)
const saved = async () => (await told()).value.content
/** As a program puts it on the clipboard: HTML, words, and often a picture of both. */
const clipboard = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, 'editor/clipboard', `${name}.txt`), 'utf8')
const pasteFrom = async (name: string, files: readonly string[] = []) =>
  paste(open.page, { 'text/html': await clipboard(name), 'text/plain': 'words' }, files)

const picture = '<figure><img src="/files/picture.png" alt="The crane" width="3" height="2"></figure>'
const words = 'see <a href="https://harbour.example/rules?a=1&amp;b=2">the rules</a>'
const lists = (helmet: string, strap: string, vest: string) =>
  `<ul><li>${helmet}<ul><li>${strap}</li></ul></li><li>${vest}</li></ul>`
const table =
  '<table><thead><tr><th><p>Berth</p></th><th><p>Depth</p></th></tr></thead><tbody><tr><td><p>North</p></td><td><p>12 m</p></td></tr></tbody></table>'

/** Nothing but what the editor makes itself, which cleaning keeps whole. */
const expectPlain = (html: string) => {
  expect(html).not.toMatch(/mso|style=|class=|<span|<font|docs-internal|&nbsp;|supportLists/)
  expect(cleanHtml(html).removed).toEqual([])
}

describe('a paste', () => {
  it('from Word keeps title, headings, lists within lists, links, table and picture', async () => {
    await pasteFrom('word')
    await expect.poll(saved).toContain('<figure>')
    const html = await saved()
    expect(html.split('\n')).toEqual([
      '<h2>Harbour rules</h2>',
      `<p>For <b>everybody</b> who works on the <i>quay</i>, ${words}.</p>`,
      '<h2>Before work</h2>',
      lists('Helmet', 'with a strap', 'Vest'),
      '<h2>Then</h2>',
      '<ol><li>Report</li><li>Sign</li></ol>',
      table,
      picture,
    ])
    expectPlain(html)
    await expect.poll(async () => (await told()).uploads).toEqual(['picture-1.png image/png'])
    expect(open.noise).toEqual([])
  })

  it('from Word takes the pictures out of the RTF where its HTML only says where they lie', async () => {
    const onDevice = 'src="file:///C:/Users/rina a/clip_image001.png"'
    const html = (await clipboard('word')).replace(/src="(data:image\/png;base64,[^"]*)"/, onDevice)
    const hex = Buffer.from(/base64,([^"]*)"/.exec(await clipboard('word'))?.[1] ?? '', 'base64').toString('hex')
    const rtf = `{\\rtf1\\ansi {\\*\\shppict{\\pict{\\*\\picprop\\shplid1025}\\picscalex100\\picw1\\pich1\\pngblip\\bliptag-12\\blipupi96{\\*\\blipuid 8a2f00ff}\n${hex.replace(/.{64}/g, '$&\n')}}}{\\nonshppict{\\pict\\wmetafile8\\bliptag-12 0100}}}`
    await paste(open.page, { 'text/html': html, 'text/rtf': rtf, 'text/plain': 'words' })
    await expect.poll(saved).toContain(picture)
    await expect.poll(async () => (await told()).uploads).toEqual(['picture-1.png image/png'])
    expect(open.noise).toEqual([])
  })

  it('from Google Docs keeps the same', async () => {
    await pasteFrom('docs')
    await expect.poll(saved).toContain('<figure>')
    const html = await saved()
    expect(html.split('\n')).toEqual([
      '<h2>Harbour rules</h2>',
      `<p>For <strong>everybody</strong> on the <em>quay</em>, ${words}, H<sub>2</sub>O, <del>old</del></p>`,
      lists('<p>Helmet</p>', '<p>with a strap</p>', '<p>Vest</p>'),
      table,
      picture,
    ])
    expectPlain(html)
    expect(open.noise).toEqual([])
  })

  it('from Word on the web keeps headings and lists within lists', async () => {
    await pasteFrom('word-web')
    const html = await saved()
    expect(html.split('\n')).toEqual([
      '<h2>Before work</h2>',
      '<p>For <strong>everybody</strong>.</p>',
      lists('<p>Helmet</p>', '<p>with a strap</p>', '<p>Vest</p>'),
      '<ol><li><p>Report</p></li><li><p>Sign</p></li></ol>',
    ])
    expectPlain(html)
  })

  it.each(['sheets', 'excel', 'calc'])(
    'of cells is a table with its links, not the picture of it: %s',
    async (name) => {
      await pasteFrom(name, ['table.png'])
      const html = await saved()
      expect(html.replace(/<\/?(?:b|u|strong)>/g, '')).toContain(
        '<table><thead><tr><th>Berth</th><th>Depth</th></tr></thead><tbody><tr><td><a href="https://harbour.example/north">North</a></td><td>12</td></tr>',
      )
      expectPlain(html)
      await expect.poll(() => open.page.getByRole('dialog').count()).toBe(0)
      expect(open.noise).toEqual([])
    },
  )

  it('says which pictures could not be sent, and keeps the words', async () => {
    await open.page.evaluate(() => window.harness.failUpload('The disk is full.'))
    await pasteFrom('docs')
    await expect.poll(saved).toContain('12 m')
    await expect.poll(saved).not.toContain('<img')
    await expect.poll(saved).toContain('The crane')
    await open.page.getByText('1 picture was left out. The disk is full.').waitFor()
  })

  it('goes on being typed behind, once the pictures are sent', async () => {
    await pasteFrom('docs')
    await expect.poll(saved).toContain('<figure>')
    await open.page.getByRole('dialog').waitFor({ state: 'detached' })
    await open.page.keyboard.type('Behind')
    await expect.poll(saved).toMatch(/<\/figure>\n?<p>Behind<\/p>$|<figcaption>Behind<\/figcaption><\/figure>$/)
  })
})
