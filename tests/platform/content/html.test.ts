import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from '../../../platform/content/html.ts'
import { allowedTags } from '../../../platform/content/html-policy.ts'
import { xssCorpus } from './xss-corpus.ts'

type Tag = { name: string; attributes: Map<string, string> }

/** Reads cleaned HTML by its own strict grammar: what does not fit it is an error, so nothing can hide from the checks. */
function tagsOf(html: string): Tag[] {
  const tags: Tag[] = []
  const rest = html.replace(
    /<(\/?)([a-z][a-z0-9]*)((?: [a-z][a-z-]*(?:="[^"<>]*")?)*)( \/)?>/g,
    (_, end, name, attributes) => {
      if (end === '') tags.push({ name, attributes: attributesOf(attributes) })
      return ''
    },
  )
  expect(rest).not.toMatch(/[<>]/)
  return tags
}

const attributesOf = (text: string) =>
  new Map([...text.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [name, value] as const))

const expectHarmless = (html: string) => {
  for (const { name, attributes } of tagsOf(html)) {
    expect(allowedTags).toContain(name)
    for (const [attribute, value] of attributes) {
      expect(attribute).not.toMatch(/^on|style|srcdoc|action|srcset|xlink|ping|background/)
      if (attribute === 'href' || attribute === 'src' || attribute === 'cite') {
        expect(value).toMatch(/^(https?:|mailto:|tel:|\/(?![/\\])|#)/)
      }
      if (attribute === 'id' || attribute === 'name') expect(value).toMatch(/^content-/)
    }
    if (attributes.get('target') === '_blank') expect(attributes.get('rel')).toContain('noopener')
  }
}

describe('hostile HTML', () => {
  it('covers at least 200 vectors', () => {
    expect(new Set(xssCorpus).size).toBeGreaterThanOrEqual(200)
  })

  it.each(xssCorpus.map((vector) => [vector]))('is harmless after cleaning: %j', (vector) => {
    expectHarmless(cleanHtml(vector).html)
    expectHarmless(cleanHtml(`<div><p>before ${vector} after</p></div>`).html)
    expectHarmless(cleanHtml(`<table><tr><td>${vector}`).html)
  })

  it.each(xssCorpus.map((vector) => [vector]))('is not changed by cleaning it again: %j', (vector) => {
    const { html } = cleanHtml(vector)
    expect(cleanHtml(html)).toEqual({ html, removed: [] })
  })
})

describe('films', () => {
  const own = '<video src="/files/0123456789abcdef0123456789abcdef/a.mp4" controls preload="metadata"></video>'

  it('of this site stay, with their controls', () => {
    expect(cleanHtml(own)).toEqual({ html: own, removed: [] })
  })

  it.each([
    '<video src="https://elsewhere.example/a.mp4" controls></video>',
    '<video src="/files/../api/me" controls></video>',
    '<video controls><source src="/files/0123456789abcdef0123456789abcdef/a.mp4"></video>',
  ])('of other places go: %s', (html) => {
    expect(cleanHtml(html).html).toBe('')
  })

  it('do not play by themselves', () => {
    const { html, removed } = cleanHtml(own.replace(' controls', ' autoplay loop poster="/x.png" controls'))
    expect([html, removed]).toEqual([own, ['autoplay attribute', 'loop attribute', 'poster attribute']])
  })
})

describe('articles', () => {
  it('keep everything that an article is made of', () => {
    const article =
      '<h2 id="content-a">Title</h2><section class="two columns"><p lang="de" title="x">A <strong>b</strong> <em>c</em>, ' +
      '<mark>d</mark> <sub>e</sub><br />f</p><figure><img src="/files/abc/photo.png" alt="A photo" width="640" height="480" ' +
      'loading="lazy" /><figcaption>caption</figcaption></figure><ul><li>one</li></ul><ol start="3"><li>two</li></ol>' +
      '<dl><dt>term</dt><dd>meaning</dd></dl><table><caption>c</caption><thead><tr><th scope="col" colspan="2">h</th></tr>' +
      '</thead><tbody><tr><td rowspan="2" align="center">d</td></tr></tbody></table><blockquote>q</blockquote>' +
      '<pre><code class="language-js">a &lt; b &amp;&amp; c</code></pre><hr /><details open><summary>s</summary>t</details>' +
      '<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener">x</a> <a href="mailto:a@b.org">m</a> ' +
      '<a href="tel:+123">t</a> <a href="/post/x">p</a> <a href="#content-a">up</a></p></section>'
    expect(cleanHtml(article)).toEqual({ html: article, removed: [] })
  })

  it('keeps no address with a user or password in it', () => {
    for (const address of ['https://user:pw@example.org/', 'http://bank.example@evil.test', 'https:/\\/u@evil.test']) {
      const { html, removed } = cleanHtml(`<p><a href="${address}">x</a></p>`)
      expect([html, removed]).toEqual(['<p><a>x</a></p>', ['unsafe address of a link']])
    }
  })

  it('names what was dropped, each once and in words', () => {
    const { removed } = cleanHtml(
      '<p style="a" onclick="b">x<iframe></iframe><iframe></iframe></p><p style="c"><a href="javascript:x">y</a><!-- z --></p>',
    )
    expect(removed.sort()).toEqual([
      'comment',
      'iframe',
      'onclick attribute',
      'style attribute',
      'unsafe address of a link',
    ])
  })

  it.each([
    ['<p>one</p> if a<b then all that follows', '<p>one</p> if a'],
    ['<p>one</p><p title="abc>two</p><p>three</p>', '<p>one</p>'],
    ['<p>one</p><a href="x', '<p>one</p>'],
    ['<p>one</p><!-- never closed <p>two</p>', '<p>one</p>'],
  ])('says that an unfinished tag takes the rest along: %s', (html, kept) => {
    const cleaned = cleanHtml(html)
    expect(cleaned.html).toBe(kept)
    expect(cleaned.removed).toContain('everything after an unfinished tag')
  })

  it('takes a sign for a sign', () => {
    for (const text of ['x &lt;3 y', 'a &lt; b', '1 &lt; 2 &gt; 0', 'ends with &lt;'])
      expect(cleanHtml(text)).toEqual({ html: text, removed: [] })
    expect(cleanHtml('a < b and x <3 y')).toEqual({ html: 'a &lt; b and x &lt;3 y', removed: [] })
  })

  it('names at most 50 things, each shortly', () => {
    const attributes = Array.from({ length: 500 }, (_, index) => `data-x${index}${'y'.repeat(100)}="1"`).join(' ')
    const { removed } = cleanHtml(`<p ${attributes}>x</p>`)
    expect(removed).toHaveLength(50)
    expect(Math.max(...removed.map((text) => text.length))).toBeLessThan(60)
  })

  it('keep the words of elements that are dropped', () => {
    expect(cleanHtml('<p>a <font color=red>red</font> <center>word</center></p>').html).toContain('red')
  })

  it('link to headings by the prefixed id', () => {
    expect(cleanHtml('<h2 id="top">x</h2><a href="#top">up</a>').html).toBe(
      '<h2 id="content-top">x</h2><a href="#content-top">up</a>',
    )
  })

  it('lose a picture whose address is unsafe', () => {
    expect(cleanHtml('<p>a<img src="data:image/svg+xml,x" alt="b">c</p>')).toEqual({
      html: '<p>ac</p>',
      removed: ['unsafe address of a picture'],
    })
  })

  it('nested more than 500 deep are refused with a sentence', () => {
    expect(() => cleanHtml('<div>'.repeat(501))).toThrow('The text is nested too deeply.')
    expect(() => cleanHtml('<div>'.repeat(500))).not.toThrow()
  })
})

const word = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '&amp;',
    '&lt;',
    '&amp;lt;',
    '&#60;',
    '&#0;',
    '&nbsp;',
    '&notanentity;',
    '&',
    '<',
    '>',
    '"',
    "'",
    '\r\n',
    '--',
    ']]>',
  ),
)
const tagName = fc.constantFrom(
  ...allowedTags,
  'custom',
  'form',
  'svg',
  'math',
  'script',
  'style',
  'title',
  'textarea',
  'select',
  'option',
  'template',
  'iframe',
  'body',
  'font',
)
const attribute = fc
  .tuple(
    fc.constantFrom(
      'class',
      'id',
      'href',
      'src',
      'title',
      'rel',
      'target',
      'alt',
      'style',
      'onclick',
      'open',
      'headers',
      'lang',
    ),
    word,
  )
  .map(([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`)
const token = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(tagName, fc.array(attribute, { maxLength: 3 }))
      .map(([name, all]) => `<${[name, ...all].join(' ')}>`),
  },
  { weight: 2, arbitrary: tagName.map((name) => `</${name}>`) },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: fc.constantFrom('<!--', '-->', '<![CDATA[', '</', '<p', '="', '<a href="') },
)

describe('cleaning', () => {
  it('twice is the same as once, whatever the nesting', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
        const { html } = cleanHtml(tokens.join(''))
        expectHarmless(html)
        expect(cleanHtml(html)).toEqual({ html, removed: [] })
      }),
      { numRuns: 1500 },
    )
  })
})
