import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scopeCss } from '../../../platform/content/css.ts'
import { cleanHtml } from '../../../platform/content/html.ts'
import { useBrowser } from '../../support/browser.ts'
import { hostileCss } from './css-corpus.ts'
import { xssCorpus } from './xss-corpus.ts'
import { portOf } from '../mail/sink.ts'

// A browser on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const scope = '.content-post-42'
const document = `<!doctype html><title>x</title><style id="staff"></style><header>Header <button>Logout</button></header>
  <main class="content-post-42"><a>link</a><p>text</p><b>bold</b></main><header id="after">after</header>`
const server = createServer((request, response) => {
  response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
  response.end(request.url === '/' ? document : '')
})

const chromium = useBrowser()
let page: Page
let faults: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  page = await chromium.browser.newPage()
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (request.url().includes('evil')) faults.push(`request: ${request.url()}`)
  })
  await page.goto(`http://127.0.0.1:${portOf(server)}/`)
})
afterAll(() => void server.close())

it('a browser finds nothing live in cleaned HTML, whatever stood around it', async () => {
  const texts = xssCorpus.flatMap((vector) => [
    vector,
    `<table><tr><td>${vector}`,
    `<svg>${vector}`,
    `<math><mtext>${vector}`,
    `<p>${vector}`,
  ])
  faults = []
  const found = await page.evaluate(
    (all) => {
      const box = window.document.querySelector('main')
      if (box === null) return ['no main']
      const refused = /^(script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template)$/i
      return all.flatMap((html) => {
        box.innerHTML = html
        const elements = [...box.querySelectorAll('*')]
        const attributes = elements.flatMap((element) => [...element.attributes]).map(({ name }) => name)
        const schemes = elements.flatMap((element) => (element instanceof HTMLAnchorElement ? [element.protocol] : []))
        return [
          ...elements.map(({ tagName }) => tagName).filter((name) => refused.test(name)),
          ...attributes.filter((name) => /^on|^style$|^srcdoc$/.test(name)),
          ...schemes.filter((scheme) => !/^(https?:|mailto:|tel:|:|)$/.test(scheme)),
        ].map((what) => `${what} in ${html}`)
      })
    },
    texts.map((text) => cleanHtml(text).html),
  )
  expect(texts.length).toBeGreaterThan(1000)
  expect(found).toEqual([])
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(faults).toEqual([])
})

/** Answers which of the stylesheets change the computed style of anything outside the article, or take part of it out of the page. */
const breakouts = (sheets: readonly string[]) =>
  page.evaluate((all) => {
    const style = window.document.getElementById('staff')
    const others = [...window.document.querySelectorAll('html, body, header, button')]
    const inside = [...window.document.querySelectorAll('main, main *')]
    const styleOf = (element: Element) => {
      const computed = getComputedStyle(element)
      // What follows from the height of the article between them is no style of theirs.
      const names = [...computed].filter((name) => !/height|block-size|origin|inset/.test(name))
      return names.map((name) => computed.getPropertyValue(name)).join(';')
    }
    const before = others.map(styleOf).join('\n')
    return all.filter((css) => {
      if (style) style.textContent = css
      const isChanged = others.map(styleOf).join('\n') !== before
      const isLoose = inside.some((element) => /fixed|sticky/.test(getComputedStyle(element).position))
      if (style) style.textContent = ''
      return isChanged || isLoose
    })
  }, sheets)

it('a browser applies scoped CSS to the article only', async () => {
  faults = []
  const texts = hostileCss.flatMap((css) => [
    css,
    `b{color:blue}\n${css}\ni{color:red}`,
    `${css}\nheader{display:none}`,
    `@media all{${css}}`,
  ])
  expect(await breakouts(texts.map((text) => scopeCss(text, scope).css))).toEqual([])
  expect(faults).toEqual([])
})

it('the check itself sees what is not scoped', async () => {
  const loose = ['header{color:red}', '.content-post-42 + header{display:none}', 'p{position:fixed}']
  expect(await breakouts(loose)).toEqual(loose)
})
