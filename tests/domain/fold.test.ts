import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldName } from '../../domain/fold.ts'

it('folds what people take for one name into one', () => {
  expect(foldName(' \ufb01ONA ')).toBe(foldName('Fiona'))
  expect(foldName('Jose\u0301')).toBe(foldName('JOSÉ'))
  expect(foldName('ａｄａ')).toBe('ada')
  expect(foldName('ΝΙΚΟΣ')).toBe(foldName('νικος'))
})

it('folds what is folded into itself', () => {
  for (let point = 0; point < 0x11_0000; point += 1) {
    const name = `a${String.fromCodePoint(point)}b`
    const folded = foldName(name)
    if (foldName(folded) !== folded) expect.fail(point.toString(16))
  }
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => foldName(foldName(name)) === foldName(name)))
})
