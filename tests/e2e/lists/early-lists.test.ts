import { afterEach, beforeAll, expect, it } from 'vitest'
import { hasScreens } from '../../../admin-ui/resource-entry.ts'
import { resources } from '../../../domain/catalog.ts'
import { openBarePage } from '../../support/bare-page.ts'
import { settled, type Watched } from '../../support/browser.ts'
import { openStaffPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched

beforeAll(async () => {
  staff = await openStaffPage(stage)
}, 60_000)
afterEach(() => staff.page.unrouteAll({ behavior: 'ignoreErrors' }))

const lists = resources
  .filter((one) => hasScreens(one) && !one.inbox && !one.isSingleton)
  .map(({ name }) => `/dashboard/${name}`)

it.each(lists)('the rows of %s are drawn whole by the files that its page names', { timeout: 60_000 }, async (path) => {
  const { page, faults } = staff
  const { held, release } = await openBarePage(page, path)
  const rows = page.locator('main tbody tr')
  await rows.first().waitFor()
  const early = await rows.allTextContents()
  release()
  await settled(page)
  expect(held.size).toBeGreaterThan(0)
  expect(await rows.allTextContents()).toEqual(early)
  expect(faults).toEqual([])
})
