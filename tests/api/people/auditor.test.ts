import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAtrium } from '../../../app/atrium.ts'
import { resources } from '../../../domain/catalog.ts'
import { auditor, role } from '../../../domain/resources/role.ts'
import { cheapHasher, dist, openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
})
afterAll(() => atrium.close())

it('a new system has a role Auditor; once it was changed or deleted, no start makes it again (P1)', async () => {
  const { call } = await atrium.asUser('all')
  const made = await call('GET', `/api/role/${auditor.id}`)
  expect(made.body.data).toMatchObject({ name: 'Auditor', perms: ['r-audit', 'r-activity_trail', 'r-debug_log'] })
  await atrium.run(role, 'delete', {}, auditor.id)
  const again = await openAtrium(atrium.config, pino({ level: 'silent' }), resources, dist, cheapHasher)
  await again.close()
  expect((await call('GET', '/api/role')).body.data).not.toContainEqual(expect.objectContaining({ name: 'Auditor' }))
})
