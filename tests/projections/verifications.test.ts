import { afterAll, beforeAll, expect, it } from 'vitest'
import { keptVerifications, noReadModels } from '../../projections/running/verifications.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

it('says of a verification by a newer program, which compared nothing, that it failed, and not that the log is tampered with', async () => {
  const kept = keptVerifications(atrium.services.pool)
  const ended = async (problems: readonly string[]) => {
    const id = await kept.begin()
    expect(id).not.toBeNull()
    const found = problems.map((problem) => ({ id: problem, values: {}, position: null }))
    await kept.finish(id ?? '', { events: 1, signed: 1, files: 0, position: '1', problems: found, notes: [] })
    return (await kept.list(1))[0]?.state
  }
  expect(await ended([noReadModels])).toBe('failed')
  expect(await ended([noReadModels, 'Read models: {what} is missing.'])).toBe('tampered')
  expect(await ended([])).toBe('whole')
})
