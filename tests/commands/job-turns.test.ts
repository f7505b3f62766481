import { expect, it } from 'vitest'
import { jobTurns } from '../../commands/jobs/turns.ts'

const beginAll = (turns: ReturnType<typeof jobTurns>, person: string, wanted: number) => {
  const ends: (() => void)[] = []
  while (ends.length < wanted && turns.mayBegin(person)) ends.push(turns.begin(person))
  return ends
}

it('lets one person have two jobs under way, and others begin beside them', () => {
  const turns = jobTurns()
  const [end] = beginAll(turns, 'user-1', 9)
  expect(turns.mayBegin('user-1')).toBe(false)
  expect(beginAll(turns, 'user-2', 9)).toHaveLength(2)
  // All places are taken by now, and still nobody waits for what others began.
  for (const person of ['user-3', 'user-4', 'user-5']) expect(beginAll(turns, person, 9), person).toHaveLength(1)
  end?.()
  expect(turns.mayBegin('user-1')).toBe(false)
})

it('has the jobs of somebody who begins many one after the other, few items at a time, until they have rested', () => {
  let now = 0
  const turns = jobTurns(() => now)
  for (let count = 0; count < 3; count += 1) turns.begin('user-1')()
  expect(turns.lanes('user-1')).toBe(Number.POSITIVE_INFINITY)
  turns.begin('user-1')
  expect([turns.mayBegin('user-1'), turns.lanes('user-1'), turns.lanes('user-2')]).toEqual([
    false,
    2,
    Number.POSITIVE_INFINITY,
  ])
  now = 10_001
  expect([turns.mayBegin('user-1'), turns.lanes('user-1')]).toEqual([true, Number.POSITIVE_INFINITY])
})
