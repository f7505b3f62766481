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

const saved = () => open.page.evaluate(() => window.harness.told.value.content)
const button = (name: string) => open.page.getByRole('button', { name, exact: true })
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const mount = async (content: string) => {
  await open.page.evaluate((html) => window.harness.mount({ content: html, css: '' }), content)
  await surface(open.page).waitFor()
  await surface(open.page).focus()
}
const focused = () => open.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

const tableOf = (rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((words) => `<${tag}>${words}</${tag}>`).join('')}</tr>`
  const [head = [], ...body] = rows
  return `<table><thead>${line(head, 'th')}</thead><tbody>${body.map((cells) => line(cells, 'td')).join('')}</tbody></table>`
}
const small = tableOf([
  ['A', 'B'],
  ['one', 'two'],
])
const plain = '<table><tr><td>A</td><td>B</td></tr><tr><td>one</td><td>two</td></tr></table>'

describe('a table', () => {
  it('is put in with the cursor in its first cell, and Tab goes through it and adds rows', async () => {
    await mount('')
    await button('Table').click()
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    for (const [index, word] of words.entries()) {
      if (index > 0) await press('Tab')
      await open.page.keyboard.type(word)
    }
    await expect.poll(saved).toBe(
      tableOf([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ]),
    )
    await press('Escape', 'Tab')
    await expect.poll(focused).toBe('Outline')
  })

  it('gets a row below its head, too', async () => {
    await mount(small)
    await clickOn(open.page, 'B')
    await button('Add row').click()
    await open.page.keyboard.type('new')
    await expect.poll(saved).toBe(
      tableOf([
        ['A', 'B'],
        ['new', ''],
        ['one', 'two'],
      ]),
    )
  })

  it('keeps a Tab for which a list in its last cell has no use', async () => {
    await mount(tableOf([['A'], ['<ul><li>one</li></ul>']]))
    await clickOn(open.page, 'one')
    await press('End', 'Tab')
    await open.page.keyboard.type('!')
    await expect.poll(saved).toContain('<li>one!</li>')
  })

  it('stays whole when words are deleted across its cells', async () => {
    await mount(small)
    await clickOn(open.page, 'one')
    await press(
      'Home',
      'Shift+ArrowRight',
      'Shift+ArrowRight',
      'Shift+ArrowRight',
      'Shift+ArrowRight',
      'Shift+ArrowRight',
    )
    await press('Delete')
    await expect.poll(async () => (await saved()).match(/<t[hd]>/g)).toHaveLength(4)
    expect(open.noise).toEqual([])
  })

  it('lets the mouse draw across its cells without an error', async () => {
    await mount(small)
    const box = async (words: string) => {
      const found = await surface(open.page).getByText(words).boundingBox()
      return { x: (found?.x ?? 0) + 4, y: (found?.y ?? 0) + 4 }
    }
    const [from, to] = [await box('one'), await box('two')]
    await open.page.mouse.move(from.x, from.y)
    await open.page.mouse.down()
    await open.page.mouse.move(to.x, to.y, { steps: 5 })
    await open.page.mouse.up()
    expect(open.noise).toEqual([])
  })
})

describe('the tools of a table', () => {
  const grid = (head: string, body: string) => `<table><thead>${head}</thead><tbody>${body}</tbody></table>`

  it('add rows and columns on every side', async () => {
    await mount(small)
    await clickOn(open.page, 'one')
    await button('Add row above').click()
    await open.page.keyboard.type('x')
    await button('Add column before').click()
    await open.page.keyboard.type('y')
    await clickOn(open.page, 'two')
    await button('Add column').click()
    await open.page.keyboard.type('z')
    await expect.poll(saved).toBe(
      tableOf([
        ['', 'A', 'B', ''],
        ['y', 'x', '', ''],
        ['', 'one', 'two', 'z'],
      ]),
    )
    await button('Remove column').click()
    await button('Remove row').click()
    await expect.poll(saved).toBe(
      tableOf([
        ['', 'A', 'B'],
        ['y', 'x', ''],
      ]),
    )
    await press('Control+z', 'Control+z')
    await expect.poll(saved).toContain('<td>z</td>')
  })

  it('make a head of the first row, and titles of the first column, or neither', async () => {
    await mount(small)
    await clickOn(open.page, 'one')
    await button('Header column').click()
    await expect
      .poll(saved)
      .toBe(grid('<tr><th>A</th><th>B</th></tr>', '<tr><th scope="row">one</th><td>two</td></tr>'))
    await press('Control+Enter')
    await expect.poll(saved).toContain('<tr><th scope="row"></th><td></td></tr></tbody>')
    await press('Control+z')
    await button('Header row').click()
    await expect
      .poll(saved)
      .toBe(
        '<table><tbody><tr><th scope="row">A</th><td>B</td></tr><tr><th scope="row">one</th><td>two</td></tr></tbody></table>',
      )
    await button('Header row').click()
    await button('Header column').click()
    await expect.poll(saved).toBe(small)
  })

  it('merge cells with what stands in them, and split them', async () => {
    const three = tableOf([
      ['A', 'B', 'C'],
      ['one', 'two', 'three'],
      ['four', 'five', 'six'],
    ])
    await mount(three)
    const middle = async (words: string) => {
      const box = await surface(open.page).getByText(words).boundingBox()
      return { x: (box?.x ?? 0) + 6, y: (box?.y ?? 0) + 10 }
    }
    // The tools of the table come with the cursor, and move the text.
    await clickOn(open.page, 'six')
    const [from, to] = [await middle('one'), await middle('five')]
    await open.page.mouse.move(from.x, from.y)
    await open.page.mouse.down()
    await open.page.mouse.move(to.x, to.y, { steps: 5 })
    await open.page.mouse.up()
    await expect.poll(() => open.page.evaluate(() => String(getSelection()).includes('four'))).toBe(true)
    await nextFrame(open.page)
    await nextFrame(open.page)
    await button('Merge cells').click()
    const head = '<tr><th>A</th><th>B</th><th>C</th></tr>'
    await expect
      .poll(saved)
      .toBe(
        grid(
          head,
          '<tr><td colspan="2" rowspan="2"><p>one</p><p>two</p><p>four</p><p>five</p></td><td>three</td></tr><tr><td>six</td></tr>',
        ),
      )
    await clickOn(open.page, 'six')
    await button('Add row above').click()
    await expect.poll(saved).toContain('rowspan="3"')
    await press('Control+z')
    await clickOn(open.page, 'five')
    await press('Tab')
    await open.page.keyboard.type('!')
    await expect.poll(saved).toContain('!three')
    await clickOn(open.page, 'five')
    await button('Split cell').click()
    await expect.poll(async () => (await saved()).match(/<td>/g)).toHaveLength(6)
    expect(open.noise).toEqual([])
  })

  it('remove what a spanning cell reaches over without breaking it', async () => {
    await mount(
      grid('<tr><th colspan="2">A</th></tr>', '<tr><td rowspan="2">one</td><td>two</td></tr><tr><td>three</td></tr>'),
    )
    await clickOn(open.page, 'two')
    await button('Remove row').click()
    await expect.poll(saved).toBe(grid('<tr><th colspan="2">A</th></tr>', '<tr><td>one</td><td>three</td></tr>'))
    await clickOn(open.page, 'three')
    await button('Remove column').click()
    await expect.poll(saved).toBe(grid('<tr><th>A</th></tr>', '<tr><td>one</td></tr>'))
  })

  it('leave no table behind', async () => {
    await mount(`<p>Top</p>${small}`)
    await clickOn(open.page, 'one')
    await button('Remove table').click()
    await expect.poll(saved).toBe('<p>Top</p>')
  })
})

describe('a table that is selected as a whole', () => {
  const whole = () => surface(open.page).locator('.table-box.ProseMirror-selectednode')
  const select = async () => {
    await mount(`<p>Top</p>${small}<p>End</p>`)
    await clickOn(open.page, 'two')
    await press('End', 'ArrowRight')
    await whole().waitFor()
  }

  it('is shown, and what is typed goes below it', async () => {
    await select()
    expect(await whole().evaluate((table) => getComputedStyle(table).outlineStyle)).toBe('solid')
    await open.page.keyboard.type('xy')
    await expect.poll(saved).toBe(`<p>Top</p>${small}<p>xy</p><p>End</p>`)
    expect(open.noise).toEqual([])
  })

  it('is deleted by Delete, and comes back', async () => {
    await select()
    await press('Delete')
    await expect.poll(saved).toBe('<p>Top</p><p>End</p>')
    await press('Control+z')
    await expect.poll(saved).toBe(`<p>Top</p>${small}<p>End</p>`)
  })
})

describe('beside a table or list', () => {
  const list = '<ul><li>One</li><li>Two</li></ul>'

  it.each([
    [
      'Backspace below a table',
      `${small}\n<p>Words</p>`,
      'Home',
      'Backspace',
      `${small.replace('two', 'two!')}\n<p>Words</p>`,
    ],
    ['Delete above a table', `<p>Words</p>\n${small}`, 'End', 'Delete', `<p>Words</p>\n${small.replace('A', '!A')}`],
    ['Backspace below a list', `${list}\n<p>Words</p>`, 'Home', 'Backspace', list.replace('Two', 'Two!Words')],
    [
      'Backspace below a list in a list',
      '<ul><li>One<ol><li>Two</li></ol></li></ul>\n<p><strong>Words</strong></p>',
      'Home',
      'Backspace',
      '<ul><li>One<ol><li>Two!<strong>Words</strong></li></ol></li></ul>',
    ],
  ])('%s goes in and takes nothing away', async (_name, before, edge, key, after) => {
    await mount(before)
    await clickOn(open.page, 'Words')
    await press(edge, key)
    await open.page.keyboard.type('!')
    await expect.poll(saved).toBe(after)
    await press('Control+z', 'Control+z')
    await expect.poll(saved).toBe(before)
    expect(open.noise).toEqual([])
  })

  it('takes Backspace at the place where the browser has just put the cursor', async () => {
    await mount(`${small}<p>Words</p>`)
    await clickOn(open.page, 'Words')
    await open.page.evaluate(() => {
      const words = [...document.querySelectorAll('.ProseMirror p')].at(-1)
      // One task: the browser tells of the moved cursor in the next.
      if (words?.firstChild) getSelection()?.collapse(words.firstChild, 0)
      words?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Backspace', keyCode: 8, bubbles: true, cancelable: true }),
      )
    })
    await open.page.keyboard.type('!')
    await expect.poll(saved).toBe(`${small.replace('two', 'two!')}<p>Words</p>`)
  })

  it('takes away a line without words below a table', async () => {
    await mount(`${small}<p>x</p>`)
    await clickOn(open.page, 'x')
    await press('End', 'Backspace', 'Backspace')
    await open.page.keyboard.type('!')
    await expect.poll(saved).toBe(small.replace('two', 'two!'))
  })
})

describe('a pasted table', () => {
  it('says which filled cells it has replaced, and Undo brings them back', async () => {
    await mount(small)
    await clickOn(open.page, 'A')
    await paste(open.page, {
      'text/html': '<table><tr><td>A</td><td>C</td></tr><tr><td>three</td><td></td></tr></table>',
    })
    await open.page.getByText('3 filled cells were replaced: B, one, two.').waitFor()
    await press('Control+z')
    await expect.poll(saved).toBe(small)
  })

  it.each([
    ['all of it', ['Control+a'], '<p>Other</p>', 3],
    ['words over two cells', ['Shift+End', 'Shift+ArrowRight', 'Shift+ArrowRight'], 'Other', 2],
  ])('says which filled cells words were put in the place of: %s', async (_name, keys, html, count) => {
    const filled = small.replace('two', '')
    await mount(`<p>Top</p>\n${filled}`)
    await clickOn(open.page, 'A')
    await press('Home', ...keys)
    await paste(open.page, { 'text/html': html })
    await open.page.getByText(`${count} filled cells were replaced: A, B`).waitFor()
    await press('Control+z')
    await expect.poll(saved).toBe(`<p>Top</p>\n${filled}`)
  })

  it.each([
    ['with words around it', `<p>Before</p>${plain}<p>After</p>`, `<p>TopBefore</p>\n${small}\n<p>After</p>`],
    ['with loose words around it', `Before${plain}After`, `<p>TopBefore</p>\n${small}\n<p>After</p>`],
    [
      'with cells that span others',
      `<table><tr><td colspan="2">A</td></tr><tr><td rowspan="2">one</td><td>two</td></tr><tr><td>three</td></tr></table>`,
      '<p>Top</p>\n<table><thead><tr><th colspan="2">A</th></tr></thead><tbody><tr><td rowspan="2">one</td><td>two</td></tr><tr><td>three</td></tr></tbody></table>',
    ],
    [
      'with a caption, headings and a table in a cell',
      '<p>x</p><table><caption>Quays</caption><tr><td><h3>A</h3></td></tr><tr><td><table><tr><td>b</td><td>c</td></tr></table></td></tr></table>',
      `<p>Topx</p>\n<p>Quays</p>\n${tableOf([['<p>A</p>'], ['<p>b c</p>']])}`,
    ],
  ])('%s comes in whole', async (_name, html, expected) => {
    await mount('<p>Top</p>')
    await clickOn(open.page, 'Top')
    await press('End')
    await paste(open.page, { 'text/html': html })
    await expect.poll(async () => (await saved()).replace('b c </p>', 'b c</p>')).toBe(expected)
    expect(open.noise).toEqual([])
  })

  it.each([
    [
      'fills the cells from the cursor on',
      plain,
      tableOf([
        ['A', 'B', ''],
        ['one', 'A', 'B'],
        ['', 'one', 'two'],
      ]),
    ],
    ['with words around it goes below', `<p>x</p>${plain}<p>y</p>`, `${small}\n<p>x</p>\n${small}\n<p>y</p>`],
  ])('in a cell %s', async (_name, html, expected) => {
    await mount(small)
    await clickOn(open.page, 'two')
    await press('End')
    await paste(open.page, { 'text/html': html })
    await expect.poll(saved).toBe(expected)
    expect(open.noise).toEqual([])
  })

  it('that stands in the text already stays whole whatever is pasted into it', async () => {
    for (const html of [
      '<h2>x</h2>',
      '<p>x</p><p>y</p>',
      '<blockquote><p>x</p></blockquote>',
      '<ul><li>x</li></ul>',
      '<pre>x</pre>',
    ]) {
      await mount(`${small}\n<p>End</p>`)
      await clickOn(open.page, 'B')
      await press('End')
      await paste(open.page, { 'text/html': html })
      await expect.poll(async () => (await saved()).match(/<table>/g)).toHaveLength(1)
      await expect.poll(async () => (await saved()).match(/<t[hd]>/g)).toHaveLength(4)
      await expect.poll(saved).toContain('x')
    }
  })

  it('in a list leaves a pasted figure below the list', async () => {
    await mount(`<ul><li><p>One</p>${small}</li></ul>`)
    await clickOn(open.page, 'two')
    const figure = '<figure><img src="/files/a.png" alt="A"><figcaption>By night</figcaption></figure>'
    await paste(open.page, { 'text/html': `<p>Words</p>${figure}` })
    await expect.poll(saved).toBe(`<ul><li><p>One</p>${small}</li></ul>\n<p>Words</p>\n${figure}`)
    expect(open.noise).toEqual([])
  })
})
