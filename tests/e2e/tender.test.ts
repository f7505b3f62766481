import { expect, it } from 'vitest'
import { openTenderStage } from '../support/tender-stage.ts'

const stage = openTenderStage()
const all = ['c-tender', 'r-tender', 'u-tender', 'd-tender']

it('has a menu entry, a list and a form', async () => {
  const { page, faults, context } = await stage.signIn(all)
  await page.getByRole('link', { name: 'Tender', exact: true }).click()
  await page.getByRole('link', { name: 'Add tender' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 60_000)
