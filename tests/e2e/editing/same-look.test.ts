import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched
let editor: Client

beforeAll(async () => {
  editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

const sent = async (name: string): Promise<string> => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(400, 300))], { type: 'image/png' }), name)
  return (await editor.call('POST', '/api/utility/uploadFiles', form)).body.data.location
}

const long = 'The quay is closed for repairs until the end of the month, so deliveries go to the north gate. '

const sampleOf = (picture: string): string =>
  [
    `<p>${long.repeat(3)}</p>`,
    '<p><br></p>',
    '<p></p>',
    `<h2>What changes</h2><p>One  <strong>bold</strong> and <a href="/post">a link</a><br>a new line</p>`,
    `<ul><li>One</li><li>Two<ul><li>Three</li><li>Four</li></ul></li><li><p>Five</p><p>Six</p></li></ul>`,
    `<ol start="3"><li>${long}</li><li></li></ol>`,
    `<blockquote><p>${long}</p></blockquote><blockquote>Loose words</blockquote>`,
    '<h3>Times</h3>',
    '<table><thead><tr><th>Day</th><th>Time</th></tr></thead><tbody><tr><td>Monday</td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
    '<pre><code>one\n  two</code></pre><hr>',
    `<figure><img src="${picture}" alt="" width="400" height="300"><figcaption>A caption</figcaption></figure>`,
    `<figure class="picture-left picture-small"><img src="${picture}" alt="" width="400" height="300"><figcaption>At the left</figcaption></figure><p>${long.repeat(5)}</p>`,
    `<blockquote class="pull-quote"><p>${long}</p></blockquote>`,
    `<div class="call-out"><p>${long}</p><ul><li>One</li></ul></div>`,
    '<div class="call-out call-out-warning"><p>Mind the step</p></div>',
    '<p><a href="/post" class="link-button">All news</a></p>',
    '<p class="file-card"><a href="/files/0123456789abcdef0123456789abcdef/a.pdf">Rules</a> <small>PDF · 1.2 MB</small></p>',
    '<p class="video-card"><a href="https://vimeo.com/1" target="_blank" rel="noopener">A tour</a> <small>vimeo.com</small></p>',
    `<div class="text-columns"><div class="text-column"><p>${long}</p></div><div class="text-column"><h3>Two</h3><p>Words</p></div></div>`,
    `<div class="picture-gallery">${[1, 2, 3, 4, 5].map((at) => `<figure><img src="${picture}" alt="" width="400" height="300"><figcaption>Picture ${at}</figcaption></figure>`).join('')}</div>`,
    '<p>The end</p>',
  ].join('\n')

type Box = { name: string; box: number[] }

/** The boxes of what a reader sees in a text, from its corner on, in tenths of a pixel. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluate(async (root) => {
    const images = [...root.querySelectorAll('img')]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode()))
    const style = getComputedStyle(root)
    const around = root.getBoundingClientRect()
    const [left, top] = [
      around.left + Number.parseFloat(style.paddingLeft),
      around.top + Number.parseFloat(style.paddingTop),
    ]
    const shown =
      'h2, h3, ul, ol, li, blockquote, table, th, td, pre, hr, img, figure, figcaption, a, strong, .call-out, .file-card, .video-card, .text-columns, .text-column, .picture-gallery'
    // A paragraph that the editor's model needs, and the wrappers of its separators, are not what a reader sees.
    const all = [...root.querySelectorAll(`${shown}, .prose > p`)].filter(
      (one) => !one.matches('.ProseMirror-separator'),
    )
    return all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const box = [x - left, y - top, width, height].map((side) => Math.round(side * 2) / 2)
      const classes = [...one.classList].filter((name) =>
        /^(call-out|picture-|pull-quote|text-|file-|video-|link-)/.test(name),
      )
      return { name: [one.localName, ...classes.sort()].join('.'), box }
    })
  })

it.each([[1600], [420]])('a text is drawn in the editor box by box as in the portal, %i px wide', async (width) => {
  const content = sampleOf(await sent('quay.png'))
  const form = new FormData()
  for (const [field, value] of Object.entries({ name: `Look ${width}`, excerpt: 'x', category: '1', content }))
    form.set(field, value)
  form.set('thumbnail', new Blob([new Uint8Array(await pngPicture(160, 90))], { type: 'image/png' }), 'quay.png')
  const { slug } = (await editor.call('POST', '/api/post', form)).body.data
  const { page } = staff
  await page.setViewportSize({ width, height: 1000 })
  await page.goto(`/post/${slug}?preview=1`)
  await page.locator('.prose figure').first().waitFor()
  await settled(page)
  const inPortal = await boxesOf(page, '.prose')
  const wideInPortal = await page.locator('.prose').evaluate((text) => text.getBoundingClientRect().width)
  await page.goto(`/dashboard/post/${slug}`)
  await page.locator('.ProseMirror figure').first().waitFor()
  await settled(page)
  // The form leaves it another width than the portal's page.
  await page.locator('.ProseMirror').evaluate((text, wide) => {
    Object.assign(text.style, { boxSizing: 'content-box', width: `${wide}px`, paddingInline: '0' })
  }, wideInPortal)
  const inEditor = await boxesOf(page, '.ProseMirror')
  expect(inEditor.length).toBeGreaterThan(60)
  expect(inEditor).toEqual(inPortal)
})
