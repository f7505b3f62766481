import { describe, expect, it } from 'vitest'
import { isMailAddress } from '../../../domain/fields/address.ts'
import { maskAddress } from '../../../platform/mail/address.ts'
import { htmlOf } from '../../../platform/mail/message.ts'

describe('an address', () => {
  it.each([['someone@example.org'], ['a.b+c@mail.example.co.uk'], ["o'neil@example.org"]])(
    'that is one plain address is taken: %j',
    (text) => {
      expect(isMailAddress(text)).toBe(true)
    },
  )

  it.each([
    [''],
    ['someone'],
    ['a@b'],
    ['a@example.org,b@evil.test'],
    ['a@example.org b@evil.test'],
    ['a@example.org;b@evil.test'],
    ['a@example.org\r\nBcc: b@evil.test'],
    ['a\0@example.org'],
    ['"a@evil.test x"@example.org'],
    ['<a@example.org>'],
    ['Someone <a@example.org>'],
    ['group: a@example.org;'],
    ['a(comment)@example.org'],
    ['a@[127.0.0.1]'],
    ['a@-example.org'],
    ['.a@example.org'],
    ['a..b@example.org'],
    ['jülian@example.org'],
    ['a@exämple.org'],
    ['ａ@example.org'],
    [`${'a'.repeat(250)}@example.org`],
    [`${'g:'.repeat(10_000)}a@example.org`],
    [`a@${'a.'.repeat(120)}1`],
  ])('that is anything else is refused within 5 ms: %j', (text) => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      expect(isMailAddress(text)).toBe(false)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })

  it('is masked to its first letter and its host', () => {
    expect(maskAddress('someone@example.org')).toBe('s***@example.org')
    expect(maskAddress('broken')).toBe('***')
  })
})

describe('the HTML of a mail', () => {
  it('has the same words, escaped', () => {
    expect(htmlOf('Dear <b>you</b> & "me",\n\nline\nnext')).toContain(
      '<p>Dear &lt;b&gt;you&lt;/b&gt; &amp; &quot;me&quot;,</p><p>line<br>next</p>',
    )
  })

  it('makes web addresses links and nothing else', () => {
    const html = htmlOf('Open https://example.org/change/abc?x=1&y=2. Not javascript:alert(1), nor https://.')
    expect(html).toContain(
      '<a href="https://example.org/change/abc?x=1&amp;y=2">https://example.org/change/abc?x=1&amp;y=2</a>.',
    )
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  it('keeps markup out of a link', () => {
    expect(htmlOf(`https://example.org/"onclick=alert(1)>`)).not.toMatch(/<a [^>]*onclick/)
  })

  it('adds no number of six digits to the one of a code mail', () => {
    expect(htmlOf('Your code is 123456.').match(/\d{6}/g)).toEqual(['123456'])
  })
})
