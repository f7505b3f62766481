import type { Locator, Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { openPage, type Watched, settled } from '../../support/browser.ts'
import { codeIn, countMails, nextMail, signIn } from '../../support/client.ts'
import type { Account } from '../../support/server.ts'
import { accountOf, administrator, employee, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { walk } from '../../support/walk.ts'
import { pngPicture } from '../../support/pictures.ts'
import { wordsOf } from '../../../domain/json.ts'
import { isStorable } from '../../../domain/fields/plain-text.ts'
import { hostileCss } from '../../platform/content/css-corpus.ts'
import { xssCorpus } from '../../platform/content/xss-corpus.ts'

const stage = openStage()

const colleague = (one: Account) => one.type === 'employee' && one.email.startsWith('jonas')
const hasFocus = (at: Locator) => at.evaluate((element) => element === document.activeElement)
const expectClean = ({ faults }: Watched) => expect(faults).toEqual([])

/** An employee who reads the portal, on its first screen. */
const openReader = async (fits: (one: Account) => boolean): Promise<Watched> => {
  const reader = await openPage(stage.browser, stage.server.url)
  await signInPage(reader.page, stage.dataDir, fits)
  await reader.page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  return reader
}

/** Ends the sign-in of a page on the server; the browser keeps its cookie, as when another device changed the password. */
const endSignIn = async ({ page, context }: Watched): Promise<void> => {
  const cookies = await context.cookies()
  const status = await page.evaluate(async () => (await fetch('/api/auth/logout', { method: 'POST' })).status)
  expect(status).toBe(200)
  await context.addCookies(cookies)
}

const firstStep = async (page: Page, { email, password }: Account): Promise<{ dialog: Locator; code: string }> => {
  const seen = countMails(stage.dataDir, email)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Login Verification' })
  await dialog.waitFor()
  return { dialog, code: codeIn(await nextMail(stage.dataDir, email, seen)) }
}

it('gives the focus back when the code is given up, and lets a refused code be typed over', async () => {
  const reader = await openPage(stage.browser, stage.server.url)
  const { page } = reader
  const person = accountOf(stage.dataDir, employee)
  await page.goto('/auth/employee')
  const { dialog } = await firstStep(page, person)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Sign In' }))).toBe(true)

  const { code } = await firstStep(page, person)
  await page.keyboard.type(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await dialog.getByText('This code is not right.').waitFor()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  expectClean(reader)
  await reader.context.close()
}, 60_000)

it('keeps the code that is typed while another one is being refused', async () => {
  const reader = await openPage(stage.browser, stage.server.url)
  const { page } = reader
  await page.goto('/auth/employee')
  const { dialog, code } = await firstStep(page, accountOf(stage.dataDir, employee))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked = page.waitForRequest('**/api/auth/verification_login')
  await page.route(
    '**/api/auth/verification_login',
    async (route) => {
      await released
      await route.continue()
    },
    { times: 1 },
  )
  await page.keyboard.type(code === '000000' ? '000001' : '000000')
  await asked
  await page.keyboard.press('Control+a')
  await page.keyboard.type(code.slice(0, 3))
  release()
  await dialog.getByText('This code is not right.').waitFor()
  await page.keyboard.type(code.slice(3))
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  expectClean(reader)
  await reader.context.close()
}, 60_000)

it('says that a sign-in has ended, leads back to the place, and out to the sign-in of employees', async () => {
  const reader = await openReader(colleague)
  const { page } = reader
  await page.getByRole('link', { name: 'News' }).click()
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
  await endSignIn(reader)
  await page.getByText('Your sign-in has ended. Sign in again to go on where you were.').waitFor()
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, colleague))
  await page.waitForURL('**/post')
  await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()

  await endSignIn(reader)
  const late = await openPage(stage.browser, stage.server.url)
  await late.context.addCookies(await reader.context.cookies())
  await page.waitForURL('**/auth/employee')
  await late.page.goto('/logout')
  await late.page.waitForURL(/\/auth\//)
  expect(new URL(late.page.url()).pathname).toBe('/auth/employee')
  for (const one of [reader, late]) {
    expectClean(one)
    await one.context.close()
  }
}, 60_000)

it('asks to sign in before it says that an address is unknown', async () => {
  const reader = await openPage(stage.browser, stage.server.url)
  const { page } = reader
  await page.goto('/no/such/page')
  await page.waitForURL('**/auth/employee')
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, employee))
  await page.waitForURL('**/error/error-v1')
  await expect.poll(() => page.title()).toBe('404 – Harbour & Vale')
  expectClean(reader)
  await reader.context.close()
}, 60_000)

it('says that the server is away where a link to set a password cannot be looked up', async () => {
  const reader = await openPage(stage.browser, stage.server.url)
  const { page } = reader
  await page.goto('/change/none/employee')
  await page.getByText('This account does not exist.').waitFor()
  await page.route('**/api/auth/change/**', (route) =>
    route.fulfill({ status: 429, json: { type: 'error', name: 'Busy', message: 'Too many requests. Wait a little.' } }),
  )
  await page.reload()
  await page.getByText('Too many requests. Wait a little.').waitFor()
  expect(await page.getByText('This account does not exist.').count()).toBe(0)
  await reader.context.close()
}, 60_000)

it('keeps the focus at the filter when the category is cleared', async () => {
  const reader = await openReader(employee)
  const { page } = reader
  await page.goto('/post?category=1')
  await page.getByRole('button', { name: 'Clear the category' }).click()
  await page.waitForURL((url) => url.search === '')
  await expect.poll(() => hasFocus(page.getByRole('combobox', { name: 'Category' }))).toBe(true)
  expectClean(reader)
  await reader.context.close()
}, 60_000)

it('leads staff from the profile of the preview to their own', async () => {
  const staff = await openPage(stage.browser, stage.server.url)
  const { page } = staff
  await signInPage(page, stage.dataDir, administrator, '/profile?preview=1')
  await page.waitForURL('**/dashboard/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).waitFor()
  expectClean(staff)
  await staff.context.close()
}, 60_000)

it('prints a post on light paper, without what leads elsewhere', async () => {
  const reader = await openPage(stage.browser, stage.server.url, { dark: true })
  const { page } = reader
  await signInPage(page, stage.dataDir, employee, '/post/the-harbour-office-opens-its-doors')
  const [back, near] = [page.getByRole('link', { name: 'BACK' }), page.getByRole('navigation', { name: 'More posts' })]
  await near.waitFor()
  const ink = () => page.getByRole('heading', { level: 1 }).evaluate((heading) => getComputedStyle(heading).color)
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => [await back.isVisible(), await near.isVisible()]).toEqual([false, false])
  await expect.poll(async () => [onScreen, await ink()]).toEqual(['rgb(230, 234, 231)', 'rgb(27, 32, 29)'])
  await reader.context.close()
}, 60_000)

it('says so when there is nothing to read', async () => {
  const staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const { body } = await staff.call('GET', '/api/post?per_page=100')
  const ids = body.data.map(({ id }: { id: number }) => id).join(',')
  expect((await staff.call('POST', `/api/post/${ids}/deactivate`)).status).toBe(200)
  const reader = await openPage(stage.browser, stage.server.url)
  await signInPage(reader.page, stage.dataDir, employee)
  await reader.page.getByText('No Post Found').waitFor()
  expect(new URL(reader.page.url()).pathname).toBe('/')
  expectClean(reader)
  await reader.context.close()
  expect((await staff.call('POST', `/api/post/${ids}/activate`)).status).toBe(200)
}, 60_000)

type Kind = 'post' | 'page' | 'flash'
const textOf: Readonly<Record<Kind, string>> = { post: 'content', page: 'content', flash: 'news_text' }
const beside: Readonly<Record<Kind, object>> = {
  post: { excerpt: 'Short', category: 1 },
  page: { excerpt: 'Short', type: 'content' },
  flash: { link: '/' },
}

// Styles and places of what stands around the article: whatever an article brings, they stay. Its own height moves the foot.
const shellOf = (page: Page) =>
  page.evaluate(() => {
    const around = [...document.querySelectorAll('header:not(main *), nav:not(main *), .save')].flatMap((one) => [
      one,
      ...one.querySelectorAll('a, button'),
    ])
    return around.map((one) => {
      const style = getComputedStyle(one)
      const { x, y, width, height } = one.getBoundingClientRect()
      const isSeen = y + height / 2 < innerHeight && width > 0
      const top = isSeen ? document.elementFromPoint(x + width / 2, y + height / 2) : one
      const looks = [style.display, style.color, style.position, style.visibility, style.opacity, style.font].join()
      return `${one.tagName} ${looks} ${top && (one.contains(top) || top.contains(one)) ? 'on top' : 'covered'}`
    })
  })

it('opens 200 hostile texts and stylesheets in both apps: nothing runs, calls out, or touches what is around them', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const samples = xssCorpus
    .filter(isStorable)
    .slice(0, 200)
    .map((html, index) => ({ html, css: hostileCss[index % hostileCss.length] ?? '' }))
  const kinds: Kind[] = ['post', 'page', 'flash']
  const reader = await openReader(employee)
  const staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator)
  await staff.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  for (const { page, faults } of [reader, staff])
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  for (const kind of walk(kinds, 1)) {
    const commands = samples.map(({ html, css }, index) => ({
      resource: kind,
      verb: 'create',
      sent: {
        name: `Hostile ${index}`,
        [kind === 'page' ? 'body' : textOf[kind]]: `<p>Sample</p>${html}`,
        ...(kind === 'flash' ? {} : { css }),
        ...beside[kind],
      },
    }))
    const started = await client.call('POST', '/api/job', { commands })
    expect(started.status, JSON.stringify(started.body)).toBe(200)
    const job = async () => (await client.call('GET', `/api/job/${started.body.data.job}`)).body.data
    await vi.waitUntil(async () => (await job()).finishedAt !== null, { timeout: 60_000 })
    expect(await job()).toMatchObject({ done: 200, failed: 0, failures: [] })
    const kept: { text: string; css: string }[] = []
    for (let page = 1; kept.length < samples.length; page += 1) {
      const { data } = (await client.call('GET', `/api/${kind}?keyword=hostile&per_page=100&page=${page}`)).body
      expect(data.length).toBeGreaterThan(0)
      const read = await Promise.all(data.map(({ id }: { id: number }) => client.call('GET', `/api/${kind}/${id}`)))
      const records: readonly Readonly<Record<string, unknown>>[] = read.map(({ body }) => body.data)
      kept.push(...records.map((one) => ({ text: wordsOf(one[textOf[kind]]), css: wordsOf(one.css) })))
    }
    // What is kept of one is whole, so all of them stand in one record as they would in their own.
    const all = {
      name: `All of ${kind}`,
      [textOf[kind]]: kept.map(({ text }) => text).join('\n'),
      ...(kind === 'flash' ? {} : { css: kept.map(({ css }) => css).join('\n') }),
      ...beside[kind],
    }
    const plain = {
      ...all,
      name: `Plain ${kind}`,
      [textOf[kind]]: '<p>Sample</p>',
      ...(kind === 'flash' ? {} : { css: '' }),
    }
    const made = [
      (await client.call('POST', `/api/${kind}`, plain)).body,
      (await client.call('POST', `/api/${kind}`, all)).body,
    ]
    expect(made.map(({ type }) => type)).toEqual(['success', 'success'])
    const shells: string[][] = []
    for (const { data } of made) {
      await staff.page.goto(`/dashboard/${kind}/${data.slug ?? data.id}`)
      await staff.page.locator('[contenteditable=true], iframe').first().waitFor()
      await staff.page.getByText('No changes.').waitFor()
      shells.push(await shellOf(staff.page))
    }
    expect(shells[1], kind).toEqual(shells[0])
    if (kind !== 'post') continue
    const seen: string[][] = []
    for (const { data } of made) {
      await reader.page.goto(`/post/${data.slug}`)
      await reader.page.locator('.prose').getByText('Sample').first().waitFor()
      await settled(reader.page)
      seen.push(await shellOf(reader.page))
    }
    expect(seen[1], 'portal').toEqual(seen[0])
  }
  for (const one of [reader, staff]) {
    expectClean(one)
    await one.context.close()
  }
}, 240_000)

it('shows captions of a gallery as the words they are', async () => {
  const client = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const captions = xssCorpus.filter((one) => one.length < 200 && !/[\u0000-\u001f]/.test(one)).slice(0, 40)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(90, 40))], { type: 'image/png' }), 'quay.png')
  const { id: thumbnail } = (await client.call('POST', '/api/utility/uploadFiles', form)).body.data
  const images = captions.map((caption, index) => ({ id: `new_${index}`, thumbnail, altText: caption, caption }))
  const made = await client.call('POST', '/api/page', { name: 'Captions', type: 'gallery', excerpt: 'x', images })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const staff = await openPage(stage.browser, stage.server.url)
  await signInPage(staff.page, stage.dataDir, administrator, '/dashboard/page/captions')
  await expect.poll(() => staff.page.getByLabel('Caption').count(), { timeout: 10_000 }).toBe(captions.length)
  const shown = () =>
    staff.page
      .getByLabel('Caption')
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')))
  await expect.poll(shown).toEqual(captions)
  expectClean(staff)
  await staff.context.close()
}, 60_000)
