import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { expectAccessible } from '../../support/accessible.ts'
import { openPage, type Watched } from '../../support/browser.ts'
import { type Client, signIn } from '../../support/client.ts'
import { accountOf, administrator, employee, signInPage } from '../../support/sign-in-page.ts'
import { expectSeen } from '../../support/seen.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let reader: Watched
let page: Page
let staff: Client

const away = (isAway: boolean) => reader.context.setOffline(isAway)
const banner = () => page.locator('.offline')

/** Waits until this device keeps the answer of a call, whatever it asked for besides. */
const keeps = (address: string) =>
  vi.waitUntil(
    () =>
      page.evaluate(async (path) => {
        if (!(await caches.has('atrium-read'))) return false
        const keys = await (await caches.open('atrium-read')).keys()
        return keys.some(({ url }) => new URL(url).pathname === path)
      }, address),
    { timeout: 20_000, interval: 100 },
  )

const message = () => page.getByRole('textbox', { name: 'Message' })

beforeAll(async () => {
  staff = await signIn(stage.server.url, stage.dataDir, accountOf(stage.dataDir, administrator))
  reader = await openPage(stage.browser, stage.server.url, { width: 390, keepsOffline: true })
  page = reader.page
  await signInPage(page, stage.dataDir, employee)
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  await keeps('/page')
  await keeps('/api/me')
}, 120_000)

it('tells a device that installs it the name of the site, with pictures that are there', async () => {
  const { body, status } = await staff.call('GET', '/api/utility/manifest')
  expect(status).toBe(200)
  expect(body).toMatchObject({ name: expect.any(String), start_url: '/', display: 'standalone' })
  for (const { src, type } of body.icons) {
    const icon = await fetch(stage.server.url + src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type])
  }
})

it('opens without a line with what was read, says so, and goes on when the line is back', async () => {
  await page.goto('/post/the-harbour-office-opens-its-doors')
  const heading = page.locator('main h1')
  await heading.waitFor()
  const [title, address] = [await heading.textContent(), new URL(page.url()).pathname]
  await keeps(`/api${address}`)
  await away(true)
  await page.goto(address)
  await page.getByRole('heading', { name: title ?? '', level: 1 }).waitFor()
  await banner().getByText('The server cannot be reached. You see what this device read last').waitFor()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
  await away(false)
  await expect.poll(() => banner().textContent()).toBe('')
  await page.getByRole('heading', { name: 'Latest posts' }).waitFor()
})

it('keeps what is sent without a line, and sends it once there is one', async () => {
  await page.goto('/iso_center')
  await page.getByLabel('Subject').waitFor()
  await banner().waitFor({ state: 'attached' })
  await away(true)
  await page.getByLabel('Subject').fill('The gate of hall 2')
  await message().fill('It does not close any more.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your message waits on this device.').waitFor()
  await banner().getByText('ISO messages').waitFor()
  await expectAccessible(page, 'what waits')
  await expectSeen(page, 'what waits')
  await away(false)
  await page.getByText('Your message was sent.').waitFor()
  await expect.poll(() => banner().textContent()).toBe('')
  const { body } = await staff.call('GET', '/api/request?keyword=hall')
  expect(body.data).toHaveLength(1)
})

it('gives what is refused back to its form', async () => {
  await page.goto('/iso_center')
  await page.getByLabel('Subject').waitFor()
  await banner().waitFor({ state: 'attached' })
  await away(true)
  await page.getByLabel('Subject').fill('x'.repeat(3_000))
  await message().fill('A subject that is too long.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your message waits on this device.').waitFor()
  await away(false)
  await banner().getByText('What you wrote was not sent:').waitFor()
  await banner().getByRole('button', { name: 'Back to its form' }).click()
  await expect.poll(() => message().inputValue()).toBe('A subject that is too long.')
})

it('asks before what waits goes with a sign-out, and stays where that is not meant', async () => {
  await page.goto('/iso_center')
  await page.getByLabel('Subject').waitFor()
  await banner().waitFor({ state: 'attached' })
  await away(true)
  await page.getByLabel('Subject').fill('The lamp of hall 3')
  await message().fill('It is dark.')
  await page.getByRole('button', { name: 'Submit' }).click()
  await banner().getByText('ISO messages').waitFor()
  const signOut = async () => {
    await page.getByRole('button', { name: /^Hi, / }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await signOut()
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await question.getByText('removes 1 unsaved copy from this device').waitFor()
  await expectAccessible(page, 'the question before a sign-out')
  await expectSeen(page, 'the question before a sign-out')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/iso_center')
  await away(false)
  await page.getByText('Your message was sent.').waitFor()
  const { body } = await staff.call('GET', '/api/request?keyword=lamp')
  expect(body.data).toHaveLength(1)
})

it('shows no longer what was taken away, and keeps nothing once the person signs out', async () => {
  await page.goto('/post')
  await page.locator('a[href^="/post/"]').first().waitFor()
  expect(await page.evaluate(() => caches.has('atrium-read'))).toBe(true)
  await page.goto('/logout')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await expect.poll(() => page.evaluate(() => caches.has('atrium-read'))).toBe(false)
  await away(true)
  const failed = await page.goto('/').catch((error: unknown) => String(error))
  expect(failed).toContain('ERR_INTERNET_DISCONNECTED')
  await away(false)
})
