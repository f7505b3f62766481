import { expect, it } from 'vitest'
import { formerHash, isLinked, linked, type Unlinked } from '../../event-store/chain.ts'
import { storedJson } from '../../event-store/stored-json.ts'

const id = '3f1a2b4c-0000-5000-8000-00000000abcd'
const event: Unlinked = {
  id,
  type: 'PostEdited',
  data: { name: 'Öl', views: 1e21, ratio: 1e-7, b: [1, null, true, { zz: 'a', y: 'b' }] },
  personal: { subject: 'user-7', iv: 'AA', tag: 'BB', ciphertext: 'CC' },
  meta: {
    version: 1,
    at: '2026-11-02T09:00:00.000Z',
    actor: { type: 'user', id: 7 },
    correlationId: id,
    causationId: id,
    commandId: id,
    isSilent: true,
  },
}

// As long as there are logs, both forms stay what they are: these digits never change.
it('links an event as it always did', () => {
  const made = linked('post-4', 2, event, 'ab'.repeat(32))
  expect(made.meta.chain).toEqual({
    form: 2,
    prev: 'ab'.repeat(32),
    hash: '01563cc9a7eafa42c06a61c7ce77ced3c33dc1b21648dd83c48e4ec4f8ebb257',
  })
  expect(isLinked('post-4', 2, made, 'ab'.repeat(32))).toBe(true)
})

it('knows the links of before there were forms', () => {
  const hash = formerHash('post-4', 2, event, 'ab'.repeat(32))
  expect(hash).toBe('26ea4b968316d95b70acb3d65d4e90dfdb8e117feba69549b2c799bc1e557675')
  const made = { ...event, meta: { ...event.meta, chain: { prev: 'ab'.repeat(32), hash } } }
  expect(isLinked('post-4', 2, made, 'ab'.repeat(32))).toBe(true)
  expect(
    isLinked('post-4', 2, { ...made, meta: { ...made.meta, chain: { ...made.meta.chain, form: 2 } } }, 'ab'.repeat(32)),
  ).toBe(false)
})

it('binds every part of an event', () => {
  const made = linked('post-4', 2, event, '')
  const others = [
    isLinked('post-4', 3, made, ''),
    isLinked('post-5', 2, made, ''),
    isLinked('post-4', 2, made, 'ab'.repeat(32)),
    isLinked('post-4', 2, { ...made, id: id.replace('3', '4') }, ''),
    isLinked('post-4', 2, { ...made, type: 'PostCreated' }, ''),
    isLinked('post-4', 2, { ...made, data: { ...made.data, name: 'Ol' } }, ''),
    isLinked('post-4', 2, { ...made, personal: null }, ''),
    isLinked('post-4', 2, { ...made, meta: { ...made.meta, version: 2 } }, ''),
    isLinked('post-4', 2, { ...made, meta: { ...made.meta, isSilent: false } }, ''),
  ]
  expect(others).toEqual(others.map(() => false))
})

it('writes JSON with keys by length and bytes, and numbers without exponents', () => {
  expect(storedJson({ bb: 1e21, a: -1.5e-7, é: [], Z: { '10': 1, '9': 2 } })).toBe(
    '{"Z": {"9": 2, "10": 1}, "a": -0.00000015, "bb": 1000000000000000000000, "é": []}',
  )
  // Names are remembered by all keys of an object: these two are not the same.
  expect(storedJson({ a: 1, b: 2 })).toBe('{"a": 1, "b": 2}')
  expect(storedJson({ 'a\nb': 1 })).toBe('{"a\\nb": 1}')
})
