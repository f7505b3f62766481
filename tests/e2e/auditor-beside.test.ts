import { beforeAll, expect, it } from 'vitest'
import { openPage, settled } from '../support/browser.ts'
import { type Client, signIn } from '../support/client.ts'
import { expectSeen } from '../support/seen.ts'
import type { Account } from '../support/server.ts'
import { accountOf, administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

const stage = openStage()
const patience = { timeout: 120_000 }
// Becomes the auditor, with that role alone.
const auditor = (one: Account) => one.userName === 'ayu'
const editor = (one: Account) => one.role === 'Editor'

const post: { id: number; name: string } = { id: 0, name: '' }

const done = async (client: Client, method: string, path: string, sent?: object) => {
  const { status, body } = await client.call(method, path, sent)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

// Records that stand beside a post and have no menu of their own, and what is planned of it.
beforeAll(async () => {
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const writer = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, editor))
  const reader = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, employee))
  const [user] = await done(staff, 'GET', '/api/user?keyword=ayu')
  await done(staff, 'PUT', `/api/user/${user.id}`, { role: 2 })
  const switches = { reactions: true, comments: true, second_eyes: true }
  await done(staff, 'POST', '/api/utility/config', switches)
  const [first] = await done(staff, 'GET', '/api/post')
  Object.assign(post, { id: first.id, name: first.name })
  await done(reader, 'POST', `/api/post/${post.id}/reaction`)
  const { id: comment } = await done(reader, 'POST', `/api/post/${post.id}/comment`, { text: 'Nobody asked us' })
  await done(staff, 'POST', `/api/comment/${comment}/hide`, { reason: 'Rude' })
  const { version } = await done(writer, 'GET', `/api/post/${post.id}`)
  const asked = { kind: 'post', record: post.id, verb: 'edit', version, sent: { excerpt: 'Proposed' }, words: 'Look' }
  const { id: review } = await done(writer, 'POST', '/api/review', asked)
  await done(staff, 'POST', `/api/review/${review}/publish`, { version })
  const at = new Date(Date.now() + 86_400_000).toISOString()
  await done(staff, 'POST', '/api/schedule', { resource: 'post', verb: 'deactivate', ids: [post.id], at })
}, 120_000)

const opened = async (path: string) => {
  const watched = await openPage(stage.browser, stage.server.url)
  await signInPage(watched.page, stage.dataDir, auditor, path)
  await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
  return watched
}

it('the trail calls likes, comments and reviews by their names, with what was changed in words', patience, async () => {
  const { page, faults } = await opened('/dashboard/activity_trail')
  const said = (text: string | RegExp) => page.locator('td.sentence').filter({ hasText: text }).first().waitFor()
  await said(`created “${post.name}” (Like).`)
  await said(`Rina Hartono did “hide” to “${post.name}” (Comment).`)
  await said('Stage: Visible → Hidden')
  await said(/Excerpt: .*→ Proposed\s*Published, proposed by Tomas/)
  await said(/“Deactivate” was scheduled for \d+ \w+ 20\d\d.* – “.*” \(Post\)/)
  expect(await page.locator('td.sentence').filter({ hasText: 'By a job' }).count()).toBe(0)
  expect(
    await page
      .locator('td.sentence')
      .filter({ hasText: /Waits:/ })
      .count(),
  ).toBe(0)
  await page.getByLabel('Affected Model', { exact: true }).selectOption({ label: 'Review' })
  await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Stage' })
  await settled(page)
  await said(`Rina Hartono did “publish” to “${post.name}” (Review).`)
  await expect.poll(() => page.locator('td.sentence').count()).toBe(1)
  expect(faults).toEqual([])
})

it('records without a screen have their history, and their list where there is one', patience, async () => {
  const { page, faults } = await opened('/dashboard/activity_trail?resource=reaction')
  await page.getByRole('link', { name: 'reaction/1' }).first().click()
  await page.getByRole('heading', { name: 'History: Like 1' }).waitFor()
  await page.getByRole('region', { name: 'Version', exact: true }).getByText('[personal]').waitFor()
  await expectSeen(page, 'history of a record without a screen')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?resource=reaction&record=1')
  await page.goto('/dashboard/audit/records')
  await page
    .getByRole('row', { name: /^Comment Records/ })
    .getByRole('link', { name: 'Records' })
    .click()
  await page.getByText('Reason: [personal]').waitFor()
  await page.goto('/dashboard/reviews/1')
  await page.getByText('[personal]').waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
  await page.goto('/dashboard/reviews?as_of=5')
  await page.getByText('Only to be read.').waitFor()
  expect(faults).toEqual([])
})
