import { expect, it } from 'vitest'
import { openPage, settled } from '../../support/browser.ts'
import { signIn } from '../../support/client.ts'
import { expectSeen } from '../../support/seen.ts'
import { accountOf, administrator, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
const due = '2029-05-14T09:30:00.000Z'

it('the portal and the lists show what is planned, from the calendar and by As of…, and say what would be refused', async () => {
  const { page, faults } = await openPage(stage.browser, stage.server.url)
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const { id, version } = (await staff.call('GET', '/api/post/canteen-menu-week-47')).body.data
  const plan = async (name: string, at: string) => {
    const body = { resource: 'post', verb: 'edit', ids: [id], version, sent: { name }, at }
    expect((await staff.call('POST', '/api/schedule', body)).status).toBe(200)
  }
  await plan('Canteen menu of May', due)
  await plan('A title too late', '2029-05-14T10:30:00.000Z')
  await signInPage(page, stage.dataDir, administrator)

  await page.goto('/dashboard/calendar?month=2029-05')
  await page
    .getByRole('link', { name: /Canteen menu/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'See the portal then' }).click()
  await page.getByText('What is planned, not what is certain.').waitFor()
  await page.getByText('Canteen menu of May').first().waitFor()
  expect(new URL(page.url()).searchParams.get('as_of')).toBe(due)
  await page.getByText('1 planned change is shown as done.').waitFor()
  await settled(page)
  await expectSeen(page, 'the portal as it is planned')
  await page.getByRole('link', { name: 'Back to now' }).click()
  await page.getByText('Canteen menu, week 47').first().waitFor()
  expect(await page.getByText('Canteen menu of May').count()).toBe(0)

  await page.goto('/dashboard/post')
  await page.getByRole('button', { name: 'As of…' }).click()
  await page.getByLabel('Moment').fill('2029-05-20T10:00')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Canteen menu of May', exact: true }).waitFor()
  await page.getByText('1 planned change is shown as done.').waitFor()
  await page.getByText('1 planned change would be refused.').click()
  await page.getByText('The same fields were changed meanwhile').waitFor()
  await settled(page)
  await expectSeen(page, 'a list as it is planned')
  // A distance from now says nothing of a moment ahead.
  const changed = page.getByRole('row', { name: /Canteen menu of May/ }).locator('time')
  expect((await changed.allInnerTexts()).join(' ')).toContain('2029')
  expect(await page.getByText('just now').count()).toBe(0)

  await page.getByRole('region', { name: 'As of…' }).getByRole('link', { name: 'View portal' }).click()
  await page.getByText('1 planned change would be refused.').click()
  await page.getByText('The same fields were changed meanwhile').waitFor()
  await settled(page)
  await expectSeen(page, 'the portal with what would be refused')
  expect(faults).toEqual([])
}, 90_000)
