import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { median } from '../measure.ts'
import { callOk, cookieOf, serveWith, tokenOf } from '../server.ts'
import { quantile } from '../watch.ts'
import { actsOn, latencies } from './acts.ts'
import { type Cookie, type Load, loadOnce } from './loads.ts'
import { pages } from './pages.ts'

// npx tsx bench/paint/run.ts [rounds] [loads | acts]: the largest paint of each kind of page over 1.6 Mbit/s with 150 ms of latency and a processor
// four times slower, nothing kept; and how long it takes until what somebody does is painted, with that processor. Needs a build and Chromium.
const [rounds, only] = [Number(process.argv[2] ?? 3), process.argv[3]]
const slower = 4
const words = 4_000

type Cookies = Record<'user' | 'employee' | 'popup', Cookie>

/** What a browser keeps once it has shown the popup of the day, which comes above the first page that is opened alone. */
const popupRead = async (url: string, { name, value }: Cookie): Promise<Cookie> => {
  const answer = await fetch(`${url}/api/utility/portal`, { headers: { cookie: `${name}=${value}` } })
  const { id, version } = (await answer.json()).data.popup
  return { name: 'popup_read', value: `${id}.${version}`, url }
}

const prepare = async (url: string, dataDir: string) => {
  const token = await tokenOf(url, dataDir)
  const [category] = await callOk(url, token, 'GET', '/api/utility/getCategories')
  const post = (name: string, content: string, more: object = {}) =>
    callOk(url, token, 'POST', '/api/post', { name, excerpt: 'x', category: category.value, content, ...more })
  const paragraph = (_: unknown, index: number) => `<p>${`word${index} `.repeat(40).trim()}</p>`
  const long = await post('A long post', Array.from({ length: words / 40 }, paragraph).join(''), { draft: true })
  for (let index = 0; index < 100; index += 1) await post(`Post ${index}`, '<p>Text</p>', { draft: true })
  await callOk(url, token, 'POST', '/api/utility/config', { reactions: true, comments: true })
  return String(long.slug)
}

const showLoads = async (browser: Browser, url: string, cookies: Cookies) => {
  const table: object[] = []
  for (const { name, who, path, isFirst } of pages)
    for (const width of who === 'employee' ? [1440, 360] : [1440]) {
      const found: Load[] = []
      const kept = [...(who ? [cookies[who]] : []), ...(who === 'employee' && !isFirst ? [cookies.popup] : [])]
      for (let round = 0; round < rounds; round += 1) found.push(await loadOnce(browser, url + path, kept, width))
      table.push({
        page: name + (isFirst ? ' *' : ''),
        width,
        'largest paint': Math.round(median(found.map(({ largest }) => largest))),
        all: found.map(({ largest }) => Math.round(largest)).join(' '),
        first: Math.round(median(found.map(({ first }) => first))),
        shift: Math.max(...found.map(({ shift }) => shift)).toFixed(3),
        KB: found[0]?.kilobytes,
        what: found[0]?.what,
        moved:
          found
            .map(({ moved }) => moved)
            .find(Boolean)
            ?.slice(0, 40) ?? '',
      })
    }
  console.log('* where a person begins: within 1,800 ms; others of the portal once its popup was read')
  console.table(table)
}

const showActs = async (browser: Browser, url: string, cookies: Cookies, long: string) => {
  const table: object[] = []
  for (const one of actsOn(long, 'winter-hours-of-the-front-desk')) {
    const height = one.width < 600 ? 740 : 900
    const context = await browser.newContext({ viewport: { width: one.width, height } })
    await context.addCookies([cookies[one.who], cookies.popup])
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    await page.goto(url + one.path)
    const taken = await latencies(page, one, slower).catch((error: Error) => error.message.split('\n')[0] ?? '')
    table.push(
      typeof taken === 'string'
        ? { act: one.name, failed: taken }
        : { act: one.name, over16: taken.length, p50: quantile(taken, 0.5), longest: Math.max(0, ...taken) },
    )
    await context.close()
  }
  console.table(table)
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-paint-'))
const served = await serveWith(['dist/server/main.js'], {
  DATA_DIR: dataDir,
  PORT: '0',
  DEMO: 'on',
  AUTH_LIMITS_FACTOR: '1000',
})
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  const employee = await cookieOf(served.url, dataDir, 'employee')
  const cookies = {
    user: await cookieOf(served.url, dataDir, 'user'),
    employee,
    popup: await popupRead(served.url, employee),
  }
  if (only !== 'acts') await showLoads(browser, served.url, cookies)
  if (only !== 'loads') await showActs(browser, served.url, cookies, await prepare(served.url, dataDir))
} finally {
  await browser.close()
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
