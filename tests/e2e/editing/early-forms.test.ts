import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { hasScreens } from '../../../admin-ui/resource-entry.ts'
import { resources } from '../../../domain/catalog.ts'
import type { Resource } from '../../../domain/resource.ts'
import { openBarePage } from '../../support/bare-page.ts'
import { settled, type Watched } from '../../support/browser.ts'
import { openStaffPage } from '../../support/sign-in-page.ts'
import { openStage } from '../../support/stage.ts'

const stage = openStage()
let staff: Watched

beforeAll(async () => {
  staff = await openStaffPage(stage)
  await staff.page.addInitScript(() => {
    let isBegun = false
    let isFirst = true
    const seen = new MutationObserver(() => {
      // What stands in the page until React draws anything.
      if (document.querySelector('#root > .away')) isBegun = true
      else if (isBegun) look()
    })
    const look = () => {
      const hasForm = document.querySelector('main form') !== null
      // On a slow machine the app says first that its screen is on its way: what it asks for then proves nothing.
      if (hasForm && isFirst) performance.mark('form')
      isFirst = false
      if (hasForm) seen.disconnect()
    }
    seen.observe(document, { childList: true, subtree: true })
  })
}, 60_000)
afterEach(() => staff.page.unrouteAll({ behavior: 'ignoreErrors' }))

// The scripts that were asked for before the form stood in the page; null where it was not drawn in one go.
const askedBefore = (page: Page) =>
  page.evaluate(() => {
    const [form] = performance.getEntriesByName('form')
    if (!form) return null
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < form.startTime)
      .map(({ name }) => new URL(name).pathname)
  })

// Where the demo company has no first one.
const firsts: Readonly<Record<string, number>> = { employee: 6 }

const pathsOf = ({ name, isSingleton }: Resource): string[] =>
  isSingleton ? [`/dashboard/${name}`] : [`/dashboard/${name}/create`, `/dashboard/${name}/${firsts[name] ?? 1}`]

const forms = resources.filter((one) => hasScreens(one) && !one.inbox).flatMap(pathsOf)

it.each(forms)('%s is drawn whole by the files that its page names', { timeout: 60_000 }, async (path) => {
  const { page, faults } = staff
  const form = page.locator('main form')
  const shown = () => form.locator('[data-path]').evaluateAll((all) => all.map((one) => one.getAttribute('data-path')))
  await page.goto(path)
  await form.waitFor()
  await settled(page)
  const whole = await shown()
  expect(whole.length).toBeGreaterThan(0)
  const { named, held, release } = await openBarePage(page, path)
  await form.waitFor()
  await expect.poll(shown).toEqual(whole)
  expect(await page.locator('.part-wait').count()).toBe(0)
  release()
  await settled(page)
  expect(held.size).toBeGreaterThan(0)
  expect(await shown()).toEqual(whole)
  // One that is not needed holds the form up as well, for as long as the route waits.
  let asked = await askedBefore(page)
  for (let again = 0; again < 5 && asked === null; again += 1) {
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await form.waitFor()
    await settled(page)
    asked = await askedBefore(page)
  }
  expect(asked?.filter((file) => !named.has(file))).toEqual([])
  expect(faults).toEqual([])
})
