import { describe, expect, test } from 'vitest'
import { listSearch, readListAddress } from '../../portal-ui/list-address.ts'

const read = (search: string) => readListAddress(new URLSearchParams(search))

describe('the address of a list of the portal', () => {
  test.each(['', 'page=', 'page=0', 'page=-1', 'page=abc', 'page=1.5', 'page=99999999'])(
    'takes "%s" for the first page',
    (search) => {
      expect(read(search)).toEqual({ page: 1, category: '', keyword: '' })
    },
  )

  test('leaves out what is the default', () => expect(listSearch({ page: 1, category: '', keyword: '' })).toBe(''))

  test('reads back what it wrote', () => {
    const address = { page: 3, category: 'daily life & more', keyword: '50 %' }
    expect(read(listSearch(address))).toEqual(address)
  })
})
