import { createServer } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scopeCss } from '../../platform/content/css.ts'
import { cleanHtml } from '../../platform/content/html.ts'
import { openBrowser } from '../support/browser.ts'
import { hostileCss } from './content-css-corpus.ts'
import { xssCorpus } from './content-xss-corpus.ts'
import { portOf } from './mail-sink.ts'

const scope = '.content-post-42'
const document = `<!doctype html><title>x</title><style id="staff"></style><header>Header <button>Logout</button></header>
  <main class="content-post-42"><a>link</a><p>text</p><b>bold</b></main><header id="after">after</header>`
const server = createServer((request, response) => {
  response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
  response.end(request.url === '/' ? document : '')
})

let browser: Browser
let page: Page
let faults: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  browser = await openBrowser()
  page = await browser.newPage()
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('evil')) faults.push(`request: ${request.url()}`)
  })
  await page.goto(`http://127.0.0.1:${portOf(server)}/`)
})
afterAll(async () => {
  await browser.close()
  server.close()
})

it('a browser finds nothing live in cleaned HTML, whatever stood around it', async () => {
  const texts = xssCorpus.flatMap((vector) => [
    vector,
    `<table><tr><td>${vector}`,
    `<svg>${vector}`,
    `<math><mtext>${vector}`,
    `<p>${vector}`,
  ])
  faults = []
  for (const text of texts) {
    const found = await page.evaluate((html) => {
      const box = window.document.querySelector('main')
      if (box === null) return ['no main']
      box.innerHTML = html
      return [...box.querySelectorAll('*')].flatMap((element) => [
        ...(/^(script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template)$/i.test(element.tagName)
          ? [element.tagName]
          : []),
        ...[...element.attributes].filter(({ name }) => /^on|^style$|^srcdoc$/.test(name)).map(({ name }) => name),
        ...(element instanceof HTMLAnchorElement && !/^(https?:|mailto:|tel:|:|)$/.test(element.protocol)
          ? [element.href]
          : []),
      ])
    }, cleanHtml(text).html)
    expect([text, found]).toEqual([text, []])
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(faults).toEqual([])
})

/** The computed style of everything outside the article, and the elements in it that leave the flow of the page. */
const outside = () =>
  page.evaluate(() => {
    const others = [...window.document.querySelectorAll('html, body, header, button')]
    const inside = [...window.document.querySelectorAll('main, main *')]
    return {
      styles: others.map((element) => {
        const style = getComputedStyle(element)
        // What follows from the height of the article between them is no style of theirs.
        return [...style]
          .filter((name) => !/height|block-size|origin|inset/.test(name))
          .map((name) => `${name}:${style.getPropertyValue(name)}`)
          .join(';')
      }),
      fixed: inside.filter((element) => /fixed|sticky/.test(getComputedStyle(element).position)).length,
    }
  })

it('a browser applies scoped CSS to the article only', async () => {
  await page.reload()
  const before = await outside()
  faults = []
  const texts = hostileCss.flatMap((css) => [
    css,
    `b{color:blue}\n${css}\ni{color:red}`,
    `${css}\nheader{display:none}`,
    `@media all{${css}}`,
  ])
  for (const text of texts) {
    await page.evaluate((css) => {
      const style = window.document.getElementById('staff')
      if (style) style.textContent = css
    }, scopeCss(text, scope).css)
    expect([text, await outside()]).toEqual([text, before])
  }
  expect(faults).toEqual([])
})
