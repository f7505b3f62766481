import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, type Watched, settled } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched
let page: Page
let editor: Client

beforeAll(async () => {
  editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

const upload = async (name: string): Promise<string> => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(80, 50))], { type: 'image/png' }), name)
  return (await editor.call('POST', '/api/utility/uploadFiles', form)).body.data.location
}

const makePost = async (name: string): Promise<string> => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ name, excerpt: 'Short', category: '1' })) form.set(field, value)
  form.set('thumbnail', new Blob([new Uint8Array(await pngPicture(160, 90))], { type: 'image/png' }), 'quay.png')
  return (await editor.call('POST', '/api/post', form)).body.data.slug
}

type Drawn = { markup: string; styles: Record<string, string>[] }

/** All that is drawn from an element on: its markup, and every computed style. What differs by its very nature is named alike. */
const drawn = (root: Locator): Promise<Drawn> =>
  root.evaluate(async (element) => {
    await Promise.all([...element.querySelectorAll('img')].map((image) => image.decode()))
    const alike = (text: string) =>
      text
        .replace(/content-(post-\d+|preview)/g, 'content')
        .replace(' data-discover="true"', '')
        .replace(/(data:image|(http:\/\/[\d.:]+)?\/files\/)[^"')]*/g, 'picture')
    const all = [element, ...element.querySelectorAll('*')]
    const styleOf = (one: Element, pseudo?: string) => {
      const style = getComputedStyle(one, pseudo)
      return Object.fromEntries([...style].map((name) => [name, alike(style.getPropertyValue(name))]))
    }
    return {
      markup: alike(element.outerHTML),
      styles: all.flatMap((one) => [styleOf(one), styleOf(one, '::before')]),
    }
  })

const withText = (words: string) => ({ hasText: words })
const inFrame = () => page.frameLocator('iframe[title=Preview]')

/** What the code dialog, the whole preview and, once it is saved, the portal show of a text. */
const threeOf = async (slug: string, written: { html: string; css: string }) => {
  await page.goto(`/dashboard/post/${slug}`)
  await page.getByRole('button', { name: 'Edit code' }).first().click()
  const code = page.getByRole('dialog', { name: 'Edit code' })
  // The HTML last: a frame that shows its end has the CSS as well.
  await code.getByLabel('CSS').fill(written.css)
  await code.getByLabel('HTML').fill(written.html)
  const dialogBox = inFrame().locator('.box', withText('At the end'))
  const inDialog = await drawn(dialogBox)
  await code.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const inPreview = {
    head: await drawn(inFrame().locator('.article > h1')),
    by: await drawn(inFrame().locator('.article > .by')),
    art: await drawn(inFrame().locator('.article > .art')),
    box: await drawn(inFrame().locator('.box', withText('At the end'))),
  }
  const preview = page.getByRole('dialog', { name: 'Preview' })
  // A desktop seen on a telephone is wider than its box.
  const desk = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 900 })
  await expectAccessible(page, 'preview')
  if (desk) await page.setViewportSize(desk)
  await preview.getByRole('button', { name: 'Phone' }).click()
  await expect
    .poll(() =>
      inFrame()
        .locator('html')
        .evaluate(() => innerWidth),
    )
    .toBe(390)
  await preview.getByRole('button', { name: 'Close' }).last().click()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Submit' }).click()
  const question = page.getByRole('alertdialog', { name: 'Save the text as it is?' })
  await question.waitFor()
  const told = await question.getByRole('listitem').allInnerTexts()
  await question.getByRole('button', { name: 'Save as it is' }).click()
  expect((await saved).status()).toBe(200)
  await page.goto(`/post/${slug}?preview=1`)
  await page.locator('.box', withText('At the end')).waitFor()
  await settled(page)
  const inPortal = {
    head: await drawn(page.locator('.article > h1')),
    by: await drawn(page.locator('.article > .by')),
    art: await drawn(page.locator('.article > .art')),
    box: await drawn(page.locator('.article > .box')),
  }
  return { told, inDialog, inPreview, inPortal }
}

const sample = (picture: string) => ({
  html: `<h2>Hours</h2>
<p class="lead">From <strong>eight</strong> to <em>five</em>, see <a href="/post">the list</a>.</p>
<p>ساعات العمل في الشتاء</p>
<blockquote><p>Quoted</p></blockquote>
<ul><li>One</li><li>אחת</li></ul>
<table><thead><tr><th>Day</th><th>Hour</th></tr></thead><tbody><tr><td>Mon</td><td>8</td></tr></tbody></table>
<p><img src="${picture}" alt="The quay"></p>
<pre><code>npm start</code></pre>
<figure><img src="${picture}" alt="" width="40"><figcaption>The same</figcaption></figure>
<p>At the end</p>`,
  css: `.lead { font-size: 22px; animation: fade 1s }
.lead::before { content: "→ " }
@keyframes fade { from { opacity: 0 } to { opacity: 1 } }
@media (min-width: 500px) { blockquote { background: url("${picture}") no-repeat; padding: 20px } }
h2 { color: rgb(1, 2, 3) }`,
})

const hostile = {
  html: `<h2 id="root" onclick="alert(1)" style="position:fixed">Over all</h2>
<div class="over">Laid over the page</div>
<script>document.body.innerHTML = ''</script><style>body { display: none }</style>
<iframe src="https://other.example/"></iframe><form action="/x"><input name="q"><button>Send</button></form>
<p><img src="https://other.example/a.png" onerror="alert(1)" alt="Elsewhere"><a href="javascript:alert(1)">Link</a></p>
<section><p>Inside <!-- not said --> a section</p></section>
<p>At the end</p>`,
  css: `@import "https://other.example/a.css";
@font-face { font-family: x; src: url(https://other.example/a.woff) }
.over { position: fixed; inset: 0; z-index: 99; background: red url(https://other.example/b.png) }
.over::before { content: url(https://other.example/c.png) }
body, :root { display: none; --ink: red; --read: x }
h1, .by, .art { color: red; display: none }
h2 { position: sticky; color: rgb(1, 2, 3); background: u\\72l(https://other.example/d.png) }
p { & + p { color: red } margin-inline: 7px }
* { all: unset }
</style><p>out of it</p>`,
}

it('shows in both previews what the portal shows, with picture, date and category', async () => {
  const slug = await makePost('Previewed as it will be')
  const picture = await upload('quay.png')
  const { told, inDialog, inPreview, inPortal } = await threeOf(slug, sample(picture))
  expect(told).toEqual([`A picture has no description: ${picture.split('/').at(-1)}`])
  expect(inPreview).toEqual(inPortal)
  expect(inDialog.markup).toEqual(inPortal.box.markup)
  expect(inPortal.box.styles.length).toBeGreaterThan(40)
  expect(inPortal.box.markup).toContain('width="80" height="50"')
  expect(inPortal.by.markup).toContain('<time')
  expect(inPortal.art.markup).toContain('picture')
  expect(staff.faults).toEqual([])
}, 90_000)

it('shows of what is hostile in both previews what the portal shows of it', async () => {
  const slug = await makePost('Previewed without what is taken out')
  const { told, inDialog, inPreview, inPortal } = await threeOf(slug, hostile)
  expect(told.join()).toMatch(/Saving will take out: .*onclick attribute.*script.*iframe.*cannot be read/)
  expect(inPreview).toEqual(inPortal)
  expect(inDialog.markup).toEqual(inPortal.box.markup)
  for (const { styles } of [inDialog, inPreview.box])
    expect(styles.filter(({ position }) => position === 'fixed' || position === 'sticky')).toEqual([])
  expect(JSON.stringify([inDialog, inPreview])).not.toMatch(/other\.example|onclick|script|rgb\(255, 0, 0\)/)
  expect(staff.faults).toEqual([])
}, 90_000)
