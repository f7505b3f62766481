import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { nextFrame } from '../support/browser.ts'
import { clickOn, openBrowser, paste, surface } from './editor/browser.ts'
import { brokenVectors, vectors } from './editor/vectors.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())
beforeEach(() => {
  open.noise.length = 0
})

const told = () => open.page.evaluate(() => window.harness.told)
const mount = async (content: string) => {
  await open.page.evaluate((value) => window.harness.mount({ content: value, css: '' }), content)
  await surface(open.page).waitFor()
}
/** Long enough for a handler of a broken picture to have run: one that we broke ourselves has. */
const settle = () =>
  open.page.evaluate(
    () =>
      new Promise((resolve) => {
        const image = new Image()
        image.onerror = () => requestAnimationFrame(() => resolve(null))
        image.src = 'data:image/png;base64,broken'
      }),
  )

const hostile = /<script|<iframe|<svg|<math|<object|<style|<form|\son\w+=|javascript:|style=/i

describe('hostile HTML', () => {
  it('does not run when it is opened, and is kept', async () => {
    const text = `<p>Before</p>\n${vectors.join('\n')}`
    await mount(text)
    await settle()
    await expect.poll(async () => (await told()).ran).toBe(0)
    await clickOn(open.page, 'Before')
    await open.page.keyboard.press('Home')
    await open.page.keyboard.type('x')
    await expect.poll(async () => (await told()).value.content).toBe(text.replace('Before', 'xBefore'))
    expect(open.noise).toEqual([])
  })

  it.each(brokenVectors)('does not run when it is opened, however broken: %s', async (vector) => {
    await mount(`<p>Before</p>\n${vector}`)
    await settle()
    const { ran, value } = await told()
    expect(ran).toBe(0)
    expect(value.content).toBe(`<p>Before</p>\n${vector}`)
    expect(open.noise).toEqual([])
  })

  it('does not run when it is pasted, and leaves nothing of itself', async () => {
    await mount('<p>Before</p>')
    await surface(open.page).click()
    const left: string[] = []
    for (const vector of [...vectors, ...brokenVectors]) {
      // Below what was pasted before, once the browser has told where the cursor is.
      await open.page.keyboard.press('Control+End')
      await nextFrame(open.page)
      await paste(open.page, { 'text/html': `<p>words</p>${vector}` })
      const { content } = (await told()).value
      if (hostile.test(content)) left.push(`${vector} left ${content}`)
    }
    await settle()
    const { ran, value } = await told()
    expect(left).toEqual([])
    expect(ran).toBe(0)
    expect(value.content.split('words').length - 1).toBe(vectors.length + brokenVectors.length)
    expect(open.noise).toEqual([])
  })

  it('does not run when a word processor seems to have written it', async () => {
    await mount('<p>Before</p>')
    await surface(open.page).click()
    const list = (n: number, words: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo${n}"><img src=x onerror="ran()">${words}</p>`
    await paste(open.page, { 'text/html': `${list(1, 'One')}${list(1, 'Two')}` })
    await settle()
    const { ran, value } = await told()
    expect(ran).toBe(0)
    expect(value.content).toMatch(/<ul>.*One.*Two.*<\/ul>/s)
    expect(open.noise).toEqual([])
  })

  it('does not run in the preview of the code', async () => {
    await mount('<p>Before</p>')
    await open.page.getByRole('button', { name: 'Edit code' }).click()
    await open.page.getByLabel('HTML').fill(`${vectors.join('\n')}<p>At the end</p>`)
    await open.page
      .getByLabel('CSS')
      .fill(
        '</style><script>ran()</script> @import "https://other.example/a.css"; p { background: url(https://other.example/b.png); color: teal }',
      )
    const frame = open.page.frameLocator('iframe')
    await frame.getByText('At the end').waitFor()
    await settle()
    await expect.poll(async () => (await told()).ran).toBe(0)
    await expect.poll(() => open.page.locator('iframe').getAttribute('sandbox')).toBe('')
    await expect.poll(() => frame.locator('script, iframe, svg, form, style:not([nonce])').count()).toBe(0)
    expect(open.noise).toEqual([])
  })
})

describe('CSS in the preview of the code', () => {
  const fetching = [
    'background: u\\72l(https://other.example/a.png)',
    'background: \\000075 rl("https://other.example/b.png")',
    'background: image-set("https://other.example/c.png" 1x)',
    'background: -webkit-image-set(url(https://other.example/d.png) 1x)',
    '--a: u\\72l(https://other.example/e.png); background: var(--a)',
    'list-style: URL(https://other.example/f.png)',
    '&:hover { background: u\\72l(https://other.example/g.png) }',
    'position: fi\\78 ed',
  ]

  it('holds nothing that would ask another place, however it is written', async () => {
    await mount('<p>Before</p>')
    await open.page.getByRole('button', { name: 'Edit code' }).click()
    const rules = fetching.map((text, index) => `.a${index} { ${text}; margin: ${index}px }`)
    const whole = [
      ...rules,
      '@import "https://other.example/h.css";',
      '@\\69mport "https://other.example/l.css";',
      '@\\000069 mport url(https://other.example/m.css);',
      '@media all { @\\69mport "https://other.example/n.css"; }',
      '@font-face { font-family: x; src: u\\72l(https://other.example/i.woff) }',
      '@media all { .m { background: image-set("https://other.example/j.png" 1x); color: teal } }',
      '@keyframes k { to { background: u\\72l(https://other.example/k.png) } }',
      '.own { background: url("data:image/gif;base64,R0lGODlhAQABAAAAACw=") }',
    ]
    await open.page.getByLabel('CSS').fill(whole.join('\n'))
    const style = open.page.frameLocator('iframe').locator('style').last()
    await expect.poll(() => style.textContent()).toContain('margin: 7px')
    const text = (await style.textContent()) ?? ''
    expect(text).not.toMatch(/other\.example|fixed|font-face/)
    expect(text).toContain('color: teal')
    expect(text).toContain('data:image/gif')
    expect(open.noise).toEqual([])
  })
})

describe('a paste', () => {
  it('keeps bold, links and lists, and nothing of the look of where it comes from', async () => {
    await mount('')
    await surface(open.page).click()
    const html =
      '<b id="docs-internal-guid-1" style="font-weight:normal"><p style="color:red" class="c1"><span style="font-weight:700">Bold</span> <a href="https://a.example/" class="x">link</a></p><ul><li dir="ltr"><p>One</p></li></ul></b>'
    await paste(open.page, { 'text/html': html })
    const { value } = await told()
    expect(value.content).toContain('<strong>Bold</strong> <a href="https://a.example/">link</a>')
    expect(value.content).toContain('<li><p>One</p></li>')
    expect(value.content).not.toMatch(/style|class|span|dir=/)
  })

  it('makes a second heading of a first one', async () => {
    await mount('')
    await surface(open.page).click()
    await paste(open.page, { 'text/html': '<h1>One</h1><h2>Two</h2><p>Words</p>' })
    await expect.poll(async () => (await told()).value.content).toBe('<h2>One</h2>\n<h2>Two</h2>\n<p>Words</p>')
  })

  it('keeps words that look like event handlers', async () => {
    await mount('')
    await surface(open.page).click()
    await paste(open.page, { 'text/html': '<p title="on x" onclick="ran()">Set <b>onload = 5</b> and onerror=7</p>' })
    await expect.poll(async () => (await told()).value.content).toBe('<p>Set <b>onload = 5</b> and onerror=7</p>')
  })

  it('says when pictures of other places were left out', async () => {
    await mount('')
    await surface(open.page).click()
    await paste(open.page, { 'text/html': '<p>x <img src="https://other.example/a.png" alt="A quay"> y</p>' })
    await expect.poll(async () => (await told()).value.content).toBe('<p>x A quay y</p>')
    await open.page.getByText('Pictures from other places were left out.').waitFor()
    expect(open.noise).toEqual([])
  })

  it('keeps an opaque block that is copied into another text, with its very bytes', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const block =
      '<section class="wide">\n  <h2>A &amp; B</h2><details><summary>More</summary>words</details>\n</section>'
    await mount(`<p>x</p>${block}<p>y</p>`)
    await surface(open.page).focus()
    for (const key of ['Control+a', 'Control+c']) await open.page.keyboard.press(key)
    await mount('<p>Other</p>')
    await surface(open.page).focus()
    for (const key of ['Control+End', 'Control+v']) await open.page.keyboard.press(key)
    await expect.poll(async () => (await told()).value.content).toContain(block)
  })

  it('copies the lines of a paragraph as lines of plain text', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await mount('<p>One<br>Two</p><p>Three</p>')
    await surface(open.page).focus()
    for (const key of ['Control+a', 'Control+c']) await open.page.keyboard.press(key)
    await expect.poll(() => open.page.evaluate(() => navigator.clipboard.readText())).toBe('One\nTwo\n\nThree')
  })

  it('keeps an opaque block of another text, without what runs', async () => {
    await mount('<p>Before</p>')
    await surface(open.page).click()
    const packed = JSON.stringify('<section><p>words</p><script>ran()</script></section>').replace(/[<>]/g, (sign) =>
      sign === '<' ? '\\u003c' : '\\u003e',
    )
    await paste(open.page, {
      'text/html': `<html-opaque data-pm-slice="0 0 []" data-source='${packed}'></html-opaque>`,
    })
    await expect.poll(async () => (await told()).value.content).toContain('<section><p>words</p></section>')
    const { ran, value } = await told()
    expect(ran).toBe(0)
    expect(value.content).not.toMatch(/script|opaque/)
  })
})
