import { afterAll, expect, it } from 'vitest'
import { contentCleaner } from '../../../platform/content/cleaner.ts'
import { scopeCss } from '../../../platform/content/css.ts'
import { scopedStyles } from '../../../platform/content/styles.ts'

const rule = '.a .b > c, d { color: red; position: fixed; background: #fff url(/files/a/b.png) }\n'
const css = rule.repeat(Math.floor(30_000 / rule.length))
const article = '<p>hello <b>world</b></p>'.repeat(1_000)

const styles = scopedStyles()
const cleaner = contentCleaner()
afterAll(() => Promise.all([styles.close(), cleaner.close()]))

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

it('scopes the styles of a record once, and anew when they have changed', async () => {
  expect(await styles.of({ stream: 'post-7', css })).toBe(scopeCss(css, '.content-post-7').css)
  expect(await styles.of({ stream: 'post-7', css: 'h1 { color: red }' })).toContain('.content-post-7 h1')
  expect(await styles.of({ stream: 'post-8', css: '' })).toBe('')
})

it('answers a thousand reads of new styles in the time of a few', async () => {
  const ratio = async (turn: number) => {
    const one = await timed(() => styles.of({ stream: `post-2${turn}`, css }))
    const read = () => styles.of({ stream: `post-3${turn}`, css })
    return (await timed(() => Promise.all(Array.from({ length: 1_000 }, read)))) / one
  }
  const ratios = [await ratio(0), await ratio(1), await ratio(2)]
  expect(Math.min(...ratios)).toBeLessThan(20)
})

it('lets a text be cleaned while many styles wait', async () => {
  const order: string[] = []
  // Both workers run already, so that only their work is compared.
  await cleaner.cleanHtml('<p>first</p>')
  const reads = Promise.all(Array.from({ length: 40 }, (_, id) => styles.of({ stream: `post-${100 + id}`, css }))).then(
    () => order.push('read'),
  )
  await cleaner.cleanHtml(article)
  order.push('cleaned')
  await reads
  expect(order).toEqual(['cleaned', 'read'])
})
