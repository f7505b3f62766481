import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openPage, type Watched } from '../../support/browser.ts'
import { catalogueOf } from '../../../domain/texts/catalogues.ts'
import { chooseLanguage } from '../../support/choose-language.ts'
import { type Client, signIn } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'
import { expectSeen } from '../../support/seen.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

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

it('shows every screen in two languages, on a telephone in the dark and at a desk, without a finding of axe', async () => {
  const german: Readonly<Record<string, string>> = await catalogueOf('de')
  // What a page is called is no text of ours, although this one's is called like one.
  const texts: Readonly<Record<string, string>> = { ...german, 'ISO Center': 'ISO Center' }
  const headed = (name: string, language: string) =>
    page.getByRole('heading', { level: 1, name: language === 'de' ? (texts[name] ?? name) : name }).waitFor()
  const [other, first] = [{ en: 'de', de: 'en' } as const, 'en' as const]
  let language: 'en' | 'de' = first
  for (const [path, name] of Object.entries(screens)) {
    await page.goto(path)
    await headed(name, language)
    await page.waitForLoadState('networkidle')
    await expectSeen(page, `${path} ${language}`)
    language = other[language]
    await chooseLanguage(page, language)
    await headed(name, language)
  }
  await chooseLanguage(page, first)
  expect(reader.faults).toEqual([])
}, 120_000)

it('has the title and the icon of the configuration in its tab, and leads back to the top', async () => {
  const form = new FormData()
  form.set('siteTitle', 'Quay & Rope')
  form.set('favicon', new Blob([new Uint8Array(await pngPicture(32, 32))], { type: 'image/png' }), 'icon.png')
  expect((await staff.call('POST', '/api/utility/config', form)).status).toBe(200)
  await page.goto('/iso_center')
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
  await page.getByRole('button', { name: 'More below House' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Pictures' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('link', { name: 'Pictures' }).count()).toBe(0)
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
  await staff.call('DELETE', `/api/popup/${made.body.data.id}`)
}, 60_000)

it('takes an application and a request, and shows what becomes of them', async () => {
  await page.goto('/apprentice-rope-maker')
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Error' })
  await alert.getByText('Please fill the required field.').waitFor()
  await alert.getByRole('button', { name: 'OK' }).click()
  await page.getByLabel('Reason').fill('I like knots.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'My applications' }).click()
  await page.getByText('I like knots.').waitFor()

  await page.goto('/request')
  await page.getByLabel('Item').selectOption({ label: 'Stapler, small' })
  await expect.poll(() => page.getByLabel('Unit').inputValue()).toBe('pcs')
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your request was sent.').waitFor()
  await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Repeat my last request' }).click()
  await expect.poll(() => page.getByLabel('Quantity').inputValue()).toBe('2')
  await page.getByRole('link', { name: 'My requests' }).click()
  await page.getByText('2 pcs Stapler, small').waitFor()
  const { id, lines } = (await staff.call('GET', '/api/request?per_page=1')).body.data[0]
  await staff.call('POST', `/api/request/${id}/approve`)
  await staff.call('POST', `/api/request/${id}/fulfil_partly`, { lines: [{ id: lines[0].id, delivered: 1 }] })
  await page.reload()
  await page.getByText('1 of 2 delivered').waitFor()
  await page.goto('/profile/requests?category=applications')
  await page.getByText('I like knots.').waitFor()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByText('Withdrawn').first().waitFor()
  expect(reader.faults).toEqual([])
}, 60_000)
