import type { Page } from 'playwright-core'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'

// The module as a script of its own, run in a real browser: how HTML is read is the browser's business.
const bundle = async (): Promise<string> => {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: 'ui-shared/article/safe-html.tsx', formats: ['iife'], name: 'safeHtml' } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  if (!chunk) throw new Error('nothing was built')
  return chunk.code
}

const chromium = useBrowser()
let page: Page

beforeAll(async () => {
  page = await chromium.browser.newPage()
  await page.addScriptTag({ content: await bundle() })
}, 120_000)

/** What stands in the page afterwards, as HTML, and whether anything ran; everything in it is clicked when asked to. */
const show = (html: string, isClicked = false): Promise<{ html: string; ran: boolean }> =>
  page.evaluate(
    async ([dirty, clicked]) => {
      Reflect.set(window, 'ran', false)
      const box = document.createElement('div')
      document.body.replaceChildren(box)
      const { safeFragment } = Reflect.get(window, 'safeHtml')
      box.replaceChildren(safeFragment(dirty))
      const shown = box.innerHTML
      if (clicked) for (const element of box.querySelectorAll<HTMLElement>('*')) element.click()
      // Pictures fail in their order: once ours has, every other would have spoken.
      await new Promise((resolve) => Object.assign(new Image(), { onerror: resolve, src: 'data:,' }))
      return { html: shown, ran: String(Reflect.get(window, 'ran')) === 'true' }
    },
    [html, isClicked] as const,
  )

const hostile = [
  '<script>ran=true</script>',
  '<img src=x onerror=ran=true>',
  '<svg onload=ran=true></svg>',
  '<svg><script>ran=true</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran=true&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran=true>',
  '<a href="javascript:ran=true">x</a>',
  '<a href="java\tscript:ran=true">x</a>',
  '<a href=" &#14; javascript:ran=true">x</a>',
  '<a href="data:text/html,<script>ran=true</script>">x</a>',
  '<iframe srcdoc="<script>parent.ran=true</script>"></iframe>',
  '<object data="data:text/html,x"></object><embed src="x">',
  '<details open ontoggle=ran=true><summary>x</summary></details>',
  '<noscript><p title="</noscript><img src=x onerror=ran=true>"></noscript>',
  '<template><img src=x onerror=ran=true></template>',
  '<input autofocus onfocus=ran=true>',
  '<style>*{background:url(x)}</style>',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.example">',
  '<link rel=stylesheet href="https://elsewhere.example/a.css">',
  '<p style="position:fixed;inset:0">x</p>',
  '<p id=main name=body tabindex=0 accesskey=a popover>x</p>',
  '<xmp><img src=x onerror=ran=true></xmp><plaintext><img src=x onerror=ran=true>',
  '<img src="//elsewhere.example/x.png" alt="x"><img src="https://elsewhere.example/x.png" srcset="https://elsewhere.example/y.png 2x">',
]
const forbidden =
  /<(script|style|svg|math|form|input|iframe|object|embed|base|meta|link|template|xmp|plaintext|noscript)|\son\w+=|\sstyle=|\ssrcset=|javascript:|data:text|src="(https?:)?\/\/|\s(id="main"|name|accesskey|popover)/i

describe('HTML that people wrote', () => {
  test.each(hostile)('does nothing: %s', async (html) => {
    const shown = await show(html, true)
    expect(shown.ran).toBe(false)
    expect(shown.html).not.toMatch(forbidden)
  })

  test('keeps what articles are made of', async () => {
    const html =
      '<h2 class="lead" dir="auto">A</h2><p dir="auto">b <strong>c</strong> <a href="/post/d">d</a> <a href="#content-e">e</a> <a href="mailto:f@g.example">f</a></p>' +
      '<blockquote dir="auto">g</blockquote><ol start="3" dir="auto"><li>h</li></ol><figure id="content-e" dir="auto"><figcaption lang="de">i</figcaption></figure>'
    // Each block takes its direction from its own words.
    expect((await show(html.replaceAll(' dir="auto"', ''))).html).toBe(html)
  })

  test('keeps the measures of an own picture, which loads when it comes into view', async () => {
    expect((await show('<img src="/files/a/b.png" alt="c" width="640" height="360">')).html).toBe(
      '<img src="/files/a/b.png" alt="c" width="640" height="360" decoding="async" loading="lazy" dir="auto">',
    )
  })

  test('opens a new tab without handing over this one', async () => {
    const { html } = await show('<a href="https://elsewhere.example/" target="_top" rel="opener">x</a>')
    expect(html).toBe('<a href="https://elsewhere.example/" target="_blank" rel="noopener noreferrer" dir="auto">x</a>')
  })

  test('puts the words of a foreign picture in its place', async () => {
    expect((await show('<p><img src="https://elsewhere.example/x.png" alt="The quay"></p>')).html).toBe(
      '<p dir="auto">The quay</p>',
    )
  })

  test('lets wide tables scroll by keyboard', async () => {
    const { html } = await show('<table><tbody><tr><th scope="col" colspan="2">1</th></tr></tbody></table>')
    expect(html).toBe(
      '<div class="table-box" tabindex="0" dir="auto"><table><tbody><tr><th scope="col" colspan="2">1</th></tr></tbody></table></div>',
    )
  })
})
