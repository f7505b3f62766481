import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { passwordStrength } from '../../platform/passwords/password-strength.ts'

const strengthOf = (password: string) => passwordStrength(password, ['maria.k', 'Norden'])

describe('the strength of a password', () => {
  it.each([
    'aaaaaaaa1',
    'aaaaaaaaaaaaaaa',
    'a1a1a1a1',
    'abcdefgh1',
    'password1',
    'P@ssw0rd',
    'passwordpassword',
    'monkey1234',
    'qwerty123',
    '1q2w3e4r5t',
    '12345678a',
    'Welcome2026',
    'iloveyou1!',
    'Norden2026',
    'maria.k77',
  ])('is too little for %s', async (password) => {
    expect(await strengthOf(password)).toBeLessThan(2)
  })

  it.each(['zebra7lamp', 'Tür5Öffner', 'ninety-nine lamps', 'correct horse battery staple', '水曜日の夜に歩く9'])(
    'is enough for %s',
    async (password) => {
      expect(await strengthOf(password)).toBeGreaterThanOrEqual(2)
    },
  )

  it('is enough for eight random letters and digits', async () => {
    // The same ones each time: one in ten thousand holds a date or a word.
    for (let count = 0; count < 50; count += 1) {
      const password = createHash('sha256')
        .update(`password ${count}`)
        .digest()
        .toString('base64')
        .replace(/\W/g, '')
        .slice(0, 8)
      expect(await strengthOf(password), password).toBeGreaterThanOrEqual(2)
    }
  })

  it('is that of the first 32 characters, so that a long one takes no long time', async () => {
    expect(await strengthOf(`${'a'.repeat(32)}8kRm2xQv-zebra7lamp`)).toBe(0)
  })
})
