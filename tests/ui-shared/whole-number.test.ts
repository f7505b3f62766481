import { expect, it } from 'vitest'
import { readWholeNumber } from '../../ui-shared/fields/whole-number.ts'

it.each([
  ['7', 'en-GB', 7],
  [' 12 ', 'de', 12],
  ['1.000', 'de', 1_000],
  ['1.000', 'en-GB', null],
  ['1,000', 'en-GB', 1_000],
  ['1,000', 'de', null],
  ['1.234.567', 'es', 1_234_567],
  ['1.23.567', 'es', null],
  ['1 000', 'fr', 1_000],
  ['1\u202f000', 'fr', 1_000],
  ['1\u00a0000', 'de', 1_000],
  ['1 5', 'fr', null],
  ['１２', 'ja', 12],
  ['１，０００', 'zh', 1_000],
  ['1.5', 'en-GB', null],
  ['1,5', 'de', null],
  ['1e3', 'en-GB', null],
  ['-7', 'en-GB', -7],
  ['−7', 'de', -7],
  ['0x10', 'en-GB', null],
  ['', 'en-GB', null],
  ['1.', 'de', null],
  ['seven', 'en-GB', null],
] as const)('reads %j as somebody writes it in %s', (typed, locale, number) => {
  expect(readWholeNumber(typed, locale)).toBe(number)
})
