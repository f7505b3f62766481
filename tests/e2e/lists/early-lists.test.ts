import { expect, it } from 'vitest'
import { hasScreens } from '../../../admin-ui/resource-entry.ts'
import { resources } from '../../../domain/catalog.ts'
import { openBarePage } from '../../support/bare-page.ts'
import { settled } from '../../support/browser.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()

const lists = resources
  .filter((one) => hasScreens(one) && !one.inbox && !one.isSingleton)
  .map(({ name }) => `/dashboard/${name}`)

it.each(lists)('the rows of %s are drawn whole by the files that its page names', { timeout: 60_000 }, async (path) => {
  const { page, context, faults, held, release } = await openBarePage(stage, path)
  const rows = page.locator('main tbody tr')
  await rows.first().waitFor()
  const early = await rows.allInnerTexts()
  release()
  await settled(page)
  expect(held.size).toBeGreaterThan(0)
  expect(await rows.allInnerTexts()).toEqual(early)
  expect(faults).toEqual([])
  await context.close()
})
