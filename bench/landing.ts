import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { median } from './measure.ts'
import { cookieOf, serveWith } from './server.ts'

// npx tsx bench/landing.ts [rounds]: the portal's landing page in Chromium over 1.6 Mbit/s with 150 ms of latency and a processor four
// times slower, cold each time; needs a build. Milliseconds, and layout shift as browsers count it.
const rounds = Number(process.argv[2] ?? 5)
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path))
const bytesPerSecond = (1.6 * 1_000_000) / 8
type Cookie = Awaited<ReturnType<typeof cookieOf>>
type Vitals = { paint: number; shift: number }

const visit = async (browser: Browser, url: string, cookie: Cookie, width: number) => {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 780 : 900 },
  })
  await context.addCookies([cookie])
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const vitals = { paint: 0, shift: 0 }
    Object.assign(globalThis, { vitals })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) vitals.paint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) vitals.shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('contentinfo').waitFor()
  await page.waitForTimeout(1_000)
  const vitals: Vitals = await page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)
  await context.close()
  return vitals
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-landing-'))
const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
try {
  const cookie = await cookieOf(served.url, dataDir, 'employee')
  const table: object[] = []
  for (const width of [1440, 360]) {
    const found: Vitals[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await visit(browser, served.url, cookie, width))
    table.push({
      width,
      'largest paint (ms, median)': Math.round(median(found.map(({ paint }) => paint))),
      all: found.map(({ paint }) => Math.round(paint)).join(' '),
      'layout shift (most)': Math.max(...found.map(({ shift }) => shift)).toFixed(3),
    })
  }
  console.table(table)
} finally {
  await browser.close()
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
