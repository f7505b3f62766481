import { expect, it } from 'vitest'
import { openAdmission } from '../../../api/server/admission.ts'

/** An admission with a clock of its own: `serve` keeps so many of one sender under way, `perSecond` of which are done each second. */
const trial = () => {
  let now = 0
  const admission = openAdmission(() => now)
  const fill = (sender: string, atMost = 10_000): number => {
    let taken = 0
    for (; taken < atMost && admission.hasRoom(sender); taken += 1) admission.begin(sender)
    return taken
  }
  const end = (sender: string, count: number) => {
    for (let at = 0; at < count; at += 1) admission.end(sender)
  }
  /** As many come as there is room for, and each millisecond some are done. */
  const overload = (sender: string, perSecond: number, seconds: number): number => {
    let underWay = 0
    for (const until = now + seconds * 1_000; now < until; now += 10) {
      underWay += fill(sender)
      const done = Math.min(underWay, perSecond / 100)
      end(sender, done)
      underWay -= done
    }
    return underWay
  }
  return { admission, fill, end, overload, wait: (milliseconds: number) => (now += milliseconds) }
}

it('takes on a crowd that is no larger than usual, and refuses beyond', () => {
  const { fill } = trial()
  expect(fill('one')).toBe(192)
})

it.each([
  ['slow', 400, 32],
  ['fast', 10_000, 800],
])('a process that is %s has under way what it does in 80 milliseconds', (_how, perSecond, room) => {
  const { overload } = trial()
  const underWay = overload('one', perSecond, 5) + perSecond / 100
  expect(underWay).toBeGreaterThan(room * 0.9)
  expect(underWay).toBeLessThan(room * 1.1)
})

it('takes on something, however slow it is', () => {
  const { overload, fill, end, admission } = trial()
  const underWay = overload('one', 100, 10)
  end('one', underWay)
  expect(admission.hasRoom('one')).toBe(true)
  const taken = fill('one')
  expect(taken).toBeGreaterThanOrEqual(24)
  expect(taken).toBeLessThan(30)
})

it('refuses whoever has much under way first, and all at twice as much as there should be', () => {
  const { fill } = trial()
  expect(fill('one')).toBe(192)
  for (let nth = 0; nth < 48; nth += 1) expect(fill(`another ${nth}`)).toBe(4)
  expect(fill('too late')).toBe(0)
})

it('forgets that it was slow while there is little to do', () => {
  const { overload, fill, end, wait, admission } = trial()
  end('one', overload('one', 100, 10))
  for (let quarter = 0; quarter < 60; quarter += 1) {
    wait(250)
    expect(admission.hasRoom('one')).toBe(true)
  }
  expect(fill('one')).toBe(192)
})
