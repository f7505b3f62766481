import { expect, test } from 'vitest'
import { onSessionEnd, sessionEnded, sessionStarted } from '../../ui-shared/api/session-end.ts'

test('a lost sign-in is told once, however many calls fail', () => {
  let count = 0
  const stop = onSessionEnd(() => {
    count += 1
  })
  sessionEnded()
  expect(count).toBe(0)
  sessionStarted()
  sessionEnded()
  sessionEnded()
  expect(count).toBe(1)
  sessionStarted()
  sessionEnded()
  expect(count).toBe(2)
  stop()
  sessionStarted()
  sessionEnded()
  expect(count).toBe(2)
})
