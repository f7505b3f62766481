import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '../../domain/event.ts'
import { storedReader } from '../../domain/fields/stored.ts'
import { sample } from '../support/log/changes.ts'

const every = sample.fields
const fields = Object.entries(every).filter(([name]) => !name.startsWith('own_'))

it.each([
  ['title', 7, '7'],
  ['title', true, 'true'],
  ['title', null, ''],
  ['title', ['a', 'b'], 'a, b'],
  ['words', 'a line', 'a line'],
  ['amount', '12', 12],
  ['amount', '', null],
  ['topic', '3', 3],
  ['isOn', 'true', true],
  ['isOn', 0, false],
  ['isOn', null, false],
  ['moment', '', null],
  ['colour', 'no longer offered', 'no longer offered'],
  ['rights', 'r-post, u-post', ['r-post', 'u-post']],
  ['rights', null, []],
  ['day', '2026-11-02T09:00:00.000Z', '2026-11-02'],
  ['moment', '2026-11-02', '2026-11-02T00:00:00.000Z'],
  ['topics', 3, [3]],
  ['topics', ['3', 4], [3, 4]],
  ['place', {}, { town: '' }],
  ['place', { town: 7, gone: 'x' }, { town: '7' }],
  ['steps', [{ id: 2, gone: true }], [{ id: 2, note: '' }]],
  [
    'menu',
    [{ id: 1, word: 'A', children: [{ id: 2 }] }],
    [{ id: 1, word: 'A', children: [{ id: 2, word: '', children: [] }] }],
  ],
] as const)('reads %s kept as %j as %j', (name, kept, read) => {
  expect(storedReader(every)({ [name]: kept as Json })).toEqual({ [name]: read })
})

it.each([
  ['amount', 'some'],
  ['amount', 1.5],
  ['isOn', 'perhaps'],
  ['moment', 'soon'],
  ['title', { text: 'x' }],
  ['rights', [1]],
  ['place', 'Hull'],
  ['steps', ['a step']],
  ['menu', [{ id: 1, children: 'none' }]],
] as const)('makes nothing of %s kept as %j, and does not say the value', (name, kept) => {
  expect(() => storedReader(every)({ [name]: kept as unknown as Json })).toThrow(
    new RegExp(`^the value of ${name} cannot be read as \\w+$`),
  )
})

it('leaves alone what is not declared, whatever its name', () => {
  const data = { title: 'A', gone: { deep: [1] }, constructor: 'x', toString: null }
  expect(storedReader(every)(data)).toBe(data)
})

it.each(fields)('reads %s into what may be appended today, or says that it cannot', (name, { stored }) => {
  const value = fc.oneof(fc.jsonValue(), fc.string(), fc.integer(), fc.constant(null), fc.constant('true'))
  fc.assert(
    fc.property(value, (kept) => {
      try {
        const read = storedReader(every)({ [name]: JSON.parse(JSON.stringify(kept)) })
        return stored.safeParse(read[name]).success
      } catch (error) {
        return error instanceof TypeError
      }
    }),
  )
})
