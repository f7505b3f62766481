import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../support/browser.ts'
import { administrator, employee, signInPage } from '../support/sign-in-page.ts'
import { openStage } from '../support/stage.ts'

// npm run guide-pictures: takes the pictures of docs/guide from a running server with the demo company.
type Picture = { path: string; height?: number; prepare?(page: Page): Promise<unknown> }

const folder = join(import.meta.dirname, '..', '..', 'docs', 'guide', 'pictures')
const stage = openStage()

/** The id of the first record of a list, or its address where it has one. */
const first = (page: Page, list: string): Promise<string> =>
  page.evaluate(async (path) => {
    const answer = await fetch(path)
    const [row] = (await answer.json()).data
    return String(row.id)
  }, `/api/${list}`)

// What is planned for the days to come, so that the calendar has something to show.
const planSome = async (page: Page) => {
  await page.evaluate(async () => {
    const { data: posts } = await (await fetch('/api/post?per_page=4')).json()
    const day = 86_400_000
    for (const [index, { id, version }] of posts.entries()) {
      const at = new Date(Date.now() + (index + 1) * day).toISOString()
      const what = index % 2 === 0 ? { verb: 'edit', version, sent: { excerpt: 'Told anew.' } } : { verb: 'deactivate' }
      await fetch('/api/schedule', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resource: 'post', ids: [id], at, ...what }),
      })
    }
  })
  await page.reload()
  await page
    .getByRole('link', { name: /Save changes|Deactivate/ })
    .first()
    .waitFor()
}

const staffPictures: Readonly<Record<string, Picture>> = {
  dashboard: { path: '/dashboard' },
  'post-list': { path: '/dashboard/post' },
  'post-form': { path: '/dashboard/post/{post?per_page=1}', height: 1100 },
  trail: { path: '/dashboard/activity_trail' },
  'org-chart': { path: '/dashboard/org_chart' },
  'employee-form': { path: '/dashboard/employee/{employee?per_page=1}', height: 1100 },
  spreadsheets: { path: '/dashboard/employee/spreadsheets' },
  'role-form': { path: '/dashboard/role/{role?per_page=1}', height: 1000 },
  menubar: { path: '/dashboard/menubar', height: 1000 },
  homepage: { path: '/dashboard/homepage' },
  files: { path: '/dashboard/file' },
  requests: { path: '/dashboard/requests/3' },
  calendar: { path: '/dashboard/calendar', height: 900, prepare: planSome },
  permissions: { path: '/dashboard/audit/permissions' },
  evidence: { path: '/dashboard/evidence' },
  checkpoints: { path: '/dashboard/checkpoints', height: 900 },
}

const portalPictures: Readonly<Record<string, Picture>> = {
  portal: { path: '/', height: 1100 },
  directory: { path: '/employee' },
  'stationery-request': { path: '/request' },
  'my-requests': { path: '/profile/requests' },
  'portal-profile': { path: '/profile', height: 1000 },
}

const resolved = async (page: Page, path: string): Promise<string> => {
  const list = /\{(.*)\}/.exec(path)?.[1]
  return list === undefined ? path : path.replace(/\{.*\}/, await first(page, list))
}

const take = async (page: Page, name: string, { path, height = 800, prepare }: Picture) => {
  await page.setViewportSize({ width: 1200, height })
  await page.goto(await resolved(page, path))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const taken = await page.screenshot({ scale: 'css', animations: 'disabled' })
  await sharp(taken)
    .png({ palette: true, colours: 128, compressionLevel: 9 })
    .toFile(join(folder, `${name}.png`))
}

describe.each([
  { who: 'staff', fits: administrator, pictures: staffPictures },
  { who: 'employees', fits: employee, pictures: portalPictures },
])('pictures of the screens of $who', ({ fits, pictures }) => {
  let page: Page
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    ;({ page } = await openPage(stage.browser, stage.server.url))
    await signInPage(page, stage.dataDir, fits)
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  }, 120_000)

  it.each(Object.entries(pictures))('%s', { timeout: 60_000 }, async (name, picture) => {
    await take(page, name, picture)
    expect(page.url()).not.toMatch(/\/(error|auth)/)
  })
})
