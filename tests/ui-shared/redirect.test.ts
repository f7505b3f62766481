import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  extendRedirect,
  forgetRedirect,
  rememberedRedirect,
  rememberRedirect,
} from '../../ui-shared/session/redirect.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

describe('the remembered redirect', () => {
  test('holds for 120 seconds', () => {
    rememberRedirect('/dashboard/post?page=2', 0)
    expect(rememberedRedirect(119_999)).toBe('/dashboard/post?page=2')
    expect(rememberedRedirect(120_000)).toBeNull()
  })

  test('starts its clock anew with each step of signing in', () => {
    rememberRedirect('/post/a', 0)
    extendRedirect(100_000)
    expect(rememberedRedirect(219_999)).toBe('/post/a')
  })

  test('is not revived once its time is over', () => {
    rememberRedirect('/post/a', 0)
    extendRedirect(120_000)
    expect(rememberedRedirect(120_001)).toBeNull()
  })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never leads to another site: %s',
    (path) => {
      rememberRedirect(path, 0)
      expect(rememberedRedirect(1)).toBeNull()
    },
  )

  test.each(['/auth/login', '/logout', '/error', '/change/token'])('never leads back to %s', (path) => {
    rememberRedirect(path, 0)
    expect(rememberedRedirect(1)).toBeNull()
  })

  test('is gone once it is forgotten', () => {
    rememberRedirect('/post/a', 0)
    forgetRedirect()
    expect(rememberedRedirect(1)).toBeNull()
  })
})
