import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
const patience = { timeout: 60_000 }
let editor: Client

beforeAll(async () => {
  editor = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
})

/** Opens a form without the file that rows are dragged with; it comes with `release`, or is lost by it. */
const openHeld = async (path: string) => {
  const opened = await openPage(stage.browser, stage.server.url)
  const { page } = opened
  // Nothing scrolls while rows are moved by keys.
  await page.setViewportSize({ width: 1280, height: 2_400 })
  let release = (_isLost?: boolean) => {}
  const promise = new Promise<boolean>((resolve) => {
    release = (isLost = false) => resolve(isLost)
  })
  let held = 0
  await page.route(/\.js$/, async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes('DndDescribedBy')) {
      held += 1
      if (await promise) return route.abort()
    }
    return route.fulfill({ response: answer })
  })
  await signInPage(page, stage.dataDir, administrator, path)
  const isAsked = () => expect.poll(() => held).toBe(1)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return { ...opened, release, isAsked, button }
}

const isDraggable = (handle: Locator) => expect.poll(() => handle.getAttribute('aria-roledescription')).toBe('sortable')

const openGallery = async () => {
  const held = await openHeld('/dashboard/page/create')
  await held.page.getByLabel('Template').selectOption({ label: 'Gallery' })
  const images = held.page.getByRole('group', { name: 'Images', exact: true })
  await images.waitFor()
  const text = (place: number) => images.getByLabel('Alt text').nth(place - 1)
  const texts = () =>
    images.getByLabel('Alt text').evaluateAll((all) => all.map((one) => one instanceof HTMLInputElement && one.value))
  await held.isAsked()
  expect(await texts()).toEqual(['', '', '', ''])
  return { ...held, text, texts }
}

it('draws rows that are filled and moved by buttons before they can be dragged', patience, async () => {
  const { page, context, faults, text, texts, button, release } = await openGallery()
  await text(1).fill('Kitchen')
  await text(2).fill('Stairs')
  await text(3).fill('Roof')
  await button('Move Image 1 down').press('Enter')
  expect(await texts()).toEqual(['Stairs', 'Kitchen', 'Roof', ''])
  await button('Move Image 3 up').click()
  expect(await texts()).toEqual(['Stairs', 'Roof', 'Kitchen', ''])
  await button('Remove Image 4').press('Enter')
  expect(await texts()).toEqual(['Stairs', 'Roof', 'Kitchen'])
  await button('Move Image 1').focus()
  for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  expect(await texts()).toEqual(['Stairs', 'Roof', 'Kitchen'])
  release()
  await isDraggable(button('Move Image 1'))
  expect(faults).toEqual([])
  await context.close()
})

it('leaves whoever types in a row where they are, and has it dragged from then on', patience, async () => {
  const { page, context, faults, text, texts, button, release } = await openGallery()
  await text(2).fill('Roof')
  await text(1).pressSequentially('Kit')
  const typed = await text(1).elementHandle()
  release()
  await isDraggable(button('Move Image 1'))
  expect(await typed?.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('chen')
  expect(await texts()).toEqual(['Kitchen', 'Roof', '', ''])
  const say = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: 'attached' })
  await button('Move Image 1').focus()
  await page.keyboard.press('Space')
  // Said once the library has measured the rows: before, arrow keys move nothing.
  await say('Image 1: 1 of 4.')
  await page.keyboard.press('ArrowDown')
  await say('Image 1: 2 of 4.')
  await page.keyboard.press('Escape')
  await say('Image 1 stays where it was.')
  expect(await texts()).toEqual(['Kitchen', 'Roof', '', ''])
  await page.keyboard.press('Space')
  // Said once the library has measured the rows: before, arrow keys move nothing.
  await say('Image 1: 1 of 4.')
  await page.keyboard.press('ArrowDown')
  await say('Image 1: 2 of 4.')
  await page.keyboard.press('Space')
  await expect.poll(texts).toEqual(['Roof', 'Kitchen', '', ''])
  expect(await typed?.evaluate((one) => one.isConnected)).toBe(true)
  expect(faults).toEqual([])
  await context.close()
})

it('keeps a form whose file for dragging is lost, with what was typed', patience, async () => {
  const { page, context, text, texts, button, release } = await openGallery()
  await text(1).fill('Kitchen')
  release(true)
  await settled(page)
  await button('Move Image 1 down').press('Enter')
  expect(await texts()).toEqual(['', 'Kitchen', '', ''])
  await context.close()
})

it('makes an entry of a tree movable under the cursor, with what stands below it', patience, async () => {
  const entry = (title: string) => ({ title, type: 'listemp' })
  const { status } = await editor.call('POST', '/api/utility/menubar_data', {
    menubar: [{ ...entry('Quay'), children: [entry('Crane')] }, entry('Yard'), entry('Gate')],
  })
  expect(status).toBe(200)
  const { page, context, faults, button, isAsked, release } = await openHeld('/dashboard/menubar')
  const tree = page.getByRole('group', { name: 'Menu', exact: true })
  const entries = () =>
    tree
      .getByRole('listitem')
      .locator('.handle')
      .evaluateAll((all) => all.map((one) => one.ariaLabel))
  await isAsked()
  const handle = button('Move Quay, level 1')
  await handle.focus()
  release()
  await isDraggable(handle)
  expect(await handle.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(entries).toEqual(['Move Quay, level 1', 'Move Yard, level 1', 'Move Gate, level 1'])
  const say = (words: string) => page.getByText(words, { exact: true }).waitFor({ state: 'attached' })
  await say('Quay: 1 of 3, level 1.')
  await page.keyboard.press('ArrowDown')
  await say('Quay: 2 of 3, level 1.')
  await page.keyboard.press('ArrowRight')
  await say('Quay: 2 of 3, level 2.')
  await page.keyboard.press('Space')
  await expect
    .poll(entries)
    .toEqual(['Move Yard, level 1', 'Move Quay, level 2', 'Move Crane, level 3', 'Move Gate, level 1'])
  expect(faults).toEqual([])
  await context.close()
})
