import { describe, expect, it } from 'vitest'
import { cssProblems, cssTokens, htmlProblems, htmlTokens } from '../../admin-ui/editor/code/code-problems.ts'

const said = (problems: ReturnType<typeof htmlProblems>) =>
  problems.map(({ line, text, values }) => [
    line,
    text.replace('{line}', String(line)).replace(/\{(\w+)\}/, (_all, name) => String(values[name])),
  ])

describe('HTML that is edited as code', () => {
  it.each([
    ['<p>One <br> two<p>Three\n<ul><li>a<li>b</ul>', []],
    ['<p>One</p>\n<div>\n<b>x</div>', [[3, 'Line 3: <b> is never closed.']]],
    ['<p>One</p>\n</section>', [[2, 'Line 2: </section> closes nothing.']]],
    ['<div>\n<p>One', [[1, 'Line 1: <div> is never closed.']]],
    ['one\n<a href="x', [[2, 'Line 2: a tag or comment does not end.']]],
    ['<!-- <div> -->\n<!-- one', [[2, 'Line 2: a tag or comment does not end.']]],
    ['<img alt="a > b" src="x">', []],
    ['a < b', []],
  ])('%j has the problems %j', (code, problems) => {
    expect(said(htmlProblems(code))).toEqual(problems)
  })

  it('is coloured piece by piece without losing a sign of it', () => {
    const code = '<p class="a" hidden>x &amp; y < z</p><!-- c --><img src=a.png/>\n<'
    const tokens = htmlTokens(code)
    expect(tokens.map(({ text }) => text).join('')).toBe(code)
    expect(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text)).toEqual([
      'class',
      'hidden',
      'src',
      'a.png',
    ])
  })
})

describe('CSS that is edited as code', () => {
  it.each([
    ['a { color: red }', []],
    ['a {\n  color: red', [[1, 'Line 1: { has no counterpart.']]],
    ['a { }\n}', [[2, 'Line 2: } has no counterpart.']]],
    ['a { }\n/* b', [[2, 'Line 2: /* has no counterpart.']]],
    ['a { content: "{" }', []],
    [
      'a { content: "x }',
      [
        [1, 'Line 1: { has no counterpart.'],
        [1, 'Line 1: " has no counterpart.'],
      ],
    ],
  ])('%j has the problems %j', (code, problems) => {
    expect(said(cssProblems(code)).sort()).toEqual(problems.sort())
  })

  it('is coloured piece by piece without losing a sign of it', () => {
    const code = '@media print {\n  .a > b::before { color: #fff; margin: 1px auto; content: "}" } /* c */\n}'
    const tokens = cssTokens(code)
    expect(tokens.map(({ text }) => text).join('')).toBe(code)
    expect(tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text)).toContain('margin')
  })
})
