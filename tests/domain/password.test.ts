import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalisePassword, passwordProblems } from '../../domain/password.ts'

const context = {
  names: ['maria.k', 'maria.kern@example.org'],
  company: ['Norden', 'Atrium'],
  strength: 4,
}
const problems = (password: string) => passwordProblems(password, context)

describe('password rules', () => {
  it.each([
    'correct horse battery staple',
    'zebra7lamp',
    'Tür5Öffner',
    '8kRm2xQv',
    'ninety-nine lamps',
    '水曜日の夜に歩く9',
  ])('accepts %s', (password) => {
    expect(problems(password)).toEqual([])
  })

  it('refuses what takes fewer than a million tries', () => {
    expect(passwordProblems('zebra7lamp', { ...context, strength: 1 })).toEqual(['This password is too easy to guess'])
    expect(passwordProblems('zebra7lamp', { ...context, strength: 2 })).toEqual([])
  })

  it.each(['maria.k99x', 'xxMARIA.KERN77', 'maria.kern@example.org'])('refuses the own name in %s', (password) => {
    expect(problems(password)).toContain('The password must not hold the username or the e-mail address')
  })

  it.each(['Norden2026', 'my-atrium-77', 'walking through norden at night'])(
    'refuses the company in %s',
    (password) => {
      expect(problems(password)).toContain('The password must not hold the name of the company or of this site')
    },
  )

  it('counts code points: seven are too few, 8 and 128 are fine, 129 too many [AUTHN-1]', () => {
    expect(problems('🦊🦊🦊🦊🦊a7')).toEqual(['The password must be at least 8 characters'])
    expect(problems('🦊🦊🦊🦊🦊🦊a7')).toEqual([])
    expect(problems(`${'🦊'.repeat(127)}a`)).toEqual([])
    expect(problems(`${'🦊'.repeat(128)}a`)).toEqual(['The password has at most 128 characters'])
  })

  it('asks for a letter and a digit below 15 characters only [AUTHN-2]', () => {
    expect(problems('gzktwrpqmvhbnx')).toHaveLength(1)
    expect(problems('93817462509184')).toHaveLength(1)
    expect(problems('gzktwrpqmvhbnxz')).toEqual([])
  })

  it('a name of fewer than four characters only counts when it is all there is', () => {
    const short = { ...context, names: ['ann'] }
    expect(passwordProblems('planning7x', short)).toEqual([])
    expect(passwordProblems('ann20261', short)).toHaveLength(1)
  })

  it('a name counts without its spaces and signs', () => {
    const signs = { ...context, names: ['ann.lee'], company: ['Harbour & Vale'] }
    for (const password of ['harbourvale12', 'Harbour Vale 2026', 'x9-annlee-x9'])
      expect(passwordProblems(password, signs), password).toHaveLength(1)
  })

  it('refuses what cannot be kept as text', () => {
    expect(problems('abcdefg1\ud800')).toHaveLength(1)
    expect(problems('abcdefg1\u0000')).toHaveLength(1)
  })

  it('composed and decomposed letters are one password', () => {
    expect(normalisePassword('Tu\u0308r5öffner')).toBe(normalisePassword('Tür5öffner'))
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(problems(text))))
  })
})
