import { describe, expect, it } from 'vitest'
import type { Measured } from '../../bench/guard/figure.ts'
import { type Result, slowerThan } from '../../bench/guard/results.ts'

const run = (figures: Record<string, Measured>): Result => ({
  at: '2026-11-24T09:00:00.000Z',
  commit: 'abc',
  node: 'v20',
  cores: 2,
  posts: 100_000,
  figures,
})

const beside = (ratio: number): Measured => ({ unit: 'requests/s', ours: ratio * 1_000, bare: 1_000, ratio })
const alone = (ours: number): Measured => ({ unit: 'MB', ours })

describe('the comparison of two benchmark runs', () => {
  it('names what became slower by more than 15 % beside the bare handler', () => {
    const before = run({ list: beside(0.8), one: beside(0.6) })
    expect(slowerThan(before, run({ list: beside(0.67), one: beside(0.52) }))).toEqual([
      'list: 0.67 after 0.8 of the bare handler',
    ])
  })

  it('looks at the ratio alone, since another machine is as much slower for both', () => {
    const half = { ...beside(0.8), ours: 400, bare: 500 }
    expect(slowerThan(run({ list: beside(0.8) }), run({ list: half }))).toEqual([])
  })

  it('takes more for worse where there is no bare handler', () => {
    const before = run({ memory: alone(150) })
    expect(slowerThan(before, run({ memory: alone(180) }))).toEqual(['memory: 180 after 150 MB'])
    expect(slowerThan(before, run({ memory: alone(120) }))).toEqual([])
  })

  it('compares no figure that only one of the runs has', () => {
    expect(slowerThan(run({ list: beside(0.8) }), run({ one: beside(0.1) }))).toEqual([])
  })
})
