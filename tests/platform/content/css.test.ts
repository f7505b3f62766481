import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scopeCss } from '../../../platform/content/css.ts'
import { hostileCss } from './css-corpus.ts'

const scope = '.content-post-42'
const scoped = (css: string) => scopeCss(css, scope)

type Rule = { selectors: string[]; declarations: string[] }

/** Reads scoped CSS line by line, as it is written; a line that is no part of that form is an error. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let isKeyframes = false
  for (const line of css.split('\n')) {
    if (/^@(media|supports) .*\{$/.test(line) || line === '}' || line === '') continue
    if (/^@(-[a-z]+-)?keyframes content-post-42-[\w-]+ \{$/.test(line)) isKeyframes = true
    else if (line.endsWith(' {'))
      rules.push({ selectors: isKeyframes && /^(from|to|[\d.]+%)/.test(line) ? [] : [line], declarations: [] })
    else rules.at(-1)?.declarations.push(line)
  }
  return rules
}

const expectHarmless = (css: string) => {
  expect(css).not.toMatch(/@import|@font-face|@charset|@namespace|@layer|@property|@container|<\/|evil/i)
  for (const { selectors, declarations } of rulesOf(css)) {
    for (const selector of selectors) {
      expect(selector).toMatch(/^\.content-post-42(?![\w-])/)
      expect(selector).not.toMatch(/^\.content-post-42[^\s,>]*\s*[+~|]/)
    }
    for (const declaration of declarations) {
      expect(declaration).not.toMatch(/^position: (?!static|relative|absolute|initial|unset)/i)
      expect(declaration).not.toMatch(/expression|behavior|binding|javascript/i)
      expect(declaration).not.toMatch(/url\((?!["']?(\/files\/|data:image\/(png|jpeg|gif|webp);))/i)
    }
  }
}

describe('hostile CSS', () => {
  it('covers at least 30 vectors', () => {
    expect(new Set(hostileCss).size).toBeGreaterThanOrEqual(30)
  })

  it.each(hostileCss.map((css) => [css]))('stays in its box: %j', (css) => {
    expectHarmless(scoped(css).css)
    expectHarmless(scoped(`b{color:blue}\n${css}\ni{color:green}`).css)
  })

  it.each(hostileCss.map((css) => [css]))('gives the same when scoped again: %j', (css) => {
    const once = scoped(css).css
    expect(scoped(once)).toEqual({ css: once, removed: [] })
  })
})

describe('CSS of an article', () => {
  it('is put below its scope, selector by selector', () => {
    expect(scoped('h2, .card > p:first-child::before, * { color: red !important }').css).toBe(
      '.content-post-42 h2, .content-post-42 .card > p:first-child::before, .content-post-42 * {\ncolor: red !important;\n}\n',
    )
  })

  it('means the article where it says html, body or :root', () => {
    const { css, removed } = scoped(':root{--gap:1rem} html body{margin:0} body.dark .card{color:#fff}')
    expect(css).toBe(
      '.content-post-42 {\n--gap: 1rem;\n}\n.content-post-42 {\nmargin: 0;\n}\n.content-post-42.dark .card {\ncolor: #fff;\n}\n',
    )
    expect(removed).toEqual([])
  })

  it('keeps media, supports and its own pictures', () => {
    const { css, removed } = scoped(
      '@media (400px <= width) and (orientation: landscape) { @supports (display: grid) { a { background: url("/files/ab/x%20y.png") } } }',
    )
    expect(css).toContain(
      '@media (400px <= width) and (orientation: landscape) {\n@supports (display: grid) {\n.content-post-42 a {',
    )
    expect(css).toContain('url("/files/ab/x%20y.png")')
    expect(removed).toEqual([])
  })

  it('renames its animations and what uses them', () => {
    const { css } = scoped(
      '@keyframes turn { from { top: 0 } to { top: 1px } } p { animation: 1s turn, other 2s; animation-name: turn }',
    )
    expect(css).toContain('@keyframes content-post-42-turn {')
    expect(css).toContain('animation: 1s content-post-42-turn, other 2s;')
    expect(css).toContain('animation-name: content-post-42-turn;')
  })

  it('keeps quoted text, escapes and calculations', () => {
    const css = 'p{content:"\\201C } {";grid-template-areas:"a b"\n"c d";width:calc(100% - (2px + 1px));margin:-1px}'
    expect(scoped(css).removed).toEqual([])
    expect(scoped(css).css).toContain('content: "\\201C } {";')
  })

  it('names what was dropped in words', () => {
    expect(
      scoped('@import "x"; a{position:fixed;background:url(//x)} body + p{color:red} b{i{color:red}}').removed,
    ).toEqual(['@import', 'position: fixed', 'address outside this site', 'selector body + p', 'nested rule'])
  })

  it('is read with the escapes in the names of its at-rules', () => {
    const { css, removed } = scoped('@\\69mport "x"; p { color: teal } @\\6d edia all { b { content: "@\\41 b" } }')
    expect(removed).toEqual(['@import'])
    expect(css).toContain('color: teal')
    expect(css).toContain('@media all {\n.content-post-42 b {\ncontent: "@Ab";')
  })

  it('that cannot be read is reported with its line, not thrown', () => {
    expect(scoped('a{color:red}\nb{color:blue')).toEqual({
      css: '',
      removed: ['everything, because it cannot be read (Unclosed block, line 2)'],
    })
    expect(scoped('@media x{'.repeat(9000) + '}'.repeat(9000)).css).toBe('')
    expect(scoped('a{'.repeat(30_000)).css).toBe('')
  })

  it('has a scope of one class only', () => {
    expect(() => scopeCss('a{}', 'body, .x')).toThrow('a scope is one class name')
  })
})

const piece = fc.constantFrom(
  'a',
  '.b',
  ' ',
  ' > ',
  '+',
  '~',
  ',',
  ':root',
  'body',
  'html',
  scope,
  '{',
  '}',
  ';',
  'color',
  ':',
  'red',
  'position',
  'fixed',
  '"',
  "'",
  '\\',
  '\n',
  '/*',
  '*/',
  '@media x',
  '@import ',
  '@keyframes k',
  'url(',
  ')',
  '(',
  '[',
  ']',
  '!important',
  '--x',
  '&',
  '<',
  'header',
  '%',
  '0',
)

describe('scoping', () => {
  it.each([
    'a:root',
    '*:root',
    '\\32:root',
    '()',
    'a()b',
    'a (b)',
    'a + ()',
    "'@import '",
    'a "b"',
    "['@import ']",
    ':is(@a)',
  ])('drops %s, which says nothing or makes another class of the scope', (selector) => {
    expect(scoped(`${selector} { color: red }`)).toEqual({ css: '', removed: [`selector ${selector}`] })
  })

  it.each(['a.content-post-42', '.content-post-\\34 2 p', 'a.content-post-42 + p'])(
    '%s gets its scope like any other',
    (selector) => {
      expect(scoped(`${selector} { color: red }`).css).toBe(`.content-post-42 ${selector} {\ncolor: red;\n}\n`)
    },
  )

  it('writes what came in several lines in one', () => {
    expect(scoped('@media screen\nand (width > 1px) { h2,\r\nb\ni { color: red } }').css).toBe(
      '@media screen and (width > 1px) {\n.content-post-42 h2, .content-post-42 b i {\ncolor: red;\n}\n}\n',
    )
  })

  it('never throws, never leaves the scope and gives the same again, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const { css } = scoped(`a{color:red} ${pieces.join('')} }`)
        expectHarmless(css)
        expect(scoped(css).css).toBe(css)
      }),
      { numRuns: 3000 },
    )
  })
})
