import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
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
const button = (name: string) => open.page.getByRole('toolbar').getByRole('button', { name, exact: true })
const type = (text: string) => open.page.keyboard.type(text)
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const mount = async (content: string) => {
  await open.page.evaluate((html) => window.harness.mount({ content: html, css: '' }), content)
  await surface(open.page).waitFor()
  await surface(open.page).focus()
}

describe('signs of Markdown at the start of a paragraph', () => {
  it.each([
    ['## Quay', '<h2>Quay</h2>'],
    ['# Quay', '<h2>Quay</h2>'],
    ['### Quay', '<h3>Quay</h3>'],
    ['- Quay', '<ul><li>Quay</li></ul>'],
    ['1. Quay', '<ol><li>Quay</li></ol>'],
    ['> Quay', '<blockquote><p>Quay</p></blockquote>'],
    ['---Quay', '<hr>\n<p>Quay</p>'],
    ['Quay - 1. > ## here', '<p>Quay - 1. &gt; ## here</p>'],
    ['2026. Quay', '<p>2026. Quay</p>'],
  ])('are read: %s', async (typed, html) => {
    await mount('')
    await type(typed)
    await expect.poll(saved).toBe(html)
    expect(open.noise).toEqual([])
  })

  it('are words again after Backspace, and nothing is read in preformatted text', async () => {
    await mount('')
    await type('- ')
    await press('Backspace')
    await type('Quay')
    await expect.poll(saved).toBe('<p>- Quay</p>')
    await mount('<pre></pre><p>x</p>')
    await press('Control+Home')
    await type('## Quay')
    await expect.poll(saved).toContain('<pre>## Quay</pre>')
  })
})

describe('signs of Markdown within a paragraph', () => {
  it.each([
    ['a **bold word** here', '<p>a <strong>bold word</strong> here</p>'],
    ['*slanted* words', '<p><em>slanted</em> words</p>'],
    ['(~~struck~~)', '<p>(<del>struck</del>)</p>'],
    ['type `npm start` now', '<p>type <code>npm start</code> now</p>'],
    ['5 * 3 * 4 and 2**3**x', '<p>5 * 3 * 4 and 2**3**x</p>'],
    ['` and ** alone', '<p>` and ** alone</p>'],
  ])('are read: %s', async (typed, html) => {
    await mount('')
    await type(typed)
    await expect.poll(saved).toBe(html)
    expect(open.noise).toEqual([])
  })

  it('are words again after Backspace, and are none in code', async () => {
    await mount('')
    await type('*slanted*')
    await press('Backspace')
    await type(' word')
    await expect.poll(saved).toBe('<p>*slanted* word</p>')
    await mount('<pre>x</pre><p>y</p>')
    await press('Control+Home')
    await type('**a** ')
    await expect.poll(saved).toContain('<pre>**a** x</pre>')
  })
})

describe('marks by keys and buttons', () => {
  it('underline, strike, and are taken away together, links apart', async () => {
    await mount('<p>One <b>two</b> <a href="/three">three</a></p>')
    await press('Control+a', 'Control+u', 'Control+Shift+x')
    await expect.poll(saved).toContain('<u>')
    await expect.poll(saved).toContain('<del>')
    await expect.poll(() => button('Underline').getAttribute('aria-pressed')).toBe('true')
    await button('Clear formatting').click()
    await expect.poll(saved).toBe('<p>One two <a href="/three">three</a></p>')
    await press('Control+z')
    await expect.poll(saved).toContain('<u>')
  })

  it('without a selection take the paragraph of the cursor', async () => {
    await mount('<p><b>One</b></p><p><b>Two</b></p>')
    await clickOn(open.page, 'Two')
    await press('Control+\\')
    await expect.poll(saved).toBe('<p><b>One</b></p><p>Two</p>')
  })
})

describe('the toolbar', () => {
  it('is one stop on the way through the form, which keeps its place', async () => {
    await mount('<p>Words</p>')
    const stops = () =>
      open.page
        .getByRole('toolbar')
        .locator('button:not(:disabled)')
        .evaluateAll((all) =>
          all
            .filter((one) => one instanceof HTMLElement && one.tabIndex === 0)
            .map((one) => one.getAttribute('aria-label') ?? one.textContent),
        )
    await expect.poll(stops).toEqual(['Bold'])
    await button('Bold').focus()
    await press('ArrowRight', 'ArrowRight')
    await expect.poll(stops).toEqual(['Underline'])
    await press('End')
    await expect.poll(stops).toEqual(['Edit code'])
  })
})

describe('an address', () => {
  it.each([
    [
      'see https://harbour.example/quay. ',
      '<p>see <a href="https://harbour.example/quay">https://harbour.example/quay</a>. </p>',
    ],
    ['(www.harbour.example) and', '<p>(<a href="https://www.harbour.example">www.harbour.example</a>) and</p>'],
    [
      'write to dita@harbour.example, please',
      '<p>write to <a href="mailto:dita@harbour.example">dita@harbour.example</a>, please</p>',
    ],
    ['version 2.30 and e.g. this', '<p>version 2.30 and e.g. this</p>'],
    ['https://a:b@harbour.example is none', '<p>https://a:b@harbour.example is none</p>'],
  ])('that is typed becomes a link: %s', async (typed, html) => {
    await mount('')
    await type(typed)
    await expect.poll(saved).toBe(html)
  })

  it('becomes a link by Enter too, and is text again after Backspace', async () => {
    await mount('')
    await type('www.harbour.example')
    await press('Enter')
    await type('below')
    await expect.poll(saved).toBe('<p><a href="https://www.harbour.example">www.harbour.example</a></p>\n<p>below</p>')
    await mount('')
    await type('www.harbour.example ')
    await press('Backspace')
    await type('!')
    await expect.poll(saved).toBe('<p>www.harbour.example !</p>')
  })

  it('makes a link of the words over which it is pasted', async () => {
    await mount('<p>To the harbour</p>')
    await press('Control+End', ...Array.from({ length: 7 }, () => 'Shift+ArrowLeft'))
    await paste(open.page, { 'text/plain': 'https://harbour.example/quay', 'text/html': '<a href="/other">other</a>' })
    await type('!')
    await expect.poll(saved).toBe('<p>To the <a href="https://harbour.example/quay">harbour</a>!</p>')
  })

  it('is text where nothing is selected', async () => {
    await mount('')
    await type('To ')
    await paste(open.page, { 'text/plain': 'https://harbour.example/quay' })
    await expect.poll(saved).toBe('<p>To https://harbour.example/quay</p>')
  })

  it('that would run something replaces the words as text', async () => {
    await mount('<p>harbour</p>')
    await press('Control+a')
    await paste(open.page, { 'text/plain': 'javascript:ran()' })
    await expect.poll(saved).toBe('<p>javascript:ran()</p>')
  })
})

describe('a paste', () => {
  it('is taken back alone, however soon it came after what was typed', async () => {
    await mount('<p>Words</p>')
    await clickOn(open.page, 'Words')
    await press('End')
    await type(' more')
    await paste(open.page, { 'text/html': '<p>and others</p>' })
    await expect.poll(saved).toBe('<p>Words moreand others</p>')
    await press('Control+z')
    await expect.poll(saved).toBe('<p>Words more</p>')
    await press('Control+z')
    await expect.poll(saved).toBe('<p>Words</p>')
  })
})

describe('the buttons for undo and redo', () => {
  it('stand for the keys, and are off when there is nothing to take back', async () => {
    await mount('<p>Words</p>')
    const isOff = (name: string) => button(name).isDisabled()
    await expect.poll(async () => [await isOff('Undo'), await isOff('Redo')]).toEqual([true, true])
    await clickOn(open.page, 'Words')
    await press('End')
    await type(' more')
    await expect.poll(() => isOff('Undo')).toBe(false)
    await button('Undo').focus()
    await press('Enter')
    await expect.poll(saved).toBe('<p>Words</p>')
    await expect.poll(() => isOff('Undo')).toBe(true)
    await button('Redo').click()
    await expect.poll(saved).toBe('<p>Words more</p>')
  })
})

describe('a table', () => {
  it('gets rows and columns where the cursor is, by keys', async () => {
    await mount(
      '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr><tr><td>C</td></tr></tbody></table>',
    )
    await clickOn(open.page, 'B')
    await press('Control+Enter')
    await type('New')
    await press('Control+Shift+Enter')
    await expect
      .poll(saved)
      .toBe(
        '<table><thead><tr><th>A</th><th></th></tr></thead><tbody><tr><td>B</td><td></td></tr><tr><td>New</td><td></td></tr><tr><td>C</td><td></td></tr></tbody></table>',
      )
    expect(open.noise).toEqual([])
  })
})

describe('the menu of blocks', () => {
  const menu = () => open.page.getByRole('listbox', { name: 'Blocks' })
  const chosen = () => menu().getByRole('option', { selected: true })

  it('is opened by /, narrowed by words, and puts in what is chosen by key or mouse', async () => {
    await mount('')
    await type('/')
    await menu().waitFor()
    await expect.poll(() => chosen().innerText()).toBe('Heading 2, H2')
    const active = () => surface(open.page).getAttribute('aria-activedescendant')
    await expect.poll(active).toBe(await chosen().getAttribute('id'))
    await press('ArrowUp')
    await expect.poll(() => chosen().innerText()).toBe('Dividing line')
    await press('ArrowDown')
    await type('num')
    await press('Enter')
    await type('Quay')
    await expect.poll(saved).toBe('<ol><li>Quay</li></ol>')
    await press('Enter', 'Enter')
    await type('/')
    await menu().getByRole('option', { name: 'Dividing line' }).click()
    await type('Below')
    await expect.poll(saved).toBe('<ol><li>Quay</li></ol>\n<hr>\n<p>Below</p>')
    await expect.poll(active).toBe(null)
    expect(open.noise).toEqual([])
  })

  it('leaves the words alone after Escape, and where / is no beginning', async () => {
    await mount('')
    await type('/q')
    await menu().waitFor()
    await press('Escape', 'Enter')
    await type('and/or')
    await expect.poll(() => menu().count()).toBe(0)
    await expect.poll(saved).toBe('<p>/q</p>\n<p>and/or</p>')
  })

  it('is clean under axe and leads to the dialog of pictures', async () => {
    await mount('')
    await type('/')
    await menu().waitFor()
    await expectAccessible(open.page, 'menu of blocks')
    await type('image')
    await press('Enter')
    await open.page.getByRole('dialog', { name: 'Insert picture' }).waitFor()
    await press('Escape')
    await type('Words')
    await expect.poll(saved).toBe('<p>Words</p>')
  })
})

describe('below the text', () => {
  const dialog = (name: string) => open.page.getByRole('dialog', { name })

  it('stands how long it is, also in scripts without spaces', async () => {
    await mount('<p>One two</p><section>three <b>four</b></section><p>東京</p>')
    await open.page.getByText('5 words, 1 minute to read').waitFor()
    await press('Control+Home')
    await type('Zero ')
    await open.page.getByText('6 words, 1 minute to read').waitFor()
  })

  it('stands the outline, which leads to each heading', async () => {
    await mount('<h2>First</h2><p>x</p><blockquote><h3>Second</h3></blockquote>')
    await open.page.getByRole('button', { name: 'Outline' }).click()
    await dialog('Outline').waitFor()
    await expect.poll(() => dialog('Outline').getByRole('listitem').allInnerTexts()).toEqual(['First', 'Second'])
    await expectAccessible(open.page, 'outline')
    await dialog('Outline').getByRole('button', { name: 'Second' }).click()
    await type('My ')
    await expect.poll(saved).toContain('<h3>My Second</h3>')
  })

  it('stands a check of pictures, links and headings, and of what cleaning will take out', async () => {
    const img = '<img src="/files/a.png" alt="">'
    await mount(
      `<p>Start <a href="/x"></a> <a href="#">up</a></p>${img}<h3>Deep</h3><h2></h2><h1>Top</h1><section style="top:0">x</section>`,
    )
    await open.page.getByRole('button', { name: 'Check' }).click()
    await dialog('Check').getByText('Saving will take out: style attribute').waitFor()
    await expect
      .poll(() => dialog('Check').getByRole('listitem').allInnerTexts())
      .toEqual([
        'A link has no words: /x',
        'A link leads nowhere: up',
        'A picture has no description: a.png',
        '“Deep” skips a heading: level 3 follows level 1.',
        'A heading has no words.',
        '“Top” is a first heading; the title is that already.',
      ])
    await expectAccessible(open.page, 'check')
    await dialog('Check').getByRole('button', { name: '“Top” is a first heading' }).click()
    await type('At the ')
    await expect.poll(saved).toContain('<h1>At the Top</h1>')
    await mount(`<h2>Fine</h2><p><img src="/files/a.png" alt="A quay"></p>`)
    await open.page.getByRole('button', { name: 'Check' }).click()
    await dialog('Check').getByText('Nothing to mend.').waitFor()
    expect(open.noise).toEqual([])
  })
})
