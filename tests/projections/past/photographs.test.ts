import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { photographs } from './photographs.ts'

describe('the read models at a moment', () => {
  let atrium: TestAtrium
  beforeAll(async () => {
    atrium = await openTestAtrium()
  })
  afterAll(() => atrium.close())

  it('are what was shown then, row by row, also after a replay', async () => {
    const { sent, photographs: taken, replaced } = await photographs(atrium, 24, 240, 6)
    expect(taken).toBeGreaterThan(2)
    expect(replaced).toBeGreaterThan(60)
    expect(atrium.services.resources.filter(({ name }) => !sent.has(name)).map(({ name }) => name)).toEqual([])
  }, 60_000)
})
