import { describe, expect, it } from 'vitest'
import { canMislead } from '../../platform/look-alike.ts'

describe('a name that can be taken for another', () => {
  it.each([
    ['maria.k', false],
    ['Ada King', false],
    ["o'neil-99@example.org", false],
    ['José', false],
    ['Zoë Müller', false],
    ['yılmaz', false],
    ['Иван', false],
    ['юлия.2', false],
    ['Νίκος', false],
    ['αβγ', false],
    ['山田太郎', false],
    ['さくらサクラ', false],
    ['김철수', false],
    ['יעל', false],
    ['ليلى', false],
    ['प्रिया', false],
    ['\u0430dmin', true],
    ['p\u0430ypal', true],
    ['\u0441\u043e\u0441\u043e', true],
    ['\u03bf', true],
    ['Иванa', true],
    ['ad\u200bmin', true],
    ['ad\u200dmin', true],
    ['admin\u2060', true],
    ['ad\u00admin', true],
    ['admin\ufe0f', true],
    ['\u202enimda', true],
    ['a\u0301\u0301dm', true],
    ['ad  min', true],
    ['adm\u{1f98a}in', true],
    ['ليلى1\u0661', true],
    ['ad\tmin', true],
  ])('%j: %s', (name, expected) => {
    expect(canMislead(name.normalize('NFKC'))).toBe(expected)
  })
})
