import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { callOk, cookieOf, serveWith, tokenOf } from './server.ts'
import { quantile } from './watch.ts'

// npx tsx bench/typing.ts [slower]: how long each key takes from the press until it is painted (Event Timing), with a processor so many times slower
// (4), in a post of 4,000 words and in the search of a list of 100 rows; needs a build and Chromium.
const slower = Number(process.argv[2] ?? 4)
const words = 4_000

const paragraphs = Array.from({ length: words / 40 }, (_, index) => `<p>${`word${index} `.repeat(40).trim()}</p>`).join(
  '',
)

/** What an entry of the browser holds that is read here. */
type Key = { name: string; duration: number }

const keysOf = async (page: Page, type: () => Promise<void>): Promise<number[]> => {
  await page.evaluate(() => {
    const seen: Key[] = []
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) seen.push({ name, duration })
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit) // a field that its type lacks
  })
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await type()
  await page.waitForTimeout(1_000)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // What the page has kept in its own global.
  return page.evaluate(() =>
    (globalThis as unknown as { seen: Key[] }).seen
      .filter(({ name }) => name.startsWith('key'))
      .map(({ duration }) => duration),
  )
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  const token = await tokenOf(served.url, dataDir)
  const [category] = await callOk(served.url, token, 'GET', '/api/utility/getCategories')
  const { id } = await callOk(served.url, token, 'POST', '/api/post', {
    name: 'A long post',
    excerpt: 'What it is about',
    category: category.value,
    content: paragraphs,
  })
  for (let index = 0; index < 90; index += 1)
    await callOk(served.url, token, 'POST', '/api/post', {
      name: `Post ${index}`,
      excerpt: 'x',
      category: category.value,
      content: '<p>Text</p>',
    })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies([await cookieOf(served.url, dataDir, 'user')])
  const page = await context.newPage()
  const say = (what: string, keys: readonly number[]) =>
    console.log(
      `${what}: ${keys.length} events over 16 ms, p50 ${quantile(keys, 0.5)}, p98 ${quantile(keys, 0.98)}, longest ${Math.max(0, ...keys)} ms`,
    )
  await page.goto(`${served.url}/dashboard/post/${id}`)
  const text = page.locator('.ProseMirror').first()
  await text.waitFor()
  await page.waitForTimeout(1_000)
  await text.locator('p').nth(50).click()
  say(
    'a post of 4,000 words',
    await keysOf(page, () => page.keyboard.type('a sentence that is typed in the middle', { delay: 120 })),
  )
  await page.goto(`${served.url}/dashboard/post?per_page=100`)
  const search = page.getByRole('searchbox').first()
  await search.waitFor()
  await page.waitForTimeout(1_000)
  await search.click()
  say('the search of a list of 100 rows', await keysOf(page, () => page.keyboard.type('post 1234567', { delay: 200 })))
} finally {
  await browser.close()
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
