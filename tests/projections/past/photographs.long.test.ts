import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { photographs } from './photographs.ts'

describe('the read models at fifty moments of 2,000 commands', () => {
  let atrium: TestAtrium
  beforeAll(async () => {
    atrium = await openTestAtrium()
  }, 60_000)
  afterAll(() => atrium.close())

  it('are what was shown then, row by row, also after a replay', async () => {
    const { photographs: taken, replaced } = await photographs(atrium, 2026, 2_000, 50)
    expect(taken).toBeGreaterThan(25)
    expect(replaced).toBeGreaterThan(500)
  }, 600_000)
})
