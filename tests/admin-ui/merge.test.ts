import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormValues } from '../../admin-ui/edit/form-values.ts'
import { merge, settle } from '../../admin-ui/edit/merge.ts'

const before: FormValues = { name: 'Old', excerpt: 'Old words', featured: false }

describe('two changes of one record', () => {
  test('come together when they are of different fields', () => {
    const { values, conflicts } = merge(before, { ...before, name: 'Mine' }, { ...before, excerpt: 'Theirs' })
    expect(values).toEqual({ name: 'Mine', excerpt: 'Theirs', featured: false })
    expect(conflicts).toEqual([])
  })

  test('are no conflict when both say the same', () => {
    expect(merge(before, { ...before, name: 'Same' }, { ...before, name: 'Same' }).conflicts).toEqual([])
  })

  test('ask when both changed one field, and what was typed stays until then', () => {
    const mine = { ...before, name: 'Mine' }
    const theirs = { ...before, name: 'Theirs', featured: true }
    const merged = merge(before, mine, theirs)
    expect(merged).toEqual({ values: { ...before, name: 'Mine', featured: true }, conflicts: ['name'] })
    const sides = { before, mine, theirs }
    expect(settle(merged.values, sides, { name: 'theirs' }).name).toBe('Theirs')
    expect(settle(merged.values, sides, { name: 'before' }).name).toBe('Old')
    expect(settle(merged.values, sides, { name: 'mine' }).name).toBe('Mine')
  })

  test('lose nothing that anybody typed, whatever the values', () => {
    const values = fc.record({
      name: fc.string({ maxLength: 2 }),
      excerpt: fc.string({ maxLength: 2 }),
      featured: fc.boolean(),
    })
    fc.assert(
      fc.property(values, values, values, (base, mine, theirs) => {
        const { values: merged, conflicts } = merge(base, mine, theirs)
        for (const name of ['name', 'excerpt', 'featured'] as const) {
          if (conflicts.includes(name)) expect(merged[name]).toBe(mine[name])
          else if (mine[name] !== base[name]) expect(merged[name]).toBe(mine[name])
          else expect(merged[name]).toBe(theirs[name])
        }
      }),
    )
  })
})
