import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, settled, type Watched } from '../../support/browser.ts'
import { accountOf, administrator, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched
let page: Page

beforeAll(async () => {
  staff = await openPage(stage.browser, stage.server.url)
  page = staff.page
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

it('keeps what was typed when the sign-in is lost, and brings it back after signing in again', async () => {
  await page.goto('/dashboard/post/winter-hours-of-the-front-desk')
  await page.getByLabel('Excerpt').fill('Typed just before the sign-in was lost.')
  // What is live is changed by a button that says so; the keys keep what was typed.
  await page.getByText('Changes the live post', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Draft saved. Submit changes the live post.').waitFor()
  await staff.context.clearCookies()
  // Whatever the page asks for next, it is led to the sign-in.
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.or(page.getByLabel('Username')).first().waitFor()
  await submit.click({ timeout: 2_000 }).catch(() => undefined)
  await page.getByLabel('Username').waitFor()
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, administrator))
  await page.getByLabel('Excerpt').waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('textarea')].some(
      (field) => field.value === 'Typed just before the sign-in was lost.',
    ),
  )
}, 60_000)

it('leads from a text to a page and a person that are found by their names', async () => {
  await page.goto('/dashboard/post/create')
  const title = page.getByLabel('Post title')
  await expect.poll(() => title.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('Who to ask')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Read @winter')
  await page.getByRole('option', { name: /Winter hours of the front desk/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('or ask ')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Add link' })
  await dialog.getByLabel('Address').waitFor()
  await page.keyboard.type('maharani dit')
  await dialog.getByText('Dita Maharani').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const links = () =>
    text.locator('a').evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))
  await expect.poll(links).toEqual([
    ['Winter hours of the front desk', '/post/winter-hours-of-the-front-desk'],
    ['Dita Maharani', expect.stringMatching(/^\/employee\/\d+$/)],
  ])
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
}, 60_000)

it('asks before leaving with unsaved changes', async () => {
  await page.goto('/dashboard/category/people')
  await page.getByLabel('Name').fill('Persons')
  await page.getByRole('link', { name: 'Post', exact: true }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  expect(page.url()).toContain('/dashboard/category/people')
}, 60_000)

it('asks before it discards, and brings back what was discarded', async () => {
  await page.goto('/dashboard/post/winter-hours-of-the-front-desk')
  const title = page.getByLabel('Post title')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.waitFor()
  const before = await title.inputValue()
  await title.fill('Typed and discarded')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and more words')
  // A space on the button was all it took.
  await page.getByRole('button', { name: 'Discard', exact: true }).focus()
  await page.keyboard.press('Space')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => title.inputValue()).toBe('Typed and discarded')
  await page.keyboard.press('Space')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => title.inputValue()).toBe(before)
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => title.inputValue()).toBe('Typed and discarded')
  await expect.poll(() => text.innerText()).toContain('and more words')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
}, 60_000)

it('keeps the list in its address', async () => {
  const list = await openPage(stage.browser, stage.server.url)
  await signInPage(list.page, stage.dataDir, administrator)
  await list.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await list.page.goto('/dashboard/post?per_page=10')
  await list.page.getByText('Page 1 of 2').waitFor()
  await list.page.getByRole('button', { name: /next/i }).click()
  await list.page.getByText('Page 2 of 2').waitFor()
  expect(list.page.url()).toContain('page=2')
  const step = (name: string) => list.page.getByRole('button', { name })
  const stuck = async () => [await step('Previous page').isDisabled(), await step('Next page').isDisabled()]
  await expect.poll(stuck).toEqual([false, true])
  await list.page.getByRole('combobox', { name: 'Rows' }).selectOption('20')
  await list.page.getByText('Page 1 of 1').waitFor()
  await expect.poll(stuck).toEqual([true, true])
  await list.page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Safety' })
  await list.page.getByText('1–2 of 2').waitFor()
  await list.page.getByRole('button', { name: 'Copy link to Safety walk' }).click()
  await list.page.getByText(/^Link copied to clipboard : .*\/post\/safety-walk/).waitFor()
  await list.page.getByRole('button', { name: 'Clear the filters' }).click()
  await list.page.getByText('1–12 of 12').waitFor()
  await list.page.goto('/dashboard/page')
  await list.page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Job Vacancy' })
  await list.page.getByText('1–3 of 3').waitFor()
  await list.page.goto('/dashboard/post?per_page=10&page=2')
  await list.page.getByText('Page 2 of 2').waitFor()
  await step('Previous page').click()
  await list.page.getByText('Page 1 of 2').waitFor()
  await list.page.getByRole('searchbox').fill('safety')
  await list.page.getByText('Safety walk: twenty-one findings').waitFor()
  await list.page.waitForURL(/keyword=safety/)
  expect(list.faults).toEqual([])
  await list.context.close()
}, 60_000)

it('shows a user without permissions that access is denied, and hides the menu entries', async () => {
  const poor = await openPage(stage.browser, stage.server.url)
  await signInPage(poor.page, stage.dataDir, (one) => one.type === 'user' && one.role === undefined)
  await poor.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  expect(await poor.page.getByRole('link', { name: 'Post', exact: true }).count()).toBe(0)
  await poor.page.goto('/dashboard/post')
  await poor.page
    .getByText('Access is denied. You may not have the appropriate permissions to access this page.')
    .waitFor()
  await poor.context.close()
}, 60_000)

it('makes one record of a draft whose first answer was lost, and stays on its form', async () => {
  const count = async () =>
    Number((await stage.database.pool.query(`select count(*) from log.event where type = 'PostCreated'`)).rows[0].count)
  const before = await count()
  await page.goto('/dashboard/post/create')
  await page.getByLabel('Post title').fill('Lost and found')
  // A list of posts may be asked for by the same path.
  let isLost = false
  const loseOnce = async (route: Route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  }
  await page.route((url) => url.pathname === '/api/post', loseOnce)
  await page.keyboard.press('Control+s')
  await page.getByRole('alertdialog', { name: 'ERROR' }).getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('Excerpt').fill('Written after it')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dashboard\/post\/lost-and-found$/)
  expect(await count()).toBe(before + 1)
  await page.reload()
  await expect.poll(() => page.getByLabel('Excerpt').inputValue()).toBe('Written after it')
}, 60_000)

it('follows a save that is on its way by what was asked for meanwhile, by key or by button', async () => {
  await page.goto('/dashboard/post/create')
  await page.getByLabel('Post title').fill('One after another')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/dashboard\/post\/one-after-another$/)
  const calls: string[] = []
  let release = () => {}
  const hold = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  let released = hold()
  await page.route(/\/api\/post\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') {
      calls.push(String(route.request().postDataJSON().excerpt))
      await released
    }
    await route.fallback()
  })
  const excerpt = page.getByLabel('Excerpt')
  await excerpt.fill('The first')
  await page.keyboard.press('Control+s')
  await expect.poll(() => calls).toEqual(['The first'])
  await excerpt.fill('The second')
  await page.keyboard.press('Control+s')
  await excerpt.fill('The third')
  await page.keyboard.press('Control+s')
  release()
  // What was asked for twice meanwhile is done once.
  await expect.poll(() => calls).toEqual(['The first', 'The third'])
  await settled(page)
  released = hold()
  await excerpt.fill('The fourth')
  await page.keyboard.press('Control+s')
  await expect.poll(() => calls.at(-1)).toBe('The fourth')
  await excerpt.fill('The fifth')
  await page.getByRole('button', { name: 'Submit' }).click()
  release()
  await page.waitForURL(/\/dashboard\/post(\?.*)?$/)
  await page.goto('/dashboard/post/one-after-another')
  await expect.poll(() => excerpt.inputValue()).toBe('The fifth')
  expect(calls).toEqual(['The first', 'The third', 'The fourth', 'The fifth'])
  await page.unrouteAll({ behavior: 'wait' })
}, 60_000)
