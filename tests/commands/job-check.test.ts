import { expect, it, vi } from 'vitest'
import { readyCommits } from '../../commands/jobs/check.ts'

const commit = async () => null

it('what was decided when a job was checked is done once', () => {
  const ready = readyCommits()
  ready.keep(1, ['c-post'], commit)
  ready.keep(2, null, commit)
  expect(ready.take(1, ['c-post'])).toBe(commit)
  expect(ready.take(1, ['c-post'])).toBeUndefined()
  expect(ready.take(2, null)).toBe(commit)
  expect(ready.take(3, null)).toBeUndefined()
})

it('it is decided anew for other permissions, and after a minute', () => {
  vi.useFakeTimers()
  try {
    const ready = readyCommits()
    for (const index of [1, 2]) ready.keep(index, ['c-post'], commit)
    expect(ready.take(1, [])).toBeUndefined()
    vi.advanceTimersByTime(61_000)
    expect(ready.take(2, ['c-post'])).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
