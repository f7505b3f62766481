import { expect, it } from 'vitest'
import { networkOf } from '../../platform/network.ts'

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
