import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { scopeCss } from '../../../platform/content/css.ts'
import { cleanHtml } from '../../../platform/content/html.ts'
import { uiConfig } from '../../../vite.ui.ts'
import { nextFrame, sharedBrowser } from '../../support/browser.ts'
import { madeOnce } from '../../support/made-once.ts'

const nonce = 'c3R1ZHktbm9uY2U'
/** The policy of the back office. */
const policy = `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
}
const greenPicture = () =>
  sharp({ create: { width: 3, height: 2, channels: 3, background: '#0b5d4b' } })
    .png()
    .toBuffer()

const buildPage = async (folder: string): Promise<void> => {
  const config = uiConfig('admin')
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    root: import.meta.dirname,
    base: '/',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { ...config.build, outDir: folder, emptyOutDir: true, minify: false },
  })
}

const serve = async (folder: string) => {
  const picture = await greenPicture()
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://127.0.0.1').pathname)
    const isPicture = path.startsWith('/files/')
    if (path === '/api/utility/preview') {
      const { content, css } = JSON.parse(await text(request))
      const read = cleanHtml(content)
      const data = { content: read.html, css: scopeCss(css, '.content-preview').css, removed: read.removed }
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
    }
    try {
      const name = path === '/' ? '/index.html' : path
      const bytes = isPicture ? picture : await readFile(join(folder, name))
      const body = name.endsWith('.html') ? bytes.toString().replaceAll('__CSP_NONCE__', nonce) : bytes
      // As the product serves them: a page of no origin, like a sandboxed frame, may not have them.
      const headers = {
        'content-type': types[extname(name)] ?? 'text/plain',
        'cross-origin-resource-policy': 'same-origin',
      }
      response
        .writeHead(200, name.endsWith('.html') ? { ...headers, 'content-security-policy': policy } : headers)
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** A browser with the page of the editor; `noise` collects what no test may cause. */
export const openBrowser = async () => {
  const server = await serve(await madeOnce('editor', buildPage))
  const context = await (await sharedBrowser()).newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const noise: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(`page error: ${error.stack}`))
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (!/^(data|blob|about):/.test(request.url()) && !request.url().startsWith(server.address))
      noise.push(`asked ${request.url()}`)
  })
  await page.goto(server.address)
  await page.waitForFunction(() => 'harness' in window)
  const close = async () => {
    await context.close()
    server.close()
  }
  return { page, noise, context, close }
}

/** The editing surface, once it stands. */
export const surface = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })

/** Clicks on words of the text, and waits until the editor has been told where the cursor stands. */
export const clickOn = async (page: Page, words: string): Promise<void> => {
  await surface(page).getByText(words).click()
  await nextFrame(page)
  await nextFrame(page)
}

/** Pastes what a clipboard holds: texts by type, and files. */
export const paste = (page: Page, texts: Record<string, string>, files: readonly string[] = []) =>
  surface(page).evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given.texts)) clipboardData.setData(type, text)
      for (const name of given.files) clipboardData.items.add(new File(['x'], name, { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { texts, files },
  )
