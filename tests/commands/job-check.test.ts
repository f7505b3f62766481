import { expect, it, vi } from 'vitest'
import { type Decision, jobDecisions } from '../../commands/jobs/decisions.ts'

const decision: Decision = { claims: [], targets: [], commit: async () => null }

it('what was decided when a job was checked is done once', () => {
  const decisions = jobDecisions()
  decisions.keep('one', ['c-post'], [[1, decision]])
  decisions.keep('other', null, [[1, decision]])
  expect(decisions.find('one', 1, ['c-post'])).toBe(decision)
  expect(decisions.take('one', 1, ['c-post'])).toBe(decision)
  expect(decisions.take('one', 1, ['c-post'])).toBeUndefined()
  expect(decisions.take('other', 1, null)).toBe(decision)
  expect(decisions.take('other', 2, null)).toBeUndefined()
})

it('it is decided anew for other permissions, once a job has ended, and after a minute', () => {
  vi.useFakeTimers()
  try {
    const decisions = jobDecisions()
    decisions.keep(
      'one',
      ['c-post'],
      [
        [1, decision],
        [2, decision],
        [3, decision],
      ],
    )
    decisions.keep('other', [], [[1, decision]])
    expect(decisions.take('one', 1, [])).toBeUndefined()
    decisions.forget('other')
    expect(decisions.take('other', 1, [])).toBeUndefined()
    expect(decisions.take('one', 2, ['c-post'])).toBe(decision)
    vi.advanceTimersByTime(61_000)
    expect(decisions.take('one', 3, ['c-post'])).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
