import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../support/browser.ts'
import { expectSeen } from '../support/seen.ts'
import type { Account } from '../support/server.ts'
import { administrator, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
const patience = { timeout: 120_000 }
// Becomes the auditor.
const auditor = (one: Account) => one.userName === 'ayu'

const opened = async (path: string, fits: (one: Account) => boolean = auditor) => {
  const watched = await openPage(stage.browser, stage.server.url)
  await signInPage(watched.page, stage.dataDir, fits, path)
  await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
  return watched
}

beforeAll(async () => {
  const { page } = await opened('/dashboard', administrator)
  await page.evaluate(async () => {
    const ask = async (method: string, path: string, body?: object) =>
      (
        await fetch(`/api${path}`, {
          method,
          headers: body ? { 'content-type': 'application/json' } : {},
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      ).json()
    const { data: users } = await ask('GET', '/user?keyword=ayu')
    await ask('PUT', `/user/${users[0].id}`, { role: 2 })
    const { data: people } = await ask('GET', '/employee?keyword=dita')
    await ask('PUT', `/employee/${people[0].id}`, { email: 'moved@harbour-vale.example' })
    const { data: posts } = await ask('GET', '/post')
    await ask('PUT', `/post/${posts[1].id}`, { excerpt: 'Ropes, told anew' })
    await ask('DELETE', `/post/${posts[2].id}`)
  })
  await page.context().close()
}, 120_000)

it('an auditor begins with the questions, and reads who could do what at a moment', patience, async () => {
  const { page, faults } = await opened('/dashboard')
  await page.getByRole('heading', { name: 'Audit', exact: true }).waitFor()
  await expectSeen(page, 'dashboard of an auditor')
  await page.getByRole('link', { name: 'Who could do what on a day?' }).click()
  const grid = page.getByRole('region', { name: 'Who could do what' })
  await grid.getByRole('row', { name: /Rina Hartono/ }).waitFor()
  const rows = await grid.getByRole('row').count()
  await expectSeen(page, 'grid of permissions')
  await page.getByLabel('Permission', { exact: true }).selectOption('d-post')
  await expect.poll(() => grid.getByRole('row').count()).toBeLessThan(rows)
  // Before the demo company was made nobody could do anything.
  await page.getByLabel('At', { exact: true }).fill('2001-01-01T00:00:00')
  await page.getByText(/^0 people, as it was on 1 Jan 2001/).waitFor()
  await page.goBack()
  expect(faults).toEqual([])
})

it('who changed an e-mail, and what else the same request did: hidden values stay hidden', patience, async () => {
  const { page, faults } = await opened('/dashboard/activity_trail')
  await page.getByLabel('Affected Model', { exact: true }).selectOption('employee')
  await page.getByLabel('Field', { exact: true }).selectOption('email')
  await page.getByLabel('Action Type').selectOption('Update')
  await page.getByText('Rina Hartono changed “[personal]” (Employee).').waitFor()
  await page.getByText('E-mail:').waitFor()
  await expect.poll(() => page.locator('.from-to ins').allInnerTexts()).toEqual(['[personal]'])
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('E-mails')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved as E-mails.').waitFor()
  await page.getByRole('button', { name: 'What was changed by entry 1', exact: true }).click()
  expect(await page.getByRole('link', { name: 'Who could do what then' }).getAttribute('href')).toMatch(
    /permissions\?at=20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  )
  expect(await page.getByRole('link', { name: 'Look at this moment' }).getAttribute('href')).toMatch(
    /^\/dashboard\/employee\/\d+\?as_of=\d+$/,
  )
  await page.getByRole('button', { name: 'Everything in this request' }).click()
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?request_id=[0-9a-f-]{36}$/)
  await page
    .getByText(/^1 entry$/)
    .first()
    .waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'View' }).click()
  await page.getByRole('menuitem', { name: 'E-mails' }).click()
  await expect.poll(() => new URL(page.url()).search).toContain('field=email')
  await page.getByLabel('To the second').check()
  await page.getByLabel('From', { exact: true }).fill('2001-01-01T00:00:07')
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2001-01-01T00:00:07')
  await settled(page)
  await expectSeen(page, 'trail to the second')
  expect(faults).toEqual([])
})

it('records are read and not changed, also in Trash, with their histories', patience, async () => {
  const { page, faults } = await opened('/dashboard/audit/records')
  await expectSeen(page, 'kinds of records')
  await page.getByRole('row', { name: /^Post/ }).getByRole('link', { name: 'Trash' }).click()
  await page.getByText('In Trash').waitFor()
  await page
    .getByRole('button', { name: /^Actions/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'History' }).waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['History'])
  await page.getByRole('menuitem', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('Rina Hartono').first().waitFor()
  await page.goto('/dashboard/employee')
  await page.getByText('[personal]').first().waitFor()
  expect(await page.getByRole('searchbox').count()).toBe(0)
  await page.getByRole('link', { name: '[personal]' }).first().click()
  await page.getByLabel('E-mail', { exact: true }).waitFor()
  expect(await page.getByLabel('E-mail', { exact: true }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(faults).toEqual([])
})
