import { beforeEach, expect, test, vi } from 'vitest'
import { begunOf, extendBegun, forgetBegun, keepBegun } from '../../ui-shared/auth/begun.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const begun = { name: 'mei@example.org', challenge: { data: 'abc', email: 'm***@example.org', passkey: true } }
const nothing = { name: '', challenge: null }

test('a sign-in that was begun goes on for ten minutes, and ten more with another code', () => {
  keepBegun('employee', begun, 0)
  expect(begunOf('employee', 599_999)).toEqual(begun)
  expect(begunOf('employee', 600_000)).toEqual(nothing)
  extendBegun(500_000)
  expect(begunOf('employee', 1_099_999)).toEqual(begun)
  extendBegun(1_100_000)
  expect(begunOf('employee', 1_100_001)).toEqual(nothing)
})

test('it is that of one population, and over once somebody is in', () => {
  keepBegun('employee', begun, 0)
  expect(begunOf('user', 1)).toEqual(nothing)
  forgetBegun()
  expect(begunOf('employee', 1)).toEqual(nothing)
})

test('another e-mail address is awaited by the one who asked for it', () => {
  keepBegun('email/employee-5', begun, 0)
  expect(begunOf('email/employee-5', 1)).toEqual(begun)
  expect(begunOf('email/5', 1)).toEqual(nothing)
  expect(begunOf('employee', 1)).toEqual(nothing)
})

test.each(['', 'null', '{', '{"name":1}', '[]'])('what cannot be read is nothing: %s', (text) => {
  kept.set('atrium.sign-in', text)
  expect(begunOf('employee', 1)).toEqual(nothing)
})

test('a browser that keeps nothing lets people begin', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepBegun('user', begun)
  expect(begunOf('user')).toEqual(nothing)
})
