import { expect, test } from 'vitest'
import { rangeOf } from '../../api/wire/byte-range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=2-4', { start: 2, end: 4 }],
  ['bytes=2-400', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=4-2', 'outside'],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['chunks=0-1', null],
  [undefined, null],
])('of ten bytes %s is %j', (header, part) => {
  expect(rangeOf(header, 10)).toEqual(part)
})
