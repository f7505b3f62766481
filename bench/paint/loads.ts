import type { Browser, Page } from 'playwright-core'
import type { cookieOf } from '../server.ts'

export type Cookie = Awaited<ReturnType<typeof cookieOf>>

/** Milliseconds until the largest and the first paint, what it was, layout shift as browsers count it, and KB as sent. */
export type Load = { largest: number; first: number; what: string; shift: number; moved: string; kilobytes: number }

const bytesPerSecond = (1.6 * 1_000_000) / 8

const observe = (): void => {
  const load = { largest: 0, first: 0, what: '', shift: 0, moved: '', kilobytes: 0 }
  Object.assign(globalThis, { load })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      load.largest = entry.startTime
      const element = 'element' in entry && entry.element instanceof Element ? entry.element : null
      load.what = element ? `${element.tagName.toLowerCase()} ${(element.textContent ?? '').trim().slice(0, 24)}` : ''
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') load.first = entry.startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('value' in entry)) continue
      load.shift += Number(entry.value)
      const nodes = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
      load.moved += nodes.map(({ node }) => `${node?.nodeName.toLowerCase()}.${node?.className ?? ''} `).join('')
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A line of 1.6 Mbit/s with 150 ms of latency, and a processor four times slower. */
export const slowDown = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  const speed = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
  await client.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...speed })
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

// The stream of live updates never ends, so "networkidle" is of no use where it is a fetch.
const quiet = async (page: Page): Promise<number> => {
  let kilobytes = 0
  let last = performance.now()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    kilobytes += encodedDataLength / 1024
    last = performance.now()
  })
  await page.waitForLoadState('load')
  while (performance.now() - last < 2_000) await page.waitForTimeout(100)
  return Math.round(kilobytes)
}

/** Opens a page with nothing kept but these cookies, slowed down. */
export const loadOnce = async (
  browser: Browser,
  address: string,
  kept: readonly Cookie[],
  width: number,
): Promise<Load> => {
  const height = width < 600 ? 740 : 900
  const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block' })
  await context.addCookies([...kept])
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(observe)
  await page.goto(address, { waitUntil: 'commit' })
  const kilobytes = await quiet(page)
  // What the page has kept in its own global.
  const load = await page.evaluate(() => (globalThis as unknown as { load: Load }).load)
  await context.close()
  return { ...load, kilobytes }
}
