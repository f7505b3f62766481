import fc from 'fast-check'
import { expect, it } from 'vitest'
import { comparableName } from '../../domain/comparable.ts'

it('folds what people take for one name into one', () => {
  expect(comparableName(' \ufb01ONA ')).toBe(comparableName('Fiona'))
  expect(comparableName('Jose\u0301')).toBe(comparableName('JOSÉ'))
  expect(comparableName('ａｄａ')).toBe('ada')
  expect(comparableName('ΝΙΚΟΣ')).toBe(comparableName('νικος'))
})

it('folds what is folded into itself', () => {
  for (let point = 0; point < 0x11_0000; point += 1) {
    const name = `a${String.fromCodePoint(point)}b`
    const folded = comparableName(name)
    if (comparableName(folded) !== folded) expect.fail(point.toString(16))
  }
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (name) => comparableName(comparableName(name)) === comparableName(name),
    ),
  )
})
