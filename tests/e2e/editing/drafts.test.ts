import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage } from '../../support/browser.ts'
import { accountOf, administrator, enterPage, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let context: BrowserContext

const openTab = async (path: string): Promise<Page> => {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(path)
  return page
}
const write = async (page: Page, title: string) => {
  await page.getByLabel('Post title').fill(title)
  await page.getByText('A draft is kept since').waitFor()
}
const keptOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('atrium', 1)
        opening.onerror = () => reject(opening.error)
        // The browser may have removed the whole database.
        opening.onupgradeneeded = () => opening.result.createObjectStore('draft')
        opening.onsuccess = () => {
          const counted = opening.result.transaction('draft').objectStore('draft').count()
          counted.onsuccess = () => {
            opening.result.close()
            resolve(counted.result)
          }
        }
      }),
  )

beforeAll(async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  context = staff.context
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}, 120_000)

it('keeps a draft of a new post for each tab, and offers those of the others by their titles', async () => {
  const first = await openTab('/dashboard/post/create')
  const second = await openTab('/dashboard/post/create')
  await write(first, 'Of the first tab')
  await write(second, 'Of the second tab')
  await second.reload()
  await second.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Of the second tab'),
  )
  await first.close()
  const third = await openTab('/dashboard/post/create')
  const drafts = third.getByRole('region', { name: 'Drafts of this form' })
  await drafts.getByRole('button', { name: 'Of the second tab', exact: true }).waitFor()
  await third.getByLabel('Post title').fill('Typed before')
  await drafts.getByRole('button', { name: 'Of the first tab', exact: true }).click()
  await third.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Of the first tab'),
  )
  const fourth = await openTab('/dashboard/post/create')
  await fourth.getByRole('button', { name: 'Typed before', exact: true }).waitFor()
  for (const tab of [second, third, fourth]) await tab.close()
}, 60_000)

it('keeps what was typed in the second before a reload', async () => {
  const page = await openTab('/dashboard/category/people')
  await page.getByLabel('Name').fill('Typed just now')
  await page.reload()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Typed just now'),
  )
  await page.close()
}, 60_000)

// The server hears of it a moment after the question is answered.
const discard = async (page: Page) => {
  const forgotten = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok())
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await forgotten
}

it('goes on with what a closed tab left, also on a device that takes long to look for it', async () => {
  const left = await openTab('/dashboard/category/people')
  await left.getByLabel('Name').fill('Left by a tab')
  await left.getByText('A draft is kept since').waitFor()
  await left.close({ runBeforeUnload: false })
  const page = await context.newPage()
  // The form is drawn before it is known.
  await page.addInitScript(() => {
    const { query } = LockManager.prototype
    LockManager.prototype.query = async function () {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      return query.call(this)
    }
  })
  await page.goto('/dashboard/category/people')
  await expect.poll(() => page.getByLabel('Name').inputValue(), { timeout: 10_000 }).toBe('Left by a tab')
  await page.getByRole('button', { name: 'Discard them' }).click()
  await discard(page)
  await page.close()
}, 60_000)

const post = '/dashboard/post/winter-hours-of-the-front-desk'
const excerptOf = (page: Page) => page.getByLabel('Excerpt').inputValue()
const writeExcerpt = async (page: Page, words: string) => {
  await page.getByLabel('Excerpt').fill(words)
  await page.getByText('A draft is kept since').waitFor()
}

it('keeps what each tab has of one post when another saves it, offers it by time, and goes on with what a closed tab left', async () => {
  const [first, second] = [await openTab(post), await openTab(post)]
  await writeExcerpt(first, 'Of the first tab')
  await writeExcerpt(second, 'Of the second tab')
  await first.getByRole('button', { name: 'Submit' }).click()
  await first.getByText('Post updated.').waitFor()
  const third = await openTab(post)
  const offered = third.getByRole('region', { name: 'Drafts of this form' })
  await offered.getByText('Excerpt', { exact: true }).waitFor()
  expect(await excerptOf(third)).toBe('Of the first tab')
  await third.getByLabel('Excerpt').fill('Typed in the third')
  await offered.getByRole('button', { name: /^Unsaved changes of / }).click()
  await expect.poll(() => excerptOf(third)).toBe('Of the second tab')
  // What was typed here before is offered in its turn, and the tab that is open keeps its own.
  await expect.poll(() => offered.getByRole('listitem').count()).toBe(2)
  await third.getByRole('button', { name: 'Discard', exact: true }).click()
  await third.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  for (const tab of [first, third]) await tab.close()
  await second.getByLabel('Excerpt').fill('Of the second tab, until it crashed')
  await second.close({ runBeforeUnload: false })
  const fourth = await openTab(post)
  await expect.poll(() => excerptOf(fourth)).toMatch(/^Of the second tab/)
  await fourth.getByRole('button', { name: 'Discard them' }).click()
  await fourth.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await fourth.close()
}, 90_000)

/** What stands above a list of what is not saved yet; more than three are folded. */
const unsavedOf = async (page: Page, title: string) => {
  const unsaved = page.locator('details.unsaved')
  await unsaved.waitFor()
  await unsaved.evaluate((details) => details.setAttribute('open', ''))
  return unsaved.getByRole('listitem').filter({ hasText: title })
}

it('has what was typed on other devices and for colleagues, new records too, and changes what is live in quiet', async () => {
  const desk = await openTab('/dashboard/post/create')
  await write(desk, 'Begun at the desk')
  const editor = await openPage(stage.browser, stage.server.url)
  const other = editor.page
  await enterPage(
    other,
    stage.dataDir,
    accountOf(stage.dataDir, ({ role }) => role === 'Editor'),
    '/dashboard/post',
  )
  const begun = await unsavedOf(other, 'Begun at the desk')
  await begun.getByText(/New post, by (?!you)/).waitFor()
  await begun.getByRole('link').click()
  await expect.poll(() => other.getByLabel('Post title').inputValue()).toBe('Begun at the desk')
  // It is theirs now: whoever began it is shown so, and keeps what they go on typing.
  await other.getByLabel('Excerpt').fill('Gone on with elsewhere')
  await other.getByText('A draft is kept since').waitFor()
  await desk.goto('/dashboard/post')
  await (await unsavedOf(desk, 'Begun at the desk')).getByText(/New post, by (?!you)/).waitFor()
  await other.getByRole('button', { name: 'Discard', exact: true }).click()
  await discard(other)
  await other.getByText('Your changes were discarded.').waitFor()

  const shown = async () =>
    (await (await desk.request.get('/api/post/canteen-menu-week-47?view=portal')).json()).data.excerpt
  const before = await shown()
  await desk.goto('/dashboard/post/canteen-menu-week-47')
  await desk.getByLabel('Excerpt').fill('Changed in quiet')
  await desk.getByRole('button', { name: 'Save draft' }).click()
  await desk.getByText('Draft saved. Submit changes the live post.').waitFor()
  expect(await shown()).toBe(before)
  await other.goto('/dashboard/post/canteen-menu-week-47')
  const offered = other.getByRole('region', { name: 'Drafts of this form' })
  await offered.getByText(/Excerpt$/).waitFor()
  await offered.getByRole('button', { name: /^Draft by / }).click()
  await expect.poll(() => other.getByLabel('Excerpt').inputValue()).toBe('Changed in quiet')
  await expect.poll(() => offered.count()).toBe(0)
  await other.getByRole('button', { name: 'Discard', exact: true }).click()
  await discard(other)
  await other.getByText('Your changes were discarded.').waitFor()
  // What was taken over and discarded does not come back from the device that it was typed on.
  await desk.reload()
  await desk.getByLabel('Excerpt').waitFor()
  await expect.poll(() => desk.getByLabel('Excerpt').inputValue()).toBe(before)
  await editor.context.close()
  await desk.close()
}, 60_000)

it('keeps on the device what the server cannot be told of, and tells it once the connection is back', async () => {
  const page = await openTab('/dashboard/category/people')
  const isWithout = (url: URL) => url.pathname.startsWith('/api/draft/')
  await page.route(isWithout, (route) => route.abort())
  await page.getByLabel('Name').fill('Typed on the train')
  await page.getByText('A copy is kept on this device since').waitFor()
  await page.unroute(isWithout)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.getByText('A draft is kept since').waitFor()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await discard(page)
  await page.getByText('Your changes were discarded.').waitFor()
  const { data } = await (await page.request.get('/api/draft?resource=category')).json()
  expect(data).toEqual([])
  await page.close()
}, 60_000)

const menu = '/dashboard/post/canteen-menu-week-47'
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
const leave = async (page: Page) => {
  await goTo(page, 'Category')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('A draft of it stays').waitFor()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Category' }).waitFor()
}

it('brings nothing back that was discarded a moment before leaving, and keeps what was left', async () => {
  const page = await openTab(menu)
  await page.getByLabel('Excerpt').waitFor()
  const before = await excerptOf(page)
  await writeExcerpt(page, 'Typed and discarded')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await goTo(page, 'Category')
  await page.getByRole('heading', { level: 1, name: 'Category' }).waitFor()
  await page.goto(menu)
  await page.getByLabel('Excerpt').waitFor()
  expect(await excerptOf(page)).toBe(before)
  // Not a second is left for the copy.
  await page.getByLabel('Excerpt').fill('Typed and left')
  await leave(page)
  await page.goto(menu)
  await page.getByText('were restored').waitFor()
  expect(await excerptOf(page)).toBe('Typed and left')
  await page.goto('/dashboard/post/create')
  await page.getByLabel('Post title').fill('A new one that was left')
  await leave(page)
  await page.goto('/dashboard/post/create')
  await page.getByRole('button', { name: 'A new one that was left', exact: true }).waitFor()
  expect(await page.getByLabel('Post title').inputValue()).toBe('')
  await page.close()
}, 90_000)

it('brings nothing back of what was saved a moment before leaving', async () => {
  const page = await openTab('/dashboard/category/people')
  await page.getByLabel('Name').fill('People, typed before')
  await page.reload()
  await page.getByText('were restored').waitFor()
  await page.getByLabel('Name').fill('People, and saved')
  await page.keyboard.press('Control+s')
  await page.getByText('Category updated.').waitFor()
  await goTo(page, 'Banner')
  await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('People, and saved')
  expect(await page.getByText('were restored').count()).toBe(0)
  await page.close()
}, 60_000)

it('says that what is typed in an open dialog is lost, also where nothing else was changed', async () => {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.goto('/dashboard/category')
  await page.goto('/dashboard')
  await goTo(page, 'Post')
  await page.getByRole('link', { name: 'Fire drill on Thursday' }).click()
  await page.getByRole('button', { name: 'Image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Insert picture' })
  await dialog.getByLabel('Description').fill('Everybody at the gate')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('What is typed in the open dialog is lost.').waitFor()
  expect(await question.getByText(/copy|changed/).count()).toBe(0)
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Everybody at the gate')
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await page.close()
}, 60_000)

it('leaves nothing of a form that another tab signs out of, and says why', async () => {
  const { page, context: others } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const form = await others.newPage()
  await form.goto(menu)
  await form.getByLabel('Excerpt').fill('Typed beside')
  await form.getByText('A draft is kept since').waitFor()
  await page.goto('/logout')
  await form.waitForURL('**/auth/login')
  await form.getByText('You have signed out.').waitFor()
  await expect.poll(() => keptOn(form)).toBe(0)
  await form.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  expect(await keptOn(form)).toBe(0)
  await others.close()
}, 60_000)

it('leaves no draft on the device after signing out', async () => {
  const page = await openTab('/dashboard/post/winter-hours-of-the-front-desk')
  // What the server has is not lost with the device, and not asked about.
  await page.route('**/api/draft/**', (route) => route.abort())
  await page.getByLabel('Post title').fill('Winter hours, changed')
  await page.getByText('A copy is kept on this device').waitFor()
  await page.close()
  const last = await openTab('/dashboard')
  // Not every browser follows Clear-Site-Data, and none does on plain HTTP: the app removes the drafts itself.
  await last.route('**/api/auth/logout', async (route) => {
    const response = await route.fetch()
    const { 'clear-site-data': cleared, ...headers } = response.headers()
    expect(cleared).toContain('storage')
    await route.fulfill({ response, headers })
  })
  await expect.poll(() => keptOn(last)).toBeGreaterThan(0)
  await last.getByRole('button', { name: /^Hi, / }).click()
  await last.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = last.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await question.getByText(/^Signing out removes \d+ unsaved cop/).waitFor()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await last.getByLabel('Username').waitFor()
  await expect.poll(() => keptOn(last)).toBe(0)
}, 60_000)

it('shows a draft to somebody without an account by a link, until it is revoked', async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  const { page } = staff
  await signInPage(page, stage.dataDir, administrator, '/dashboard/post/canteen-menu-week-47')
  await page.getByLabel('Post title').fill('A menu that nobody knows yet')
  await page.getByText('A draft is kept since').waitFor()
  const links = page.locator('.preview-links')
  await links.getByRole('button', { name: 'Make a link…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link for a preview' })
  await dialog.getByLabel('It lasts').selectOption({ label: '3 days' })
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const address = await dialog.getByLabel('Address').inputValue()
  await expectAccessible(page, 'the dialog of a link')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await links.getByText('not used yet').waitFor()

  const stranger = await openPage(stage.browser, stage.server.url)
  const answer = await stranger.page.goto(new URL(address).pathname)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  await stranger.page.getByRole('heading', { name: 'A menu that nobody knows yet' }).waitFor()
  expect(await stranger.page.getByRole('navigation').count()).toBe(0)
  await expectAccessible(stranger.page, 'a preview by a link')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await links.getByText(/used once/).waitFor()
  await links.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByText('The link is revoked.').waitFor()
  await stranger.page.reload()
  await stranger.page.getByRole('heading', { name: 'This preview has ended' }).waitFor()
  await stranger.context.close()
  await staff.context.close()
}, 60_000)
