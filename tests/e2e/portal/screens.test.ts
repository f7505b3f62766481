import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, type Watched, settled } from '../../support/browser.ts'
import { catalogueOf } from '../../../domain/texts/catalogues.ts'
import { chooseLanguage } from '../../support/choose-language.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { expectSeen } from '../../support/seen.ts'
import { accountOf, administrator, employee, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { touchedOn } from '../../support/touched.ts'
import { walk } from '../../support/walk.ts'

const stage = openStage()
let staff: Client
let reader: Watched
let page: Page

const uploaded = async (width: number): Promise<number> => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await pngPicture(width, 60))], { type: 'image/png' }), 'boat.png')
  return (await staff.call('POST', '/api/utility/uploadFiles', form)).body.data.id
}

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  const [first, second] = [await uploaded(90), await uploaded(80)]
  const images = Array.from({ length: 12 }, (_, index) => ({
    id: `new_${index}`,
    thumbnail: index % 2 ? first : second,
    altText: `Boat ${index + 1}`,
    caption: `Boat ${index + 1} at the line`,
  }))
  await staff.call('POST', '/api/page', { name: 'Regatta day', type: 'gallery', excerpt: 'Twelve boats.', images })
  await staff.call('POST', '/api/banner', { number: 2, name: 'Summer fair', link: '/post' })
  await staff.call('PUT', '/api/employee/5', { office_phone: '+31 20 555 0100' })
  reader = await openPage(stage.browser, stage.server.url)
  page = reader.page
  await signInPage(page, stage.dataDir, employee)
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
}, 120_000)

const screens: Readonly<Record<string, string>> = {
  '/': 'The harbour office opens its doors',
  '/post': 'News',
  '/post/the-harbour-office-opens-its-doors': 'The harbour office opens its doors',
  '/gallery': 'Welcome To Your Gallery',
  '/regatta-day': 'Regatta day',
  '/jobs': 'INTERNAL JOB POSTING',
  '/apprentice-rope-maker': 'Apprentice rope maker',
  '/meeting-rooms': 'Meeting rooms',
  '/nothing-here': 'No Page Found',
  '/document?keyword=x': 'Documents',
  '/employee?by=division': 'People',
  '/employee/6/org_chart': 'Reporting lines of Jonas Ekberg',
  '/iso_center': 'ISO Center',
  '/request': 'STATIONERY REQUISITION FORM',
  '/profile': 'EDIT PROFILE',
  '/profile/requests': 'My requests',
}

// Lower than 44 px where they are touched: the ticker is a single line, and a title has the way to its whole text below.
const lowControls: readonly string[] = ['.ticker .btn', ':is(.story, .card) :is(h2, h3) a']

const german: Readonly<Record<string, string>> = await catalogueOf('de')
const texts: Readonly<Record<string, string>> = {
  ...german,
  // What a page is called is no text of ours, although this one's is called like one.
  'ISO Center': 'ISO Center',
  'Reporting lines of Jonas Ekberg': german['Reporting lines of {name}']?.replace('{name}', 'Jonas Ekberg') ?? '',
}

// Each in a test of its own: all of them together take longer than one may on a machine that does other things too.
it.each(walk(Object.entries(screens), 6))(
  'shows %s in two languages, on a telephone in the dark and at a desk, without a finding of axe',
  async (path, name) => {
    const headed = (language: string | null) =>
      page.getByRole('heading', { level: 1, name: language === 'de' ? (texts[name] ?? name) : name }).waitFor()
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    const language = await page.locator('html').getAttribute('lang')
    await headed(language)
    await expectSeen(page, `${path} ${language}`)
    const { small, count } = await touchedOn(page, lowControls.join())
    expect(small, path).toEqual([])
    expect(count).toBeGreaterThan(5)
    const other = language === 'de' ? 'en' : 'de'
    await chooseLanguage(page, other)
    await headed(other)
    expect(reader.faults).toEqual([])
  },
  60_000,
)

it('has the title and the icon of the configuration in its tab, and leads back to the top', async () => {
  const form = new FormData()
  form.set('siteTitle', 'Quay & Rope')
  form.set('favicon', new Blob([new Uint8Array(await pngPicture(32, 32))], { type: 'image/png' }), 'icon.png')
  expect((await staff.call('POST', '/api/utility/config', form)).status).toBe(200)
  await page.goto('/iso_center')
  await chooseLanguage(page, 'en')
  await expect.poll(() => page.title()).toBe('ISO Center – Quay & Rope')
  const icon = page.locator('link[rel="icon"]')
  await expect.poll(() => icon.getAttribute('href')).toMatch(/^\/files\//)
  const shown = await page.request.get((await icon.getAttribute('href')) ?? '')
  expect(shown.headers()['content-type']).toMatch(/^image\//)

  await page.goto('/')
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  const toTop = page.getByRole('button', { name: 'To the top' })
  expect(await toTop.count()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 400))
  await toTop.focus()
  await page.keyboard.press('Enter')
  await toTop.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => [window.scrollY, document.activeElement?.localName])).toEqual([0, 'main'])

  // What was scrolled at one address says nothing of another one.
  await page.evaluate(() => window.scrollTo(0, 200))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await page.goto('/post')
  await page.locator('.story').first().waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  expect(reader.faults).toEqual([])
}, 60_000)

it('opens the menu, a banner and the pictures of a gallery by keyboard, and keeps still where people want that', async () => {
  await page.goto('/')
  await chooseLanguage(page, 'en')
  await page.getByRole('button', { name: 'More below House' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Pictures', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('link', { name: 'Pictures', exact: true }).count()).toBe(0)
  // Nothing plays by itself: the browser asks for less motion.
  await page.getByRole('region', { name: 'Banners' }).getByRole('button', { name: 'Play' }).waitFor()
  await page.getByRole('button', { name: 'Banner 2: Summer fair' }).click()
  const banner = page.getByRole('link', { name: /Summer fair/ })
  await banner.waitFor()
  await expect.poll(() => banner.getAttribute('target')).toBe('_blank')

  await page.goto('/regatta-day')
  await page.getByText('Boat 1 at the line').waitFor()
  await page.getByRole('button', { name: 'Boat 2' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByText('Boat 2 at the line').waitFor()
  await page.getByRole('button', { name: 'Pictures 11 to 12' }).click()
  await page.getByText('Boat 11 at the line').waitFor()
  await page.getByRole('button', { name: 'Show in full' }).click()
  await page.getByRole('dialog').getByText('11 of 12').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Next Gallery' }).click()
  await page.waitForURL('**/the-harbour-office-opens')
}, 60_000)

it('shows a popup until it was read, again once it was edited, and for as long as the configuration says', async () => {
  const made = await staff.call('POST', '/api/popup', { name: 'Summer party', link: '/post' })
  const popup = page.getByRole('dialog', { name: /Summer/ })
  await page.goto('/gallery')
  await popup.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await popup.count()).toBe(0)
  await staff.call('PUT', `/api/popup/${made.body.data.id}`, { name: 'Summer and autumn' })
  await page.reload()
  await popup.getByText('Summer and autumn').first().waitFor()
  await page.keyboard.press('Escape')
  await staff.call('POST', '/api/utility/config', { popup_timer: 1 })
  await staff.call('PUT', `/api/popup/${made.body.data.id}`, { name: 'Summer for a moment' })
  await page.reload()
  await popup.getByText('Summer for a moment').first().waitFor()
  // By itself: nobody touches it.
  await popup.waitFor({ state: 'detached' })
  await staff.call('POST', '/api/utility/config', { popup_timer: 60 })
  await staff.call('PUT', `/api/popup/${made.body.data.id}`, { name: 'Summer under a hand' })
  await staff.call('POST', '/api/flash', { name: 'Gate five is closed', link: '/post', news_text: '<p> </p>' })
  const other = await page.context().newPage()
  await other.clock.install()
  await other.goto('/gallery')
  const held = other.getByRole('dialog', { name: /Summer/ })
  await held.getByRole('link').hover()
  await other.clock.fastForward(61_000)
  expect(await held.isVisible()).toBe(true)
  await held.getByRole('button', { name: 'Close' }).click()
  // A message without words says its title.
  await other.getByRole('region', { name: 'URGENT MESSAGE' }).getByText('Gate five is closed').first().waitFor()
  await other.close()
  await staff.call('DELETE', `/api/popup/${made.body.data.id}`)
}, 60_000)

it('takes an application, shows it in place of the form, and a withdrawal back', async () => {
  await page.goto('/apprentice-rope-maker')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Error' })
  await alert.getByText('Please fill the required field.').waitFor()
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('Reason').fill('I like knots.')
  // What is typed is there again after a reload, and can be given up.
  await page.reload()
  await page.getByText(/What you typed on .* is here again/).waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('I like knots.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('')
  await page.getByLabel('Reason').fill('I like knots and rope.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('heading', { name: 'Your application' }).waitFor()
  await page.getByText('I like knots and rope.').waitFor()
  await page.reload()
  await page.getByText('You have applied for this job already.').waitFor()
  expect(await page.getByLabel('Reason').count()).toBe(0)
  const hasFocus = (selector: string) => page.locator(selector).evaluate((one) => one === document.activeElement)
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('')
  await expect.poll(() => hasFocus('section.send')).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('I like knots and rope.').waitFor()
  await expect.poll(() => hasFocus('section.send')).toBe(true)
  await expectSeen(page, 'an application on the page of its job')
  await page.getByRole('link', { name: 'My applications' }).click()
  await page.getByText('I like knots and rope.').waitFor()
  expect(reader.faults.splice(0)).toEqual([])
}, 60_000)

it('takes requests as they are typed, keeps them, and shows what is delivered part by part', async () => {
  const quantity = page.getByLabel('Quantity').first()
  const stapler = (await staff.call('GET', '/api/stationery?keyword=stapler')).body.data.find(
    ({ name }: { name: string }) => name === 'Stapler, small',
  )
  await staff.call('PUT', `/api/stationery/${stapler?.id}`, { picture: await uploaded(70) })
  await page.goto('/request')
  const item = page.getByRole('button', { name: 'Item Select an item' })
  const dialog = page.getByRole('dialog', { name: 'Select an item' })
  await item.click()
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('small stapl')
  const offered = dialog.getByRole('list', { name: 'All items' }).getByRole('button')
  await expect.poll(() => offered.count()).toBe(1)
  await expect
    .poll(() => offered.locator('img').evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
    .toBe(70)
  await expectSeen(page, 'the choice of an item')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await item.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.type('small stapl')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Item Stapler, small' }).waitFor()
  await expect.poll(() => page.getByLabel('Unit').inputValue()).toBe('pcs')
  for (const typed of ['1.5', '-7', '1e3', '0']) {
    await quantity.fill(typed)
    await page.getByRole('button', { name: 'Submit' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Error' })
    await alert.getByText('Quantity is a whole number from 1 to 9,999').waitFor()
    await alert.getByRole('button', { name: 'OK' }).click()
    expect(await quantity.inputValue()).toBe(typed)
    expect(await quantity.evaluate((field) => field === document.activeElement)).toBe(true)
  }
  await quantity.fill('２')
  await page.getByRole('button', { name: 'Add line' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByText('Please fill the required field.').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  // Another page of the portal, and back.
  await page.getByRole('link', { name: 'My requests' }).click()
  await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor()
  await page.goBack()
  await page.getByText(/What you typed on .* is here again/).waitFor()
  expect(await quantity.inputValue()).toBe('２')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your request was sent.').waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('')
  expect(await page.getByText(/What you typed on/).count()).toBe(0)
  await page.getByRole('button', { name: 'Repeat my last request' }).click()
  await expect.poll(() => quantity.inputValue()).toBe('2')
  await page.getByRole('list', { name: 'Asked for before' }).getByRole('button', { name: 'Stapler, small' }).click()
  await page.getByRole('group', { name: 'Line 2' }).getByRole('button', { name: 'Item Stapler, small' }).waitFor()
  expect(await page.getByLabel('Quantity').nth(1).inputValue()).toBe('1')
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  // A second, different request from the same page.
  await quantity.fill('5')
  await page.getByRole('button', { name: 'Repeat my last request' }).click()
  await page.getByRole('alertdialog', { name: 'Replace your lines?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await quantity.inputValue()).toBe('5')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect.poll(() => quantity.inputValue()).toBe('')
  await page.getByRole('link', { name: 'My requests' }).click()
  await page.getByText('5 pcs Stapler, small').first().waitFor()
  await page.getByText('2 pcs Stapler, small').first().waitFor()
  const { id, lines } = (await staff.call('GET', '/api/request?per_page=1')).body.data[0]
  await staff.call('POST', `/api/request/${id}/approve`)
  const part = (delivered: number, note: string) =>
    staff.call('POST', `/api/request/${id}/fulfil_partly`, { lines: [{ id: lines[0].id, delivered }], note })
  await part(1, 'More on Friday.')
  await part(3, 'One is on order.')
  await page.reload()
  await page.getByText('4 of 5 delivered').waitFor()
  for (const told of ['1 pcs Stapler, small', 'More on Friday.', '3 pcs Stapler, small', 'One is on order.'])
    await page.getByRole('list', { name: 'Timeline' }).first().getByText(told).waitFor()
  await expectSeen(page, 'deliveries in parts')

  const own = await page.evaluate(async () => {
    const { id: mine } = (await (await fetch('/api/me')).json()).data
    const headers = { 'content-type': 'application/json' }
    await fetch(`/api/employee/${mine}`, { method: 'PUT', headers, body: JSON.stringify({ instagram: '@quay.side' }) })
    return mine
  })
  await page.goto(`/employee/${own}`)
  const profile = page.getByRole('link', { name: '@quay.side' })
  expect(await profile.getAttribute('href')).toBe('https://www.instagram.com/quay.side')
  expect(reader.faults).toEqual([])
}, 60_000)

it('keeps the rows of a page when the next cannot be loaded, and has letters that telephones do not zoom', async () => {
  for (let index = 0; index < 5; index += 1)
    await staff.call('POST', '/api/post', { name: `Tide ${index}`, excerpt: 'High water.', category: 1 })
  await page.setViewportSize({ width: 360, height: 800 })
  await page.route('**/api/post?*page=2*', (route) => route.fulfill({ status: 503, json: { message: 'Later.' } }))
  await page.goto('/post')
  await page.getByText('Tide 4').waitFor()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  expect(await page.getByText('Tide 4').count()).toBe(1)
  await page.unroute('**/api/post?*page=2*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Tide 0').waitFor()
  expect(await page.getByText('Tide 4').count()).toBe(0)
  for (const path of ['/request', '/profile', '/employee', '/post']) {
    await page.goto(path)
    await page.locator('main :is(input, select)').first().waitFor()
    const sizes = await page
      .locator(':is(input, select, textarea):not(.away)')
      .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    expect(Math.min(...sizes), path).toBeGreaterThanOrEqual(16)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  reader.faults.splice(0)
}, 60_000)

it('keeps a message through the end of a sign-in, the profile without its password, and nothing after signing out', async () => {
  const held = () =>
    page.evaluate(async () => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('atrium', 1)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const store = database.transaction('draft').objectStore('draft')
      const all = await new Promise((resolve) => {
        const request = store.getAll()
        request.onsuccess = () => resolve(request.result)
      })
      database.close()
      return JSON.stringify(all)
    })
  await page.goto('/profile')
  await page.getByLabel('Fullname').fill('Somebody Else')
  await page.getByLabel('Password', { exact: true }).fill('a quiet harbour at night')
  await page.reload()
  await expect.poll(() => page.getByLabel('Fullname').inputValue()).toBe('Somebody Else')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(await held()).not.toContain('harbour')
  // All that is wrong is told at once, and the first of it is where one goes on.
  const wrong = { 'Phone number': '0'.repeat(41), Password: 'short', LinkedIn: 'https://evil.test/me' }
  for (const [label, typed] of Object.entries(wrong)) await page.getByLabel(label, { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  for (const label of Object.keys(wrong))
    expect(await page.getByLabel(label, { exact: true }).getAttribute('aria-invalid'), label).toBe('true')
  expect(await page.getByLabel('Phone number').evaluate((field) => field === document.activeElement)).toBe(true)
  for (const label of Object.keys(wrong)) await page.getByLabel(label, { exact: true }).fill('')
  // Submit saves the chosen photo as well.
  const photo = { name: 'me.png', mimeType: 'image/png', buffer: await pngPicture(300, 200) }
  await page.getByLabel('Choose picture').setInputFiles(photo)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Save photo' }).waitFor({ state: 'detached' })
  const { fullname, pic } = await page.evaluate(async () => (await (await fetch('/api/me')).json()).data)
  expect([fullname, pic]).toEqual(['Somebody Else', expect.stringMatching(/^\/files\//)])
  expect(await page.getByText(/What you typed on/).count()).toBe(0)
  await page.getByRole('region', { name: 'Where you are signed in' }).getByText('This device').waitFor()

  await page.goto('/iso_center')
  await page.getByLabel('Subject').fill('Ramp')
  await page.getByRole('textbox', { name: 'Message' }).fill('It is steep.')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your sign-in has ended. Sign in again to go on where you were.').waitFor()
  await fillSignIn(page, stage.dataDir, accountOf(stage.dataDir, employee))
  await page.waitForURL('**/iso_center')
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('It is steep.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your message was sent.').first().waitFor()
  await page.getByRole('button', { name: 'Write another' }).click()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
  await page.getByRole('textbox', { name: 'Message' }).fill('Another one.')
  await page.goto('/logout')
  await page.waitForURL('**/auth/employee')
  expect(await held()).toBe('[]')
  expect(await page.evaluate(() => document.cookie)).not.toContain('popup_read')
}, 90_000)
