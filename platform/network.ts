import ipaddr from 'ipaddr.js'

/**
 * What counts as one client of its address: an IPv4 address itself, however it is written, and of an IPv6 address its /64,
 * because whole networks of that size are given to one household. What is no address counts as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return address
  const parsed = ipaddr.process(plain)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}
