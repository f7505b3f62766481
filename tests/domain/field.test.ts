import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { css, flag, html, integer, longText, permissions, text } from '../../domain/fields/field.ts'
import { email, isMailAddress, link } from '../../domain/fields/address.ts'
import { isSafeLink } from '../../domain/fields/safe-link.ts'
import { reference } from '../../domain/fields/reference.ts'
import { searchableText } from '../../domain/comparable.ts'
import { reservedSlugs, slugCandidates, slugify } from '../../domain/slug.ts'

const wrong: [string, ReturnType<typeof text>, unknown[]][] = [
  ['text', text({ label: 'Name' }), [null, '', '   ', 3, [], {}, 'a'.repeat(256), 'nul\u0000', '\ud800', undefined]],
  ['long text', longText({ label: 'Excerpt', isRequired: true }), ['', 'é'.repeat(10_001), 1]],
  ['html', html({ label: 'Text' }), ['x'.repeat(400_001), null, 7]],
  ['css', css({ label: 'CSS' }), ['x'.repeat(100_001)]],
  ['flag', flag({ label: 'Featured' }), ['yes', 1, null, 'TRUE', []]],
  ['integer', integer({ label: 'Order', isRequired: true }), ['', 'x', 1.5, -1, 2 ** 31, '1e3', null, '9'.repeat(400)]],
  [
    'email',
    email({ label: 'E-mail' }),
    ['a', 'a@b', 'a@b..c', '"a b"@c.de', 'a@b.c,evil@x.yz', 'a@b.cd\r\nBcc: x@y.zz', `${'a'.repeat(250)}@b.cd`],
  ],
  [
    'reference',
    reference({ label: 'Category', to: 'category', isRequired: true }),
    ['', 0, -1, 'x', 2 ** 31, 1.5, '1,2'],
  ],
  ['permissions', permissions({ label: 'Permissions' }), [['x-post'], 'r-post,drop table', { a: 1 }]],
]

describe.each(wrong)('%s', (_name, field, values) => {
  it.each(values.map((value) => [value]))('refuses %j with a sentence', (value) => {
    const read = field.input.safeParse(value)
    expect(read.success).toBe(false)
    expect(read.error?.issues[0]?.message).toMatch(/[a-z]{2}/i)
  })
})

it('reads numbers, ids and flags from the text of a form', () => {
  expect(integer({ label: 'Order' }).input.parse('12')).toBe(12)
  expect(reference({ label: 'Category', to: 'category' }).input.parse('7')).toBe(7)
  expect(reference({ label: 'Category', to: 'category' }).input.parse('')).toBe(null)
  expect(flag({ label: 'Featured' }).input.parse('false')).toBe(false)
  expect(permissions({ label: 'Permissions' }).input.parse('r-post, c-post')).toEqual(['r-post', 'c-post'])
})

it.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:x',
  'data:text/html,x',
  'vbscript:x',
  '\u0001javascript:x',
  '//evil.test',
  '/\\evil.test',
  'https://',
  'file:///etc/passwd',
  'ftp://a.b',
])('is no safe link: %j', (value) => {
  expect(isSafeLink(value)).toBe(false)
})

it.each(['https://example.org/a?b=c', 'http://example.org', 'mailto:a@b.cd', '/post/hello', '/'])(
  'is a safe link: %s',
  (value) => {
    expect(isSafeLink(value)).toBe(true)
    expect(link({ label: 'Link' }).input.parse(value)).toBe(value)
  },
)

it('takes plain addresses', () => {
  expect(isMailAddress('rina.hartono+portal@harbour-vale.example')).toBe(true)
})

it('folds accents, case and ligatures away, and folding again changes nothing', () => {
  expect(searchableText('  Ünïcode  ﬁsh ')).toBe('unicode fish')
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      (value) => searchableText(searchableText(value)) === searchableText(value),
    ),
  )
})

it('makes an address of any title: letters and digits of any script', () => {
  expect(slugify('Grüße aus München, 2026!')).toBe('grüße-aus-münchen-2026')
  expect(slugify('港の事務所')).toBe('港の事務所')
})

it.each(['post', 'Create', 'API', '12', '!!!', 'gallery index'])(
  'never gives a reserved or letterless address to %s',
  (title) => {
    for (const slug of slugCandidates(title, 'page', 9))
      expect(/\p{L}/u.test(slug) && !reservedSlugs.has(slug), slug).toBe(true)
  },
)

it('proposes distinct addresses, the plain one first', () => {
  const candidates = slugCandidates('Hello there', 'post', 9)
  expect(candidates[0]).toBe('hello-there')
  expect(new Set(candidates).size).toBe(candidates.length)
})
