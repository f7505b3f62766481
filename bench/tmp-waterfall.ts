import { chromium } from 'playwright-core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf, serveWith } from './server.ts'
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-landing-'))
const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const cookie = await cookieOf(served.url, dataDir, 'employee')
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await context.addCookies([cookie])
const page = await context.newPage()
page.on('console', (m) => console.log('CONSOLE', m.type(), m.text()))
const client = await context.newCDPSession(page)
await client.send('Network.enable')
await client.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 200000, uploadThroughput: 200000 })
await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await page.addInitScript(() => { new PerformanceObserver((list) => { for (const e of list.getEntries()) (globalThis as any).lcp = [e.startTime, (e as any).element?.outerHTML?.slice(0, 120), (e as any).url] }).observe({ type: 'largest-contentful-paint', buffered: true }) })
await page.goto(served.url, { waitUntil: 'networkidle' })
await page.waitForTimeout(1500)
console.log(await page.evaluate(() => (globalThis as any).lcp))
for (const r of await page.evaluate(() => performance.getEntriesByType('resource').map((e: any) => [Math.round(e.startTime), Math.round(e.responseStart), Math.round(e.responseEnd), e.transferSize, e.initiatorType, e.name.replace(/^https?:\/\/[^/]+/, '')].join(' ')))) console.log(r)
await browser.close(); await served.stop(); rmSync(dataDir, { recursive: true, force: true })
