import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const told = () => open.page.evaluate(() => window.harness.told)
const saved = async () => (await told()).value.content
const button = (name: string) => open.page.getByRole('button', { name, exact: true })
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const mount = async (content: string, disabled = false) => {
  await open.page.evaluate(([html, off]) => window.harness.mount({ content: html, css: '' }, off), [
    content,
    disabled,
  ] as const)
  await surface(open.page).waitFor()
  if (!disabled) await surface(open.page).focus()
}
const focused = () => open.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

/** A picture as it is put into a text; the server of this test has one of 3 by 2 pixels. */
const figure = (alt = '', caption = '', size = '') =>
  `<figure${size && ` class="picture-${size}"`}><img src="/files/picture.png" alt="${alt}" width="3" height="2">${caption && `<figcaption>${caption}</figcaption>`}</figure>`

describe('the toolbar', () => {
  it('makes bold, headings, lists and quotations, and takes them away', async () => {
    await mount('<p>Words</p>')
    await press('Control+a')
    for (const [name, html] of [
      ['Bold', '<p><strong>Words</strong></p>'],
      ['Heading 2, H2', '<h2>Words</h2>'],
      ['Bulleted list', '<ul><li>Words</li></ul>'],
      ['Quotation', '<blockquote><p>Words</p></blockquote>'],
    ] as const) {
      await button(name).click()
      await expect.poll(saved).toBe(html)
      await expect.poll(() => button(name).getAttribute('aria-pressed')).toBe('true')
      await button(name).click()
      await expect.poll(saved).toBe('<p>Words</p>')
    }
  })

  it('turns a whole list into the other kind and back into paragraphs', async () => {
    await mount('<ul><li>One</li><li>Two</li></ul>')
    await press('Control+a')
    await button('Numbered list').click()
    await expect.poll(saved).toBe('<ol><li>One</li><li>Two</li></ol>')
    await button('Numbered list').click()
    await expect.poll(saved).toBe('<p>One</p>\n<p>Two</p>')
  })

  it('turns a list into the other kind when its items hold more than paragraphs', async () => {
    const table = '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></table>'
    await mount(`<ul><li><p>One</p>${table}</li><li>Two</li></ul>`)
    await press('Control+a')
    await button('Numbered list').click()
    await expect.poll(saved).toBe(`<ol><li><p>One</p>${table}</li><li>Two</li></ol>`)
    expect(open.noise).toEqual([])
  })

  it('lifts items out of a nested list with all that stands below them', async () => {
    const table = '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B</td></tr></tbody></table>'
    const nested = (inside: string) => `<ul><li>One<ul>${inside}</ul>${table}</li></ul>`
    const items = async () => (await saved()).replace(/\n|<\/?p>/g, '')
    const lifted = `<ul><li>One</li><li>Two<ul><li>Three${table}</li></ul></li></ul>`
    for (const lift of [() => press('Shift+Tab'), () => button('Bulleted list').click()]) {
      await mount(nested('<li>Two</li><li>Three</li>'))
      await clickOn(open.page, 'Two')
      await lift()
      await expect.poll(items).toBe(lifted)
      await press('Control+z')
      await expect.poll(items).toBe(nested('<li>Two</li><li>Three</li>'))
    }
    // An empty line at the end of the nested list, and one above another list: neither takes anything with it.
    await clickOn(open.page, 'Three')
    await press('End', 'Enter', 'Enter')
    await expect.poll(items).toContain(table)
    await mount('<ul><li>One</li><li>x<ul><li>Two</li></ul></li></ul>')
    await clickOn(open.page, 'x')
    await press('End', 'Backspace', 'Backspace')
    await expect.poll(items).toContain('Two')
    expect(open.noise).toEqual([])
  })

  it('works by arrows', async () => {
    await mount('<p>Words</p>')
    await button('Bold').focus()
    await press('ArrowRight')
    await expect.poll(() => open.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Italic')
    await press('End')
    await expect.poll(focused).toBe('Edit code')
  })

  it('makes a table and changes it', async () => {
    await mount('')
    await button('Table').click()
    await button('Add row').click()
    await button('Remove column').click()
    await expect.poll(saved).toContain('<thead><tr><th></th></tr></thead>')
    await expect.poll(async () => (await saved()).match(/<tr>/g)).toHaveLength(4)
  })

  it('asks for a link; Enter sets it and does not send the form', async () => {
    await mount('<p>Words</p>')
    await press('Control+a', 'Control+k')
    await open.page.getByLabel('Address').fill('not an address')
    await press('Enter')
    await open.page.getByText('Enter a web address').waitFor()
    await open.page.getByLabel('Address').fill('javascript:alert(1)')
    await press('Enter')
    await open.page.getByText('Enter a web address').waitFor()
    await open.page.getByLabel('Address').fill('harbour.example/quay')
    await press('Enter')
    await expect.poll(saved).toBe('<p><a href="https://harbour.example/quay">Words</a></p>')
    await expect.poll(async () => (await told()).submits).toBe(0)
  })

  it('changes and removes the link at the cursor', async () => {
    await mount('<p>By <a href="/old" class="k" target="_blank">the <strong>quay</strong></a>.</p>')
    await clickOn(open.page, 'quay')
    await nextFrame(open.page)
    await button('Link').click()
    await expect.poll(() => open.page.getByLabel('Address').inputValue()).toBe('/old')
    await open.page.getByLabel('Address').fill('/new')
    await button('Apply').click()
    await expect.poll(saved).toContain('href="/new" class="k" target="_blank"')
    await button('Link').click()
    await button('Remove link').click()
    await expect.poll(saved).toBe('<p>By the <strong>quay</strong>.</p>')
  })

  it('closes its dialogs on Escape and gives the focus back', async () => {
    await mount('<p>Words</p>')
    await button('Image').focus()
    await press('Enter')
    await open.page.getByLabel('Description').waitFor()
    await press('Escape')
    await expect.poll(() => open.page.locator('dialog').count()).toBe(0)
    await expect.poll(focused).toBe('Image')
  })
})

describe('after a dialog', () => {
  const file = { name: 'quay.png', mimeType: 'image/png', buffer: Buffer.from('x') }

  it.each(['keys', 'the button'])('typing goes on behind a link that was set by %s', async (way) => {
    await mount('<p>To the harbour</p>')
    await clickOn(open.page, 'harbour')
    await press('End', ...Array.from({ length: 7 }, () => 'Shift+ArrowLeft'))
    if (way === 'keys') await press('Control+k')
    else await button('Link').click()
    await open.page.getByLabel('Address').fill('/quay')
    if (way === 'keys') await open.page.keyboard.press('Enter')
    else await button('Apply').click()
    await open.page.keyboard.type(' and back')
    await expect.poll(saved).toBe('<p>To the <a href="/quay">harbour</a> and back</p>')
  })

  it('typing goes on behind a link with words of its own', async () => {
    await mount('<p>See</p>')
    await press('End')
    await open.page.keyboard.type(' ')
    await press('Control+k')
    await open.page.getByLabel('Address').fill('/quay')
    await open.page.getByLabel('Words of the link').fill('the quay')
    await open.page.keyboard.press('Enter')
    await open.page.keyboard.type(' today')
    await expect.poll(saved).toBe('<p>See <a href="/quay">the quay</a> today</p>')
  })

  it('typing goes on where it was after Escape', async () => {
    for (const opener of ['Control+k', 'Link', 'Image', 'Edit code']) {
      await mount('<p>One two</p>')
      await clickOn(open.page, 'One two')
      await press('End')
      if (opener === 'Control+k') await press(opener)
      else await button(opener).click()
      await open.page.getByRole('dialog').waitFor()
      await open.page.keyboard.press('Escape')
      await open.page.keyboard.type(' three')
      await expect.poll(saved, { message: opener }).toBe('<p>One two three</p>')
    }
  })

  it('typing goes on behind a picture', async () => {
    await mount('<p>Words</p>')
    await press('End')
    await button('Image').click()
    await open.page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    await button('Insert').click()
    await expect.poll(saved).toContain('<img')
    await open.page.keyboard.type(' more')
    await expect.poll(saved).toBe(`<p>Words</p>\n${figure()}\n<p> more</p>`)
  })
})

describe('preformatted text', () => {
  it('takes what is pasted', async () => {
    await mount('<pre>one</pre>')
    await press('Control+End')
    await paste(open.page, { 'text/plain': ' two\n  three', 'text/html': '<p>two <b>three</b></p>' })
    await expect.poll(saved).toBe('<pre>one two\n  three</pre>')
    await press('Control+z')
    await expect.poll(saved).toBe('<pre>one</pre>')
  })
})

describe('a picture', () => {
  const file = { name: 'quay.png', mimeType: 'image/png', buffer: Buffer.from('x') }

  it('is chosen, described, sent and inserted', async () => {
    await mount('<p>Words</p>')
    await press('End')
    await button('Image').click()
    await button('Insert').click()
    await open.page.getByText('Choose a picture first.').waitFor()
    await open.page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    await open.page.getByLabel('Description').fill('The "quay"')
    await open.page.getByLabel('Caption', { exact: true }).fill('By night')
    await press('Enter')
    await expect.poll(saved).toBe(`<p>Words</p>\n${figure('The &quot;quay&quot;', 'By night')}\n<p></p>`)
    await expect.poll(told).toMatchObject({ uploads: ['quay.png image/png'], submits: 0 })
  })

  it('of another kind is refused with a sentence', async () => {
    await mount('<p>Words</p>')
    await button('Image').click()
    await open.page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ ...file, name: 'a.svg', mimeType: 'image/svg+xml' })
    await button('Insert').click()
    await open.page.getByText('Choose a JPEG, PNG, WebP or GIF picture.').waitFor()
    await expect.poll(async () => (await told()).uploads).toEqual([])
    await press('Escape')
  })

  it('keeps its dialog and what was typed there when the choice of a file is called off', async () => {
    await mount('<p>Words</p>')
    await button('Image').click()
    const chooser = open.page.getByLabel('Picture', { exact: true })
    await chooser.setInputFiles(file)
    await open.page.getByLabel('Description').fill('A crane')
    await chooser.focus()
    // What the browser tells, and what some tell of a choice of nothing.
    for (const kind of ['cancel', 'change'])
      await chooser.evaluate((input: HTMLInputElement, type) => {
        input.value = ''
        input.dispatchEvent(new Event(type, { bubbles: true }))
      }, kind)
    await nextFrame(open.page)
    await expect.poll(() => open.page.getByLabel('Description').inputValue()).toBe('A crane')
    expect(await chooser.evaluate((input) => input === document.activeElement)).toBe(true)
    await button('Insert').click()
    await expect.poll(saved).toContain(figure('A crane'))
  })

  it('is asked for its description when it is pasted', async () => {
    await mount('<p>Words</p>')
    await press('End')
    await paste(open.page, {}, ['pasted.png'])
    const description = open.page.getByLabel('Description')
    await expect.poll(() => description.evaluate((input) => input === document.activeElement)).toBe(true)
    await open.page.keyboard.type('A crane')
    await button('Insert').click()
    await expect.poll(saved).toBe(`<p>Words</p>\n${figure('A crane')}\n<p></p>`)
  })

  it('goes with others between the paragraphs where they are dropped, without a question', async () => {
    await mount('<p>One</p><p>Two</p>')
    await surface(open.page)
      .getByText('Two')
      .evaluate((element) => {
        const dataTransfer = new DataTransfer()
        for (const name of ['a.png', 'b.png']) dataTransfer.items.add(new File(['x'], name, { type: 'image/png' }))
        const { left, top } = element.getBoundingClientRect()
        const at = { clientX: left + 1, clientY: top + 8 }
        element.dispatchEvent(new DragEvent('drop', { ...at, dataTransfer, bubbles: true, cancelable: true }))
      })
    await expect.poll(saved).toBe(`<p>One</p>${figure()}${figure()}<p>Two</p>`)
    await expect.poll(async () => (await told()).uploads).toEqual(['a.png image/png', 'b.png image/png'])
    await press('Control+z')
    await expect.poll(saved).toBe(`<p>One</p>${figure()}<p>Two</p>`)
  })

  it('is selected by a click or from its caption, and gets a size, other words, another file', async () => {
    const before = `<p>One</p>\n${figure('Old', 'Caption')}\n<p>Two</p>`
    await mount(before)
    await surface(open.page).locator('figure img').click()
    await button('Small').click()
    await expect.poll(saved).toBe(before.replace(figure('Old', 'Caption'), figure('Old', 'Caption', 'small')))
    await expect.poll(() => button('Small').getAttribute('aria-pressed')).toBe('true')
    await button('Full width').click()
    await expect.poll(saved).toBe(before)
    await clickOn(open.page, 'Caption')
    await press('Home')
    await press('ArrowLeft')
    await open.page.locator('figure.ProseMirror-selectednode').waitFor()
    await button('Change picture').click()
    await expect.poll(() => open.page.getByLabel('Description').inputValue()).toBe('Old')
    await open.page.getByLabel('Description').fill('New')
    await open.page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    await press('Enter')
    await expect.poll(saved).toBe(before.replace('Old', 'New'))
    await expect.poll(async () => (await told()).uploads).toEqual(['quay.png image/png'])
    // What is typed over a picture goes into its caption, not in its place.
    await surface(open.page).locator('figure img').click()
    await open.page.keyboard.type('!')
    await press('Enter')
    await open.page.keyboard.type('Below')
    await expect.poll(saved).toBe(`<p>One</p>\n${figure('New', 'Caption!')}\n<p>Below</p>\n<p>Two</p>`)
    await surface(open.page).locator('figure img').click()
    await button('Remove picture').click()
    await expect.poll(saved).toBe('<p>One</p>\n<p>Below</p>\n<p>Two</p>')
    expect(open.noise).toEqual([])
  })

  it('stays in the line of a list, and can be changed there too', async () => {
    await mount('<ul><li>One</li></ul>')
    await clickOn(open.page, 'One')
    await press('End')
    await button('Image').click()
    await open.page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    await expect.poll(() => open.page.getByLabel('Caption', { exact: true }).count()).toBe(0)
    await button('Insert').click()
    const image = '<img src="/files/picture.png" alt="" width="3" height="2">'
    await expect.poll(saved).toBe(`<ul><li>One${image}</li></ul>`)
    await surface(open.page).locator('li img').first().click()
    await button('Medium').click()
    await expect.poll(saved).toContain('height="2" class="picture-medium"></li>')
    await button('Remove picture').click()
    await expect.poll(saved).toBe('<ul><li>One</li></ul>')
  })

  it('is cut and pasted with its caption', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await mount(`<p>One</p>\n${figure('A', 'By <em>Rina</em>', 'small')}\n<p>Two</p>`)
    await surface(open.page).locator('figure img').click()
    await press('Control+x')
    await expect.poll(saved).toBe('<p>One</p>\n<p>Two</p>')
    await clickOn(open.page, 'Two')
    await press('End', 'Control+v')
    await expect.poll(saved).toBe(`<p>One</p>\n<p>Two</p>\n${figure('A', 'By <em>Rina</em>', 'small')}`)
  })

  it('that cannot be sent says why, and the dialog stays', async () => {
    await mount('<p>Words</p>')
    await open.page.evaluate(() => window.harness.failUpload('The disk is full.'))
    await button('Image').click()
    await open.page.getByLabel('Picture', { exact: true }).setInputFiles(file)
    await button('Insert').click()
    await open.page.getByRole('alert').getByText('The disk is full.').waitFor()
    await expect.poll(saved).toBe('<p>Words</p>')
    await expect.poll(() => button('Insert').isEnabled()).toBe(true)
  })
})
