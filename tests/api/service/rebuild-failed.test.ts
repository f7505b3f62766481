import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendRaw } from '../../support/log/raw-event.ts'
import { openTwoServers, type TwoServers } from '../../support/two-servers.ts'

let two: TwoServers
beforeAll(async () => {
  two = await openTwoServers()
}, 120_000)
afterAll(() => two?.close())

it('every process tells that building the read models anew failed in one, and why', { timeout: 60_000 }, async () => {
  const { atrium, onA, onB } = two
  const told = async () => (await onB('GET', '/api/utility/operations/standing')).body.data.models
  expect((await told()).rebuildFailed).toBeNull()
  // What nobody can read halts whoever builds.
  const position = await appendRaw(atrium.services.log, 'post-999', 'PostExploded', {})
  expect((await onA.call('POST', '/api/utility/operations/rebuild')).status).toBe(200)
  await expect
    .poll(async () => (await told()).rebuildFailed?.error ?? '', { timeout: 40_000 })
    .toContain(`position ${position}`)
})
