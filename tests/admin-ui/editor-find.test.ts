import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessible.ts'
import { nextFrame } from '../support/browser.ts'
import { openBrowser, surface } from './editor/browser.ts'

let open: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  open = await openBrowser()
})
afterAll(() => open?.close())

const saved = () => open.page.evaluate(() => window.harness.told.value.content)
const button = (name: string) => open.page.getByRole('button', { name, exact: true })
const bar = () => open.page.getByRole('search', { name: 'Find and replace' })
const press = async (...keys: string[]) => {
  for (const key of keys) await open.page.keyboard.press(key)
  await nextFrame(open.page)
}
const text = '<p>One quay, two Quays</p><ul><li>a <b>qu</b>ay</li></ul><p>None</p>'
const mount = async () => {
  await open.page.evaluate((html) => window.harness.mount({ content: html, css: '' }), text)
  await surface(open.page).waitFor()
  await surface(open.page).focus()
  await press('Control+Home', 'Control+f')
  await bar().waitFor()
}
const counted = (words: string) => bar().getByText(words, { exact: true }).waitFor()

it('counts and marks what is found, also over marks, and goes on and back and round', async () => {
  await mount()
  await open.page.keyboard.type('QUAY')
  await counted('1 of 3')
  expect(await surface(open.page).locator('.find-mark').count()).toBe(4)
  await press('Enter', 'Enter')
  await counted('3 of 3')
  await press('Enter')
  await counted('1 of 3')
  await press('Shift+Enter')
  await counted('3 of 3')
  await expectAccessible(open.page, 'find and replace')
  await press('Escape')
  await expect.poll(() => bar().count()).toBe(0)
  expect(await surface(open.page).locator('.find-mark').count()).toBe(0)
  expect(await open.page.evaluate(() => String(getSelection()))).toBe('quay')
})

it('has the letters that are typed right after its keys', async () => {
  await open.page.evaluate((html) => window.harness.mount({ content: html, css: '' }), text)
  await surface(open.page).waitFor()
  await surface(open.page).focus()
  await open.page.keyboard.press('Control+f')
  await open.page.keyboard.type('quay')
  await counted('1 of 3')
  await expect.poll(saved).toBe(text)
})

it('tells large letters from small ones when asked to', async () => {
  await mount()
  await open.page.keyboard.type('Quay')
  await bar().getByLabel('Match case').check()
  await counted('1 of 1')
  await bar().getByLabel('Find', { exact: true }).fill('nowhere')
  await counted('Nothing found')
  expect(await button('Replace all').isDisabled()).toBe(true)
})

it('replaces one with the marks of what stood there, and all as one step of undo', async () => {
  await mount()
  await open.page.keyboard.type('quay')
  await counted('1 of 3')
  await bar().getByLabel('Replace with').fill('port')
  await press('Enter')
  await counted('1 of 2')
  await expect.poll(saved).toBe(text.replace('One quay', 'One port'))
  await button('Replace all').click()
  await bar().getByText('2 places were replaced.').waitFor()
  await expect.poll(saved).toBe('<p>One port, two ports</p><ul><li>a <b>port</b></li></ul><p>None</p>')
  await press('Escape')
  await press('Control+z')
  await expect.poll(saved).toBe(text.replace('One quay', 'One port'))
  await press('Control+z')
  await expect.poll(saved).toBe(text)
  expect(open.noise).toEqual([])
})
