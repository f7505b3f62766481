import { expect, it } from 'vitest'
import { withMoment } from '../../ui-shared/moment-address.ts'

it('a moment takes the place of another one in an address, and leaves the rest', () => {
  expect(withMoment('?page=2&as_of=5', '2026-11-02T09:00:00Z')).toBe('?page=2&as_of=2026-11-02T09%3A00%3A00Z')
  expect([withMoment('?as_of=5', null), withMoment('', '5'), withMoment('?a=b', null)]).toEqual([
    '',
    '?as_of=5',
    '?a=b',
  ])
})
