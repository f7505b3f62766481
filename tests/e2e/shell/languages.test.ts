import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { catalogueOf } from '../../../domain/texts/catalogues.ts'
import { nextFrame, openPage, settled } from '../../support/browser.ts'
import { chooseLanguage } from '../../support/choose-language.ts'
import { codeIn, countMails, nextMail, signIn } from '../../support/client.ts'
import { cutTexts } from '../../support/cut-texts.ts'
import { accountOf, administrator, employee, fillSignIn, signInPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'
import { pseudoTexts } from '../../support/texts/pseudo.ts'
import { walk } from '../../support/walk.ts'

const stage = openStage()

it('follows the browser, then the person, and changes what stands on the screen', async () => {
  const [de, es, fr] = [await catalogueOf('de'), await catalogueOf('es'), await catalogueOf('fr')]
  const context = await stage.browser.newContext({
    baseURL: stage.server.url,
    locale: 'de-CH',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(...(/\/(de|es|fr|ja|zh)-/.exec(request.url())?.slice(1) ?? [])))
  const person = accountOf(stage.dataDir, administrator)

  await page.goto('/auth/login')
  await page.getByRole('heading', { name: de['Login Account'] }).waitFor()
  expect(loaded).toEqual(['de'])
  await page.getByLabel(de.Username ?? '').fill(person.userName ?? '')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await chooseLanguage(page, 'es')
  await page.getByRole('heading', { name: es['Login Account'] }).waitFor()
  await expect.poll(() => page.title()).toContain(es['Login Account'])
  await expect.poll(() => page.getByLabel(es.Username ?? '').inputValue()).toBe(person.userName)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.getByLabel(es.Password ?? '', { exact: true }).fill(person.password)
  const before = countMails(stage.dataDir, person.email)
  await page.getByRole('button', { name: es['Sign In'] }).click()
  const dialog = page.getByRole('dialog', { name: es['Login Verification'] })
  await dialog.waitFor()
  const mail = await nextMail(stage.dataDir, person.email, before)
  expect(mail.subject).toBe(es['Your sign-in code'])
  await dialog.getByRole('textbox').first().focus()
  await page.keyboard.type(codeIn(mail))
  await dialog.getByRole('button', { name: es.Verify }).click()
  await page.getByRole('heading', { name: es.Dashboard }).waitFor()

  await page.goto('/dashboard/category/create')
  await page.getByLabel(es.Name ?? '').fill('Botas')
  await chooseLanguage(page, 'fr')
  await page.getByRole('heading', { name: `Créer\u00a0: ${fr.Category}` }).waitFor()
  await expect.poll(() => page.getByLabel(fr.Name ?? '').inputValue()).toBe('Botas')

  // The server keeps it: another device follows, mails and exports too.
  await expect
    .poll(async () => {
      const client = await signIn(stage.server.url, stage.dataDir, person)
      return (await client.call('GET', '/api/me')).body.data.language
    })
    .toBe('fr')
  const client = await signIn(stage.server.url, stage.dataDir, person)
  const table = await client.call('GET', '/api/utility/activity_log/export')
  expect(table.body.text).toContain(fr['Committed By'])

  // A choice that did not reach the server is kept by the next page, also when its texts take longer than who is signed in.
  await page.route('**/api/me/language', (route) => route.abort())
  const refusedGerman = page.waitForEvent('requestfailed')
  await chooseLanguage(page, 'de')
  await refusedGerman
  await page.unroute('**/api/me/language')
  const afterMe = async (texts: string) => {
    const isKnown = page.waitForResponse('**/api/me')
    await page.route(texts, (route) => isKnown.then(() => route.continue()))
  }
  const kept = page.waitForRequest('**/api/me/language')
  await afterMe('**/de-*.js')
  await page.goto('/dashboard')
  expect((await kept).postDataJSON()).toEqual({ language: 'de' })
  const inForce = () => page.locator('html').getAttribute('lang')
  await expect.poll(inForce).toBe('de')

  // The person's own goes before the one that this device had, also while the texts of that are on their way.
  await client.call('PUT', '/api/me/language', { language: 'en' })
  await page.evaluate(() => localStorage.setItem('atrium.language', 'es'))
  const arrived = page.waitForResponse('**/es-*.js')
  await afterMe('**/es-*.js')
  await page.goto('/dashboard')
  await (await arrived).finished()
  await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await inForce()).toBe('en')

  // That an earlier choice was kept says nothing of a later one, which did not reach the server.
  let keepEarlier = () => {}
  await page.route('**/api/me/language', (route) => {
    if (route.request().postDataJSON().language !== 'es') return route.abort()
    keepEarlier = () => void route.continue()
    return undefined
  })
  await chooseLanguage(page, 'es')
  const refusedFrench = page.waitForEvent('requestfailed')
  await chooseLanguage(page, 'fr')
  await refusedFrench
  const earlier = page.waitForResponse('**/api/me/language')
  keepEarlier()
  await (await earlier).finished()
  await page.unroute('**/api/me/language')
  const later = page.waitForRequest('**/api/me/language')
  await page.goto('/dashboard')
  expect((await later).postDataJSON()).toEqual({ language: 'fr' })
  await context.close()
}, 120_000)

it('keeps a language that was chosen before the sign-in and whose texts come after it', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  const person = accountOf(stage.dataDir, employee)
  const client = await signIn(stage.server.url, stage.dataDir, person)
  await client.call('PUT', '/api/me/language', { language: 'en' })
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/fr-*.js', (route) => arrived.then(() => route.continue()))
  await page.goto('/auth/employee')
  await page.locator('.language select').first().selectOption('fr')
  await fillSignIn(page, stage.dataDir, person)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  arrive()
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('fr')
  await expect.poll(async () => (await client.call('GET', '/api/me')).body.data.language).toBe('fr')
  await client.call('PUT', '/api/me/language', { language: 'en' })
  await context.close()
}, 60_000)

// Every text 40 % longer, in place of German.
const lookAt = async (page: Page, paths: readonly string[]): Promise<string[]> => {
  await page.route(/\/de-[^/]+\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(pseudoTexts())}`,
    }),
  )
  await chooseLanguage(page, 'de')
  const found: string[] = []
  for (const path of walk(paths, 4)) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await settled(page)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 })
      await nextFrame(page)
      // What is laid out by a script follows in a moment.
      const cut = async () => (await cutTexts(page)).length === 0
      await vi.waitUntil(cut, { timeout: 3_000, interval: 100 }).catch(() => false)
      found.push(...(await cutTexts(page)).map((fault) => `${path} at ${width}: ${fault}`))
    }
  }
  return found
}

it('cuts no text of the back office in a language of long words', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, administrator)
  // In whatever language they were left.
  await page.getByRole('navigation').first().waitFor()
  const paths = [
    '/dashboard',
    '/dashboard/post',
    '/dashboard/post/create',
    '/dashboard/user/create',
    '/dashboard/role/create',
    '/dashboard/configuration',
    '/dashboard/menubar',
    '/dashboard/file',
    '/dashboard/banner/bulk',
    '/dashboard/activity_trail',
    '/dashboard/jobs',
    '/dashboard/mail',
    '/dashboard/profile',
  ]
  expect(await lookAt(page, paths)).toEqual([])
  await context.close()
}, 240_000)

it('cuts no text of the portal and of the sign-ins in a language of long words', async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url)
  await signInPage(page, stage.dataDir, employee)
  await page.getByText('Read Full Message').waitFor()
  const paths = [
    '/',
    '/post',
    '/gallery',
    '/the-harbour-office-opens',
    '/jobs',
    '/apprentice-rope-maker',
    '/employee?by=division',
    '/document?keyword=x',
    '/iso_center',
    '/request',
    '/profile',
    '/profile/requests',
    '/nothing-here',
  ]
  expect(await lookAt(page, paths)).toEqual([])
  await context.clearCookies()
  expect(await lookAt(page, ['/auth/registration', '/auth/login', '/auth/employee', '/auth/forgot-password'])).toEqual(
    [],
  )
  await context.close()
}, 240_000)
