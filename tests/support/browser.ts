import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

const executable = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
)

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--mute-audio',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]

let running: Browser | undefined

/** A real Chromium that can reach this machine and nothing else. The files of a worker share it; it ends with the worker. */
export const sharedBrowser = async (): Promise<Browser> => {
  if (running?.isConnected()) return running
  running = await chromium.launch({ ...(executable ? { executablePath: executable } : {}), args: flags })
  return running
}

/** That Chromium for all tests of a file, which ends with its pages closed. */
export const useBrowser = (): { readonly browser: Browser } => {
  const opened: { browser?: Browser } = {}
  beforeAll(async () => {
    opened.browser = await sharedBrowser()
  }, 60_000)
  afterAll(async () => {
    for (const context of opened.browser?.contexts() ?? []) await context.close()
  })
  return {
    get browser() {
      if (!opened.browser) throw new Error('The browser is there in tests and later hooks only.')
      return opened.browser
    },
  }
}

/** What pages wait for: event streams never end, and of the word with which a page leaves its end is not told. */
const pending = new WeakMap<Page, Set<Request>>()

/** Has `settled` know what a page asks for; `openPage` does so for its first one. */
export const watchRequests = (page: Page): void => {
  const open = new Set<Request>()
  pending.set(page, open)
  page.on('request', (request) => !request.url().includes('/api/live') && open.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => open.delete(request))
}

const quiet = 100

/** Waits until a page of `openPage` has what it asked for and has asked for nothing more in the tenth of a second after that. */
export const settled = async (page: Page): Promise<void> => {
  const open = pending.get(page)
  if (!open) throw new Error('The page was not opened by openPage, nor is it watched.')
  const deadline = Date.now() + 15_000
  for (let since = Date.now(); Date.now() - since < quiet; await sleep(quiet / 5)) {
    if (open.size > 0) since = Date.now()
    if (Date.now() > deadline) throw new Error(`still waiting for ${[...open].map((one) => one.url()).join(', ')}`)
  }
  await nextFrame(page)
}

/** Closes a context without errors of what a test answers in the server's place and still waits for. */
const endRoutesFirst = (context: BrowserContext): void => {
  const close = context.close.bind(context)
  context.close = async (options) => {
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await close(options)
  }
}

export type Watched = { page: Page; context: BrowserContext; faults: string[] }

/**
 * Keeps what must never happen on a page: console errors, errors of scripts, breaches of the content security policy, requests to
 * other hosts. To be called before the page goes anywhere; `openPage` does so for its first one.
 */
export const watchFaults = async (page: Page, url: string, faults: string[]): Promise<void> => {
  page.on('console', (message) => {
    // A refused call (401, 412) that the app handles is logged by the browser itself; it is not an error of ours.
    if (
      message.type() === 'error' &&
      !/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    )
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(url).host) faults.push(`request: ${request.url()}`)
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
}

/** A page that keeps what must never happen (`watchFaults`). */
export const openPage = async (
  browser: Browser,
  url: string,
  options: { width?: number; dark?: boolean; keepsOffline?: boolean } = {},
): Promise<Watched> => {
  const context = await browser.newContext({
    // What a service worker asks for and answers is not told to a page's listeners.
    serviceWorkers: options.keepsOffline ? 'allow' : 'block',
    baseURL: url,
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  endRoutesFirst(context)
  watchRequests(page)
  const faults: string[] = []
  await watchFaults(page, url, faults)
  return { page, context, faults }
}

/** What a page does after its size, its colours or the cursor changed is done. */
export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
