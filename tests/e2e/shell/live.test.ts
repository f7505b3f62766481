import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import type { Row } from '../../support/sent.ts'

const stage = openStage()
const editor = (one: { role?: string | undefined }) => one.role === 'Editor'
let staff: Watched
let reader: Watched
let colleague: Watched
let other: Client

const open = async (fits: Parameters<typeof signInPage>[2], heading: string): Promise<Watched> => {
  const opened = await openPage(stage.browser, stage.server.url)
  await signInPage(opened.page, stage.dataDir, fits)
  await opened.page.getByRole('heading', { name: heading }).waitFor()
  return opened
}
beforeAll(async () => {
  staff = await open(administrator, 'Dashboard')
  reader = await open(employee, 'Latest posts')
  colleague = await open(editor, 'Dashboard')
  other = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
}, 120_000)

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await other.call(method, `/api${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
/** Waits until a page has an event stream: its own, or the one of another tab. */
const listening = (page: Page) =>
  page.waitForFunction(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.some(({ name }) => name === 'atrium.live')
  })
const newTab = async ({ context }: Watched, path: string) => {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

it('shows in every open tab, list, ticker and landing what others changed, within a second and after an outage', async () => {
  const { page } = staff
  await page.goto('/dashboard/post')
  await page.getByRole('heading', { name: 'Post', exact: true }).waitFor()
  const second = await newTab(staff, '/dashboard/flash')
  await second.getByRole('heading', { name: 'Flash News' }).waitFor()
  for (const one of [page, second, reader.page]) await listening(one)
  const [{ category }] = await call('GET', '/post')
  const { id } = await call('POST', '/post', { name: 'Lift out of order', excerpt: 'Stairs.', category: category.id })
  const began = Date.now()
  await page.getByRole('link', { name: 'Lift out of order' }).waitFor()
  await reader.page.getByText('Lift out of order').first().waitFor()
  // A page that is not told learns of it much later, or when it is opened anew.
  expect(Date.now() - began).toBeLessThan(10_000)
  await call('POST', '/flash', { name: 'Gate', link: 'https://example.org', news_text: '<p>Gate 3 is closed</p>' })
  await reader.page.getByText('Gate 3 is closed').first().waitFor()
  await second.getByText('Gate', { exact: true }).first().waitFor()
  // The tab that held the stream is gone: another one goes on.
  await page.close()
  await staff.context.setOffline(true)
  await call('POST', '/flash', { name: 'Missed', link: 'https://example.org', news_text: '<p>x</p>' })
  await staff.context.setOffline(false)
  await second.getByText('Missed', { exact: true }).first().waitFor()
  await call('POST', `/post/${id}/deactivate`)
  await expect.poll(() => reader.page.getByText('Lift out of order').count(), { timeout: 10_000 }).toBe(0)
  staff.page = second
}, 60_000)

it('lets two people on one record see each other, says what was saved meanwhile, and takes nothing from who writes', async () => {
  const [mine, theirs] = [staff.page, colleague.page]
  for (const page of [mine, theirs]) {
    await page.goto('/dashboard/post/canteen-menu-week-47')
    await page.getByLabel('Post title').waitFor()
  }
  await mine.getByText('Also open with').waitFor()
  await theirs.getByText('Also open with').waitFor()
  await mine.getByLabel('Post title').fill('Canteen, as I write it')
  await theirs.getByLabel('Excerpt').fill('What there is to eat.')
  await theirs.getByRole('button', { name: 'Submit' }).click()
  await mine.getByText(/Changed by .+ meanwhile\. Saving brings both together\./).waitFor()
  // Whoever has saved has left the form.
  await expect.poll(() => mine.getByText('Also open with').count(), { timeout: 10_000 }).toBe(0)
  await expect.poll(() => mine.getByLabel('Post title').inputValue()).toBe('Canteen, as I write it')
  await expectAccessible(mine, 'a form that was saved meanwhile')
  await mine.getByRole('button', { name: 'Submit' }).click()
  await mine.getByText('Post updated.').waitFor()
  const saved = await call('GET', '/post/canteen-menu-week-47')
  expect(saved).toMatchObject<Row<'post'>>({ name: 'Canteen, as I write it', excerpt: 'What there is to eat.' })
  // A form without changes offers to be read anew.
  await theirs.goto(`/dashboard/post/${saved.id}`)
  await theirs.getByLabel('Post title').waitFor()
  await call('PUT', `/post/${saved.id}`, { name: 'Canteen menu, week 47' })
  await theirs.getByText(/Changed by .+ meanwhile\.$/).waitFor()
  await theirs.getByRole('button', { name: 'Load again' }).click()
  await expect
    .poll(() => theirs.getByLabel('Post title').inputValue(), { timeout: 10_000 })
    .toBe('Canteen menu, week 47')
}, 60_000)

it('keeps up as nobody where a page was not touched for a minute, and says there that the sign-in is over', async () => {
  const { page } = colleague
  await page.clock.install()
  await page.goto('/dashboard/category')
  await page.getByRole('link', { name: 'Safety' }).waitFor()
  await listening(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/category') asked.push(request.headers()['x-background'] ?? 'touched')
  })
  const add = async (name: string) => {
    asked.length = 0
    await call('POST', '/category', { name })
    await page.getByRole('link', { name }).waitFor()
    return [...new Set(asked)]
  }
  expect(await add('Lighthouses')).toEqual(['touched'])
  await page.clock.fastForward('01:01')
  expect(await add('Beacons')).toEqual(['1'])
  await page.keyboard.press('Tab')
  expect(await add('Jetties')).toEqual(['touched'])
  // What is heard while nobody sees the page is read when somebody does.
  const show = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await show(true)
  asked.length = 0
  await page.evaluate(() => {
    const channel = new BroadcastChannel('atrium.live')
    channel.onmessage = ({ data }) => data.heard?.kind === 'changes' && (document.body.dataset.heard = 'changes')
  })
  await call('POST', '/category', { name: 'Piers' })
  await page.locator('body[data-heard=changes]').waitFor()
  await page.clock.fastForward('00:05')
  expect([asked, await page.getByRole('link', { name: 'Piers' }).count()]).toEqual([[], 0])
  await show(false)
  await page.getByRole('link', { name: 'Piers' }).waitFor()
  await page.clock.fastForward('01:01')
  // Another screen lies behind this one, read when who is here was asked a moment ago.
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await menu.getByRole('link', { name: 'Page', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Page' }).waitFor()
  await menu.getByRole('link', { name: 'Category', exact: true }).click()
  await page.getByRole('link', { name: 'Piers' }).waitFor()
  const me = await page.evaluate(async () => (await (await fetch('/api/me')).json()).data.id)
  await stage.database.pool.query(
    `update auth.sign_in set last_seen_at = clock_timestamp() - interval '3 hours' where person_type = 'user' and person_id = $1`,
    [me],
  )
  expect(colleague.faults).toEqual([])
  await call('POST', '/category', { name: 'Moorings' })
  await page.waitForURL('**/auth/login*')
  await page.getByText('Your sign-in has ended.').waitFor()
  // Nothing that was read before is shown again without asking.
  await page.goBack()
  await page.waitForURL('**/auth/*')
  expect(await page.getByRole('heading', { level: 1, name: 'Page' }).count()).toBe(0)
  colleague.faults.length = 0
}, 60_000)

it('ends in every tab when the sign-in does', async () => {
  const second = await newTab(reader, '/post')
  await second.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  // It has joined the stream of the other tab.
  await second.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/live')),
  )
  await reader.page.goto('/logout')
  await second.waitForURL('**/auth/employee')
  await second.getByText('You have signed out.').waitFor()
  // Being offline is said by the browser itself.
  const faults = [...staff.faults, ...reader.faults, ...colleague.faults]
  expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
}, 60_000)
