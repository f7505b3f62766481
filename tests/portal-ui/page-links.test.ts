import { describe, expect, test } from 'vitest'
import { pageWindow } from '../../portal-ui/page-links.tsx'

const shown = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((entry) => (entry === 'gap' ? '…' : entry))
    .join(' ')

describe('the numbered pages', () => {
  test.each([
    [1, 1, '1'],
    [2, 7, '1 2 3 4 5 6 7'],
    [1, 29, '1 2 3 4 … 29'],
    [4, 29, '1 … 3 4 5 … 29'],
    [15, 29, '1 … 14 15 16 … 29'],
    [28, 29, '1 … 26 27 28 29'],
    [29, 29, '1 … 26 27 28 29'],
  ])('on page %i of %i are %s', (page, pages, words) => {
    expect(shown(page, pages)).toBe(words)
  })

  test('always hold the first, the current and the last page, each once and in order', () => {
    for (let pages = 1; pages <= 40; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const numbers = pageWindow(page, pages).filter((entry) => entry !== 'gap')
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      }
    }
  })
})
