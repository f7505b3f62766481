import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { css, type Field, flag, html, integer, longText, text } from '../../domain/fields/field.ts'
import { permissions } from '../../domain/fields/permissions.ts'
import { email, isMailAddress, link, social } from '../../domain/fields/address.ts'
import { isSafeLink } from '../../domain/fields/safe-link.ts'
import { socialLink } from '../../domain/fields/social-link.ts'
import { reference } from '../../domain/fields/reference.ts'
import { searchableText } from '../../domain/comparable.ts'
import { reservedSlugs, slugCandidates, slugify } from '../../domain/slug.ts'

const wrong: [string, Field, unknown[]][] = [
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

it('keeps a single line as one: no name writes lines of a mail, a log or a list', () => {
  const line = (sent: string) => text({ label: 'Name' }).input.safeParse(sent).data
  expect(line('Dita\r\n\r\nYour account:\u2028http://x\u0085\u001b[2J ')).toBe('Dita Your account: http://x [2J')
  expect(line('\u0007\n')).toBeUndefined()
  expect(longText({ label: 'Excerpt' }).input.parse('one\ntwo')).toBe('one\ntwo')
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
  'https://user:pw@example.org/',
  'http://user@example.org',
  'https://example.org:443@evil.test',
  'HTTPS:example.org@evil.test',
  'https:///user@evil.test',
])('is no safe link: %j', (value) => {
  expect(isSafeLink(value)).toBe(false)
})

it.each([
  'https://example.org/a?b=c',
  'https://example.org/@ada?to=a@b.cd',
  'http://example.org',
  'mailto:a@b.cd',
  '/post/hello',
  '/',
])('is a safe link: %s', (value) => {
  expect(isSafeLink(value)).toBe(true)
  expect(link({ label: 'Link' }).input.parse(value)).toBe(value)
})

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

it.each([
  ['linkedin', 'ada-l', 'https://www.linkedin.com/in/ada-l'],
  ['instagram', '@ada.l', 'https://www.instagram.com/ada.l'],
  ['twitter', '艾达', 'https://x.com/%E8%89%BE%E8%BE%BE'],
  ['facebook', 'https://www.facebook.com/ada?x=1', 'https://www.facebook.com/ada?x=1'],
  ['facebook', 'm.facebook.com/ada', 'https://m.facebook.com/ada'],
  ['twitter', 'http://twitter.com/ada', 'http://twitter.com/ada'],
  ['facebook', 'https://facebook.com.evil.test/ada', null],
  ['facebook', 'https://evilfacebook.com/ada', null],
  ['facebook', 'https://user:pw@facebook.com/ada', null],
  ['facebook', 'https://linkedin.com/in/ada', null],
  ['linkedin', 'https://linkedin.com:8443/in/ada', null],
  ['linkedin', 'javascript:alert(1)', null],
  ['linkedin', '//linkedin.com/in/ada', null],
  ['linkedin', 'two words', null],
  ['linkedin', '../ada', null],
] as const)('at %s, %j is %j', (service, value, address) => {
  expect(socialLink(service, value)).toBe(address)
  const { success } = social({ label: 'Profile', service }).input.safeParse(value)
  expect(success).toBe(address !== null)
})

it('takes no address that reads as another once it is decoded', () => {
  for (const value of ['=?utf-8?q?ada?=@example.org', 'ada=?utf-8?b?YQ==?=@example.org', '=?x@example.org'])
    expect([value, isMailAddress(value)]).toEqual([value, false])
  expect(isMailAddress('what?=really@example.org')).toBe(true)
})
