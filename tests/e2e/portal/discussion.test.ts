import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let page: Page
let desk: Page
let office: Client
let id: number
let slug: string

beforeAll(async () => {
  office = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const [first] = (await office.call('GET', '/api/post?status=active')).body.data
  ;({ id, slug } = first)
  page = (await openPage(stage.browser, stage.server.url)).page
  desk = (await openPage(stage.browser, stage.server.url)).page
  await page.setViewportSize({ width: 390, height: 844 })
  await signInPage(page, stage.dataDir, employee, `/post/${slug}`)
  await signInPage(desk, stage.dataDir, administrator, `/dashboard/post/${id}`)
}, 120_000)

const section = () => page.getByRole('region', { name: /^Comments/ })
const shift = () =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100))
      }),
  )

it('is not there until the configuration switches it on', async () => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Like' }).count()).toBe(0)
  await office.call('POST', '/api/utility/config', { reactions: true, comments: true })
  await page.reload()
  await page.getByRole('button', { name: 'Like' }).waitFor()
  await section().waitFor()
  expect(await shift()).toBeLessThan(0.02)
  await expectAccessible(page, 'a post without a comment')
}, 60_000)

it('is liked by a press and taken back by another', async () => {
  const button = page.getByRole('button', { name: 'Like' })
  await button.press('Enter')
  await page.getByText('1 colleague likes it.').waitFor({ state: 'attached' })
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await button.press('Enter')
  await page.getByText('Nobody has liked it yet.').waitFor({ state: 'attached' })
})

it('takes a comment, an answer and a change, keeps what is typed, and takes back with Undo', async () => {
  const words = section().getByLabel('Your comment')
  await section().getByRole('button', { name: 'Send comment' }).click()
  await section().getByText('Please fill the required field.').waitFor()
  await words.fill('When does it begin?')
  await page.reload()
  await section()
    .getByText(/What you typed on .* is here again/)
    .waitFor()
  expect(await words.inputValue()).toBe('When does it begin?')
  await section().getByRole('button', { name: 'Send comment' }).click()
  await section().getByRole('listitem').getByText('When does it begin?').waitFor()
  expect(await words.inputValue()).toBe('')
  await section()
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await section().getByLabel('Your answer').fill('At nine.')
  await section().getByRole('button', { name: 'Send answer' }).click()
  await section().getByText('At nine.').waitFor()
  await section().getByRole('button', { name: 'Edit' }).first().click()
  await section().getByRole('button', { name: 'Save' }).waitFor()
  await section().getByLabel('Your comment').last().fill('When does it begin today?')
  await section().getByRole('button', { name: 'Save' }).click()
  await section().getByText('When does it begin today?').waitFor()
  await section().getByText('edited').waitFor()
  await expectAccessible(page, 'comments of a post')
  await section().getByRole('button', { name: 'Take back' }).first().click()
  await section().getByText('This comment was taken back.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await section().getByText('When does it begin today?').waitFor()
}, 60_000)

it('is hidden by staff with a reason, shown again, and closed', async () => {
  await desk.goto(`${stage.server.url}/dashboard/post/${id}`)
  await desk.getByRole('button', { name: 'Actions' }).click()
  await desk.getByRole('menuitem', { name: 'Comments…' }).click()
  await desk.getByRole('link', { name: 'When does it begin today?' }).waitFor()
  await expectAccessible(desk, 'the list of comments')
  await desk
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await desk.getByRole('menuitem', { name: 'Hide' }).click()
  await desk.getByRole('dialog').getByLabel('Reason').fill('Answered above')
  await desk.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await desk.getByText('Reason: Answered above').waitFor()
  await page.reload()
  await section().getByText('Hidden by the editors, and seen by you alone: Answered above').waitFor()
  await desk.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => desk.getByText('Reason: Answered above').count()).toBe(0)
  await desk.getByRole('button', { name: 'Close comments' }).click()
  await desk.getByRole('button', { name: 'Allow comments' }).waitFor()
  await page.reload()
  await section().getByText('Nobody can comment on this post any more.').waitFor()
  expect(await section().getByLabel('Your comment').count()).toBe(0)
}, 60_000)

it('follows in the back office while people write', async () => {
  await desk.getByRole('button', { name: 'Allow comments' }).click()
  await desk.getByRole('button', { name: 'Close comments' }).waitFor()
  await page.reload()
  await section().getByLabel('Your comment').fill('And until when?')
  await section().getByRole('button', { name: 'Send comment' }).click()
  await desk.getByRole('link', { name: 'And until when?' }).waitFor()
  await desk.getByRole('link', { name: 'And until when?' }).click()
  await desk.waitForURL(/\/dashboard\/comment\/\d+$/)
  await desk.getByRole('heading', { level: 1 }).waitFor()
  await desk.getByText('And until when?').first().waitFor()
  await expectAccessible(desk, 'a comment')
}, 60_000)

it('is counted when it is opened, once a day for a device, and told to staff without small numbers', async () => {
  await office.call('POST', '/api/utility/config', { reactions: false, comments: false, read_statistics: true })
  const counted = () => page.waitForRequest(/\/api\/post\/\d+\/open$/).then((sent) => sent.postDataJSON())
  for (const isFirst of [true, false]) {
    const sent = counted()
    await page.reload()
    expect(await sent).toEqual({ isFirst })
  }
  expect(await page.getByRole('button', { name: 'Like' }).count()).toBe(0)
  await desk.goto(`${stage.server.url}/dashboard/post/${id}`)
  await desk.getByRole('button', { name: 'Actions' }).click()
  await desk.getByRole('menuitem', { name: 'Read statistics…' }).click()
  await desk.getByText('Opened on fewer than 5 devices so far.').waitFor()
  await expect
    .poll(
      async () => {
        await desk.reload()
        await desk.getByText('Opened on fewer than 5 devices so far.').waitFor()
        return desk.getByRole('cell', { name: 'fewer than 5' }).count()
      },
      { timeout: 30_000 },
    )
    .toBe(2)
  await expectAccessible(desk, 'how often a post was opened')
}, 90_000)
