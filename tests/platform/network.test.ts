import { expect, it } from 'vitest'
import { networkOf, publicAddressOf } from '../../platform/network.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (given, network) => {
  expect(networkOf(given)).toBe(network)
})

it('finds an address to reach for a host only where all of its addresses are public', async () => {
  const named = (...addresses: string[]) =>
    publicAddressOf('mail.example.org', async () => addresses.map((address) => ({ address })))
  expect(await named('93.184.215.14', '2606:2800:21f:cb07::1')).toBe('93.184.215.14')
  for (const inner of ['10.0.0.5', '127.0.0.1', '169.254.169.254', 'fd00::1', '::1', '::ffff:192.168.1.1']) {
    expect(await named('93.184.215.14', inner), `public and ${inner}`).toBeNull()
    expect(await named(inner, '93.184.215.14'), `${inner} and public`).toBeNull()
  }
  expect(await named()).toBeNull()
  expect(await publicAddressOf('mail.example.org', () => Promise.reject(new Error('no such host')))).toBeNull()
})
