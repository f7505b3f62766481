import { expect, test } from 'vitest'
import { fitting, largerThan, placeAt, smallerThan } from '../../ui-shared/pdf/zoom.ts'

test('a PDF is enlarged and made smaller by steps, within bounds', () => {
  expect(largerThan(0.42)).toBe(0.5)
  expect(largerThan(1)).toBe(1.25)
  expect(largerThan(4)).toBe(4)
  expect(smallerThan(0.42)).toBe(0.25)
  expect(smallerThan(1)).toBe(0.75)
  expect(smallerThan(0.25)).toBe(0.25)
  expect(fitting(800, 400)).toBe(0.5)
  expect(fitting(100, 4_000)).toBe(4)
})

test('the page that is read is the last that begins above', () => {
  const [tops, heights] = [
    [12, 124, 236],
    [100, 100, 100],
  ]
  expect(placeAt(0, tops, heights).number).toBe(1)
  expect(placeAt(174, tops, heights)).toEqual({ number: 2, share: 0.5 })
  expect(placeAt(900, tops, heights).number).toBe(3)
})
