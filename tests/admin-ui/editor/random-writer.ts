import type { Page } from 'playwright-core'
import { nextFrame } from '../../support/browser.ts'
import { paste, surface } from './browser.ts'

/** A number from 0 to below `limit`, the same row of numbers for the same seed (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed * 0x9e3779b9
  return (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

/** The words of a text in their order; they are told apart without spaces between them. */
export const wordsIn = (html: string): string[] => html.replace(/<[^>]*>/g, '').match(/w\d+x/g) ?? []

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const item = (level: number, words: string) =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>1.</span>${words}</p>`

type Place = {
  isThere: boolean
  isCollapsed: boolean
  before: number
  inTable: boolean
  inCaption: boolean
  ofRow: string[]
  ofColumn: string[]
}

/** Where the cursor stands: how many words are before it, and which share its row and column of a table. */
const placeOf = (page: Page): Promise<Place> =>
  surface(page).evaluate((root) => {
    const wordsOf = (text: string | null | undefined): string[] => text?.match(/w\d+x/g) ?? []
    const selection = getSelection()
    const { anchorNode = null, focusNode = null, focusOffset = 0 } = selection ?? {}
    const isThere = document.activeElement === root && root.contains(anchorNode)
    const range = document.createRange()
    range.setStart(root, 0)
    if (focusNode && isThere) range.setEnd(focusNode, focusOffset)
    const at = focusNode instanceof Element ? focusNode : focusNode?.parentElement
    const cell = isThere ? at?.closest('td, th') : null
    const column = cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : -1
    const rows = [...(cell?.closest('table')?.querySelectorAll('tr') ?? [])]
    return {
      isThere,
      isCollapsed: selection?.isCollapsed === true,
      before: isThere ? wordsOf(range.toString()).length : 0,
      inTable: Boolean(cell),
      inCaption: isThere && Boolean(at?.closest('figcaption')),
      ofRow: wordsOf(cell?.parentElement?.textContent),
      ofColumn: rows.flatMap((row) => wordsOf(row.children[column]?.textContent)),
    }
  })

/** The middle of a word on the screen. */
const pointOf = async (page: Page, word: string): Promise<{ x: number; y: number } | null> =>
  surface(page).evaluate((root, wanted) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const at = texts.currentNode.nodeValue?.indexOf(wanted) ?? -1
      if (at === -1) continue
      const range = document.createRange()
      range.setStart(texts.currentNode, at)
      range.setEnd(texts.currentNode, at + wanted.length)
      texts.currentNode.parentElement?.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = range.getBoundingClientRect()
      return { x: x + width / 2, y: y + height / 2 }
    }
    return null
  }, word)

/** Somebody who writes with every tool of the editor, and who knows at any time which words stand there in which order. */
export const randomWriter = async (page: Page, seed: number) => {
  const keys = await page.context().newCDPSession(page)
  // As many key presses as a person's, without waiting for the answer to each.
  const typeFast = (text: string) =>
    Promise.all(
      [...text].flatMap((key) => [
        keys.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key }),
        keys.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
      ]),
    )
  const random = randomOf(seed)
  const log: string[] = []
  let words: string[] = []
  let made = 0
  let last = ''
  const saved = () => page.evaluate(() => window.harness.told.value.content)
  const newWords = (count: number): string[] =>
    Array.from({ length: count }, () => {
      made += 1
      return `w${made}x`
    })
  const some = <T>(list: readonly T[]): T | undefined => list[random(list.length)]
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await nextFrame(page)
  }
  const tool = async (name: string, isMouse = random(2) === 0) => {
    const button = page.getByRole('toolbar').getByRole('button', { name, exact: true })
    if (!(await button.isVisible())) return false
    if (isMouse) await button.click()
    else {
      await button.focus()
      await press('Enter')
      if (!(await page.locator('dialog').count())) await surface(page).focus()
    }
    await nextFrame(page)
    return true
  }
  // A dialog that was opened by a key on its button gives the focus back to the button.
  const giveUp = async () => {
    await press('Escape')
    if (await page.locator('.bar :focus').count()) await surface(page).focus()
  }
  const expectWords = async (expected: readonly string[], what: string) => {
    const good = expected.join(' ')
    for (let tries = 0; tries < 100; tries += 1) {
      const html = await saved()
      if (wordsIn(html).join(' ') === good) {
        words = [...expected]
        last = html
        return
      }
      await nextFrame(page)
    }
    const found = wordsIn(await saved())
    const at = expected.findIndex((word, index) => word !== found[index])
    throw new Error(
      `seed ${seed}, ${what}: from word ${at} expected ${expected.slice(at, at + 8).join(' ')}, found ${found.slice(at, at + 8).join(' ')} (${found.length} of ${expected.length})\nlast: ${log.slice(-12).join(' | ')}\nbefore: ${last}\nnow: ${await saved()}`,
    )
  }
  /** A person who clicks twice and hits another word, because what they aimed at has moved, aims again. */
  const doubleClick = async (word: string): Promise<boolean> => {
    for (let tries = 0; tries < 10; tries += 1) {
      const point = await pointOf(page, word)
      if (!point) return false
      await page.mouse.dblclick(point.x, point.y)
      await nextFrame(page)
      if ((await page.evaluate(() => String(getSelection()))).includes(word)) break
    }
    return true
  }
  const goBehind = async (word = some(words)) => {
    if (!word || !(await doubleClick(word))) return surface(page).focus()
    await press('ArrowRight')
  }
  /** The cursor at a place where typing adds. */
  const place = async (): Promise<Place> => {
    const found = await placeOf(page)
    if (found.isThere && found.isCollapsed) return found
    await goBehind()
    return placeOf(page)
  }
  const inserted = (at: number, added: readonly string[]) => [...words.slice(0, at), ...added, ...words.slice(at)]

  const type = async () => {
    const { isThere, isCollapsed, before } = await placeOf(page)
    if (!isThere) throw new Error(`seed ${seed}: the text has lost the cursor\nlast: ${log.slice(-12).join(' | ')}`)
    if (!isCollapsed) await goBehind()
    const at = isCollapsed ? before : (await place()).before
    const added = newWords(3 + random(10))
    await typeFast(` ${added.join(some([' ', ' ', ' & ', ' <b> ']) ?? ' ')}`)
    await expectWords(inserted(at, added), 'typed')
  }
  const select = async () => {
    const [from, to] = [some(words), some(words)]
    const point = from ? await pointOf(page, from) : null
    if (!point) return
    await page.mouse.dblclick(point.x, point.y)
    const end = to && random(2) ? await pointOf(page, to) : null
    // A word that scrolling has moved out of the window cannot be clicked on.
    if (end && end.y > 0 && end.y < 880) {
      await page.keyboard.down('Shift')
      await page.mouse.click(end.x, end.y)
      await page.keyboard.up('Shift')
    }
    await nextFrame(page)
  }
  const paste_ = async (kind: 'text' | 'words' | 'table' | 'page' | 'word') => {
    await place()
    await typeFast(' ')
    const at = await placeOf(page)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = newWords(6)
    const html = {
      words: `<h1>${a}</h1><p style="color:red">${b} <b>${c}</b></p><ul><li>${d}</li><li>${e} <a href="/x">${f}</a></li></ul>`,
      page: `<div><p>${a}</p><blockquote>${b}</blockquote><p>${c} <img src=x onerror=ran() title=it's>${d}</p><pre>${e}</pre>${f}</div>`,
      table: `<p>${a}</p><table><tr><td>${b}</td><td>${c}</td></tr><tr><td colspan=2>${d}</td></tr></table><p>${e} ${f}</p>`,
      word: `<p class=MsoTitle>${a}<o:p></o:p></p>${item(1, b)}${item(2, c)}<p class=MsoNormal>${d} <img src="${onePixel}">${e}</p><p>${f}<o:p></o:p></p>`,
      text: null,
    }[kind]
    const added = [a, b, c, d, e, f]
    await paste(page, html === null ? { 'text/plain': `${a} ${b}\n${c}\n\n${d} ${e} ${f}` } : { 'text/html': html })
    await nextFrame(page)
    // Pictures are sent before anything is put in.
    await page.waitForFunction((word) => window.harness.told.value.content.includes(word), a)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const now = wordsIn(await saved())
    // Into a table goes what a cell can hold, the rest below it, as below a caption: the pasted words stay together in any case.
    const first = at.inTable || at.inCaption ? now.indexOf(a) : at.before
    await expectWords(inserted(first, added), `pasted ${kind}`)
    if ((await placeOf(page)).isThere) await typeFast(' ')
  }
  const link = async () => {
    await goBehind()
    const isSelection = random(2) === 0
    if (isSelection) await press('Shift+Home')
    const at = await placeOf(page)
    if (random(2)) await press('Control+k')
    else await tool('Link')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    if (random(3) === 0) {
      await giveUp()
      if (at.isCollapsed) return
      // What was selected is put back a moment after the focus.
      await page.waitForFunction(() => getSelection()?.isCollapsed === false)
      await press('ArrowRight')
      return
    }
    await dialog.getByLabel('Address').fill('/quay')
    const ownWords = dialog.getByLabel('Words of the link')
    const added = (await ownWords.count()) ? newWords(2) : []
    if (added.length) await ownWords.fill(added.join(' '))
    if (random(2)) await page.keyboard.press('Enter')
    else await dialog.getByRole('button', { name: 'Apply' }).click()
    await expectWords(inserted(at.before, added), 'linked')
  }
  const picture = async () => {
    const { before } = await place()
    await tool('Image')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    if (random(3) === 0) return giveUp()
    await dialog
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: Buffer.from('x') })
    const caption = dialog.getByLabel('Caption', { exact: true })
    const added = newWords(random(2) && (await caption.count()) ? 2 : 0)
    if (added.length) await caption.fill(added.join(' '))
    const count = (await saved()).split('<img').length
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await page.waitForFunction((there) => window.harness.told.value.content.split('<img').length > there, count)
    await dialog.waitFor({ state: 'detached' })
    // Beside a heading or code, not within.
    const first = added[0] ? wordsIn(await saved()).indexOf(added[0]) : before
    await expectWords(inserted(first, added), 'put in a picture')
  }
  /** Selects a figure: what is said before its end, and in its caption. */
  const selectFigure = async () => {
    const figures = surface(page).locator('figure')
    const count = await figures.count()
    if (!count) return null
    const figure = figures.nth(random(count))
    await figure.locator('img').click()
    await nextFrame(page)
    return figure.evaluate((element) => {
      const range = document.createRange()
      range.setStart(element.closest('.ProseMirror') ?? element, 0)
      range.setEnd(element, element.childNodes.length)
      const wordsOf = (text: string | null): string[] => text?.match(/w\d+x/g) ?? []
      return { before: wordsOf(range.toString()).length, own: wordsOf(element.textContent) }
    })
  }
  const resize = async () => {
    if (!(await selectFigure())) return
    await tool(some(['Small', 'Medium', 'Full width']) ?? '')
    if (random(2)) await press(some(['Enter', 'ArrowDown', 'ArrowUp', 'ArrowLeft']) ?? '')
    else await goBehind()
  }
  const removeFigure = async () => {
    const figure = await selectFigure()
    if (!figure) return
    if (random(2)) await press('Delete')
    else await tool('Remove picture')
    await expectWords(
      words.filter((one) => !figure.own.includes(one)),
      'removed a picture',
    )
  }
  const typeOnFigure = async () => {
    const figure = await selectFigure()
    if (!figure) return
    const added = newWords(1)
    await typeFast(` ${added.join('')}`)
    await expectWords(inserted(figure.before, added), 'typed on a picture')
  }
  const changeFigure = async () => {
    if (!(await selectFigure())) return
    await tool('Change picture')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('The quay')
    if (random(3) === 0) await giveUp()
    else await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await goBehind()
  }
  const goByList = async () => {
    await page.getByRole('button', { name: some(['Outline', 'Check']) ?? '', exact: true }).click()
    const places = page.getByRole('dialog').getByRole('listitem').getByRole('button')
    await page.getByRole('dialog').waitFor()
    const count = await places.count()
    if (!count) await press('Escape')
    else await places.nth(random(count)).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (!(await placeOf(page)).isThere) await surface(page).focus()
  }
  const code = async () => {
    await tool('Edit code')
    const field = page.getByRole('dialog').getByLabel('HTML')
    await field.waitFor()
    const added = newWords(2)
    await field.fill(`${await field.inputValue()}\n<p class="note">${added.join(' ')}</p>`)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expectWords([...words, ...added], 'applied code')
    await goBehind(added[1])
  }
  /** Selects a word, and those that stick to it: a link put in behind a word makes one word of both. */
  const selectWord = async (): Promise<string[]> => {
    const word = some(words)
    if (!word || !(await doubleClick(word))) return []
    const selected = wordsIn(await page.evaluate(() => String(getSelection())))
    if (!selected.includes(word)) throw new Error(`seed ${seed}: a double click on ${word} selects ${selected.join()}`)
    return selected
  }
  const remove = async () => {
    const selected = await selectWord()
    if (!selected.length) return
    await press(random(2) ? 'Backspace' : 'Delete')
    await expectWords(
      words.filter((one) => !selected.includes(one)),
      `deleted ${selected.join()}`,
    )
  }
  const move = async () => {
    const selected = await selectWord()
    if (!selected.length || selected.length === words.length) return
    await press('Control+x')
    await expectWords(
      words.filter((one) => !selected.includes(one)),
      `cut ${selected.join()}`,
    )
    await goBehind()
    const { before } = await place()
    await typeFast(' ')
    await press('Control+v')
    await expectWords(inserted(before, selected), `moved ${selected.join()}`)
    await typeFast(' ')
  }
  const undo = async () => {
    const before = await saved()
    if (random(2)) await press('Control+z', random(2) ? 'Control+y' : 'Control+Shift+Z')
    else {
      await tool('Undo')
      await tool('Redo')
    }
    if ((await saved()) !== before)
      throw new Error(`seed ${seed}: redo is not the way back of undo\n${before}\n\n${await saved()}`)
  }
  const fromTable = async (name: 'Remove row' | 'Remove column') => {
    const { inTable, ofRow, ofColumn } = await place()
    if (!inTable || !(await tool(name))) return
    const gone = name === 'Remove row' ? ofRow : ofColumn
    const now = wordsIn(await saved())
    // The head, the last row and the last column stay.
    await expectWords(now.length === words.length ? words : words.filter((one) => !gone.includes(one)), name)
  }
  const sign = async () => {
    await place()
    await press('End', 'Enter')
    await typeFast(some(['## ', '### ', '- ', '1. ', '> ', '---']) ?? '')
    await nextFrame(page)
    if (random(3) === 0) await press('Backspace')
  }
  const menu = async () => {
    await place()
    await press('End', 'Enter')
    await typeFast('/')
    await nextFrame(page)
    // In a heading, a table or code, / is a sign like any other.
    if (!(await page.getByRole('listbox', { name: 'Blocks' }).count())) return
    if (random(4) === 0) return press('Escape')
    for (let steps = random(6); steps > 0; steps -= 1) await press('ArrowDown')
    await press('Enter')
  }
  const pasteAddress = async () => {
    const selected = await selectWord()
    // In code, an address is text.
    const isCode = await page.evaluate(() => Boolean(getSelection()?.anchorNode?.parentElement?.closest('pre')))
    if (selected.length && !isCode) await paste(page, { 'text/plain': 'https://harbour.example/quay' })
    await goBehind()
  }
  const grow = async (keys: string) => {
    const { inTable } = await place()
    if (inTable) await press(keys)
  }
  const same = async (what: string) => expectWords(words, what)
  const format = async (name: string) => {
    await select()
    await tool(name)
    await same(name)
    // A selection that was drawn with the mouse may end within a word.
    await goBehind()
  }
  const acts: Record<string, () => Promise<unknown>> = {
    enter: () => press('Enter'),
    line: () => press('Shift+Enter'),
    go: () => goBehind(),
    end: () => press('Control+End'),
    bold: () => press('Control+b'),
    italic: () => press('Control+i'),
    'bold words': () => format('Bold'),
    'italic words': () => format('Italic'),
    'heading 2': () => format('Heading 2, H2'),
    'heading 3': () => format('Heading 3, H3'),
    quote: () => format('Quotation'),
    bullets: () => format('Bulleted list'),
    numbers: () => format('Numbered list'),
    'heading here': () => tool('Heading 2, H2'),
    'bullets here': () => tool('Bulleted list'),
    'quote here': () => tool('Quotation'),
    table: async () => {
      await place()
      await tool('Table')
    },
    tab: async () => {
      const { inTable } = await place()
      if (inTable) await press('Tab')
    },
    'tab back': async () => {
      const { inTable, before } = await place()
      if (inTable && before > 0) await press('Shift+Tab')
      if (!(await placeOf(page)).isThere) await surface(page).focus()
    },
    'add row': () => tool('Add row'),
    'add column': () => tool('Add column'),
    'remove row': () => fromTable('Remove row'),
    'remove column': () => fromTable('Remove column'),
    link,
    picture,
    code,
    remove,
    move,
    undo,
    sign,
    menu,
    'paste an address': pasteAddress,
    'row by key': () => grow('Control+Enter'),
    'column by key': () => grow('Control+Shift+Enter'),
    'paste text': () => paste_('text'),
    'paste words': () => paste_('words'),
    'paste a table': () => paste_('table'),
    'paste a page': () => paste_('page'),
    'paste from Word': () => paste_('word'),
    'size of a picture': resize,
    'remove a picture': removeFigure,
    'type on a picture': typeOnFigure,
    'change a picture': changeFigure,
    'go by a list': goByList,
    leave: async () => {
      await press('Escape', 'Tab', 'Shift+Tab')
    },
  }
  const names = Object.keys(acts)
  return {
    log,
    /** Writes until so many words were made, each act followed by a look at what would be saved. */
    write: async (count: number) => {
      await surface(page).focus()
      while (made < count) {
        await type()
        const name = some(names) ?? 'go'
        log.push(`${made} ${name}`)
        await acts[name]?.()
        await same(name)
      }
      return words
    },
  }
}
