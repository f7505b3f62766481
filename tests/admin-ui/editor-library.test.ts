import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './editor/browser.ts'

let library: Awaited<ReturnType<typeof read>>
let open: Awaited<ReturnType<typeof openBrowser>>
const read = () => open.page.evaluate(() => window.harness.library())
beforeAll(async () => {
  open = await openBrowser()
  library = await read()
})
afterAll(() => open?.close())

const block = { rawHTML: null, htmlAttrs: null }

it.each([
  ['paragraph', 'inline*', { htmlAttrs: null }],
  ['heading', 'inline*', { level: 1, ...block }],
  ['codeBlock', 'text*', { language: null, ...block }],
  ['bulletList', 'listItem+', block],
  ['orderedList', 'listItem+', { order: 1, ...block }],
  ['listItem', 'paragraph block*', {}],
  ['blockQuote', 'block+', block],
  ['table', 'tableHead{1} tableBody{1}', block],
  ['tableHead', 'tableRow{1}', block],
  ['tableBody', 'tableRow+', block],
  ['tableRow', '(tableHeadCell | tableBodyCell)*', block],
  ['tableHeadCell', 'paragraph+', block],
  ['tableBodyCell', '(paragraph | bulletList | orderedList)+', {}],
  ['image', '', { imageUrl: '', altText: null, ...block }],
  ['thematicBreak', '', block],
])("the library's model still has the node %s as the text editor fills it", (name, content, attributes) => {
  const [, holds, has] = library.nodes.find(([other]) => other === name) ?? []
  expect(holds).toBe(content)
  expect(has).toMatchObject(attributes)
})

it.each([
  ['strong', block],
  ['emph', block],
  ['strike', block],
  ['link', { linkUrl: '', ...block }],
  ['code', {}],
])("the library's model still has the mark %s", (name, attributes) => {
  const [, has] = library.marks.find(([other]) => other === name) ?? []
  expect(has).toMatchObject(attributes)
})

it('the library still has the commands that the text editor calls, and its keys in plugins of their own', () => {
  const called = ['bold', 'italic', 'heading', 'blockQuote', 'bulletList', 'orderedList', 'outdent', 'undo', 'redo']
  expect(library.commands).toEqual(expect.arrayContaining(called))
  expect(library.keys).toBe(15)
})
