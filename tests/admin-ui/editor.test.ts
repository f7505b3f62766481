import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findingsOf } from '../support/accessible.ts'
import { nextFrame } from '../support/browser.ts'
import { clickOn, openBrowser, surface } from './editor/browser.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())
beforeEach(() => {
  open.noise.length = 0
})

const told = () => open.page.evaluate(() => window.harness.told)
const saved = async () => (await told()).value.content
const button = (name: string) => open.page.getByRole('button', { name, exact: true })
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const type = (words: string) => open.page.keyboard.type(words)
const mount = async (content: string, disabled = false) => {
  await open.page.evaluate(([html, off]) => window.harness.mount({ content: html, css: '' }, off), [
    content,
    disabled,
  ] as const)
  await surface(open.page).waitFor()
  if (!disabled) await surface(open.page).focus()
}
const focused = () => open.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

describe('the editor in its form', () => {
  it('leaves nothing behind in strict mode', async () => {
    await mount('<p>One</p>')
    await expect.poll(() => open.page.locator('.ProseMirror').count()).toBe(1)
    await open.page.evaluate(() => window.harness.unmount())
    await expect.poll(async () => (await told()).destroyed).toBe(2)
    await expect.poll(() => open.page.locator('.toastui-editor-defaultUI, .ProseMirror, dialog').count()).toBe(0)
  })

  it('has a role, a name and a help text, and is found by Tab', async () => {
    await mount('<p>One</p>')
    const help = await surface(open.page).getAttribute('aria-describedby')
    await expect.poll(() => open.page.locator(`[id="${help}"]`).textContent()).toContain('Escape, then Tab')
    await expect.poll(() => surface(open.page).getAttribute('aria-multiline')).toBe('true')
    await button('Edit code').focus()
    await press('Tab')
    await expect.poll(() => surface(open.page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('makes a paragraph on Enter and a line on Shift+Enter, and never submits', async () => {
    await mount('')
    await type('One')
    await press('Enter')
    await type('Two')
    await press('Shift+Enter')
    await type('Three')
    await expect.poll(saved).toBe('<p>One</p>\n<p>Two<br>Three</p>')
    await expect.poll(async () => (await told()).submits).toBe(0)
  })

  it('lets Tab pass through the text, keeps it there once something was done, and lets it out after Escape', async () => {
    await mount('<p>One</p>')
    await button('Edit code').focus()
    await press('Tab', 'Tab')
    await expect.poll(focused).toBe('Outline')
    await press('Shift+Tab', 'End')
    await type('!')
    await press('Tab')
    await open.page.getByText('Tab stays in the text. Escape, then Tab leaves it.').waitFor()
    await type('?')
    await expect.poll(saved).toBe('<p>One!?</p>')
    await press('Escape', 'Tab')
    await expect.poll(focused).toBe('Outline')
    await clickOn(open.page, 'One')
    await press('Tab')
    await expect.poll(() => surface(open.page).evaluate((element) => element === document.activeElement)).toBe(true)
    await press('Shift+Tab')
    await expect.poll(() => surface(open.page).evaluate((element) => element === document.activeElement)).toBe(false)
  })

  it('lets Tab leave a list after Escape', async () => {
    await mount('<ul><li>One</li><li>Two</li></ul>')
    await clickOn(open.page, 'Two')
    await press('Tab')
    await expect.poll(saved).toBe('<ul><li>One<ul><li>Two</li></ul></li></ul>')
    await press('Escape', 'Tab')
    await expect.poll(focused).toBe('Outline')
  })

  it('lets each paragraph run as its own words do', async () => {
    await mount('<p>مرحبا بكم</p><p>Welcome</p>')
    const starts = await surface(open.page).evaluate((root) =>
      [...root.querySelectorAll('p')].map((paragraph) => {
        const range = document.createRange()
        range.selectNodeContents(paragraph)
        const box = paragraph.getBoundingClientRect()
        return range.getBoundingClientRect().left < box.left + box.width / 4 ? 'left' : 'right'
      }),
    )
    expect(starts).toEqual(['right', 'left'])
  })

  it('is quiet and closed when it is disabled', async () => {
    await mount('<p>One</p>', true)
    await expect.poll(() => surface(open.page).getAttribute('contenteditable')).toBe('false')
    await expect.poll(() => button('Bold').isDisabled()).toBe(true)
    await expect.poll(() => button('Edit code').isDisabled()).toBe(true)
  })

  it('is clean under axe, in light and dark, with each dialog', async () => {
    const violations: string[] = []
    const look = async (name: string) => {
      violations.push(...(await findingsOf(open.page, name, '#root')))
    }
    for (const theme of ['light', 'dark']) {
      await open.page.evaluate((side) => document.documentElement.setAttribute('data-theme', side), theme)
      await mount(
        '<h2>One</h2><section>kept</section><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>cell</td></tr></tbody></table>',
      )
      await clickOn(open.page, 'cell')
      await button('Add row').waitFor()
      await look(theme)
      for (const name of ['Link', 'Image', 'Edit code']) {
        await open.page.getByRole('toolbar').getByRole('button', { name, exact: true }).click()
        await open.page.getByRole('dialog').waitFor()
        await look(`${theme} ${name}`)
        await press('Escape')
      }
      await open.page.evaluate(() => window.harness.mount({ content: '<section>all</section>', css: '' }))
      await open.page.getByText('This text is one').waitFor()
      await look(`${theme} code`)
    }
    expect(violations).toEqual([])
    expect(open.noise).toEqual([])
  }, 60_000)
})

describe('Edit code', () => {
  it('changes HTML and CSS, with a preview that shows pictures', async () => {
    await mount('<p>One</p>')
    await button('Edit code').click()
    await open.page.getByLabel('HTML').fill('<p class="a">Two</p><p><img src="/files/a.png" alt="A"></p>')
    await open.page.getByLabel('CSS').fill('.a { color: rgb(1, 2, 3) }')
    const frame = open.page.frameLocator('iframe')
    await expect.poll(() => frame.locator('.a').evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)')
    await expect
      .poll(() =>
        frame.locator('img').evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      )
      .toBe(3)
    await button('Apply').click()
    await expect
      .poll(async () => (await told()).value)
      .toEqual({
        content: '<p class="a">Two</p><p><img src="/files/a.png" alt="A"></p>',
        css: '.a { color: rgb(1, 2, 3) }',
      })
    await expect.poll(() => surface(open.page).innerText()).toContain('Two')
    expect(open.noise).toEqual([])
  })

  it('is taken back by undo, HTML and CSS with their bytes, and done again by redo', async () => {
    const before = '<p>One</p>\n\n<section  class=x>kept</section>\n<p >Two</p>'
    await mount(before)
    await clickOn(open.page, 'Two')
    await press('End')
    await type(' three')
    const typed = before.replace('Two', 'Two three')
    for (const [html, css] of [
      ['<p>Other</p>\n\n<p  class="a">text</p>', 'p { color: red }'],
      ['<p>Last</p>', ''],
    ] as const) {
      await button('Edit code').first().click()
      await open.page.getByLabel('HTML').fill(html)
      await open.page.getByLabel('CSS').fill(css)
      await button('Apply').click()
      await expect.poll(async () => (await told()).value).toEqual({ content: html, css })
    }
    await press('Control+z')
    await expect
      .poll(async () => (await told()).value)
      .toEqual({ content: '<p>Other</p>\n\n<p  class="a">text</p>', css: 'p { color: red }' })
    await press('Control+z')
    // The paragraph that was typed in is written anew.
    await expect.poll(async () => (await told()).value).toEqual({ content: typed.replace('<p >', '<p>'), css: '' })
    await press('Control+z')
    await expect.poll(async () => (await told()).value).toEqual({ content: before, css: '' })
    await press('Control+y', 'Control+y', 'Control+y')
    await expect.poll(async () => (await told()).value).toEqual({ content: '<p>Last</p>', css: '' })
  })

  it('is taken back by undo from the code that it led to, and from the text that the code led to', async () => {
    await mount('<p>One</p>')
    await button('Edit code').click()
    const html = open.page.getByLabel('HTML')
    await html.fill('<section>all</section>')
    await open.page.getByLabel('CSS').fill('p { color: red }')
    await button('Apply').click()
    await open.page.getByText('This text is one').waitFor()
    // The cursor is in the HTML: what is typed there is the field's own to undo, then the way leads back to the text.
    await press('Control+End')
    await type('x')
    await press('Control+z')
    await expect
      .poll(async () => (await told()).value)
      .toEqual({ content: '<section>all</section>', css: 'p { color: red }' })
    await press('Control+z')
    await surface(open.page).waitFor()
    await expect.poll(async () => (await told()).value).toEqual({ content: '<p>One</p>', css: '' })
    await press('Control+y')
    await open.page.getByText('This text is one').waitFor()
    await type('<p>Two</p>')
    await button('Open in the text editor').click()
    await clickOn(open.page, 'Two')
    await expect.poll(async () => (await told()).value.content).toBe('<p>Two</p><section>all</section>')
    await press('Control+z')
    await expect.poll(() => html.inputValue()).toBe('<section>all</section>')
    await press('Control+z')
    await surface(open.page).waitFor()
    await expect.poll(async () => (await told()).value).toEqual({ content: '<p>One</p>', css: '' })
    expect(open.noise).toEqual([])
  })

  it('is left by Cancel after a question', async () => {
    await mount('<p>One</p>')
    await button('Edit code').click()
    await open.page.getByLabel('HTML').fill('<p>Two</p>')
    await button('Cancel').click()
    await button('Discard').click()
    await expect.poll(() => open.page.locator('dialog').count()).toBe(0)
    await expect.poll(saved).toBe('<p>One</p>')
  })

  it('opens at the opaque block it was asked from', async () => {
    await mount('<p>One</p>\n<section class="x">kept</section>')
    await open.page.locator('.opaque-block').getByRole('button', { name: 'Edit code' }).click()
    const html = open.page.getByLabel('HTML')
    await html.waitFor()
    const chosen = await html.evaluate((field) =>
      field instanceof HTMLTextAreaElement ? field.value.slice(field.selectionStart, field.selectionEnd) : '',
    )
    expect(chosen).toBe('<section class="x">kept</section>')
  })
})
