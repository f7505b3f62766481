import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** One client of its address: an IPv4 address, or the /64 of an IPv6 address, which is what one household gets. */
export const networkOf = (address: string): string => {
  const [plain = ''] = address.split('%')
  if (!ipaddr.isValid(plain)) return address
  const parsed = ipaddr.process(plain)
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`
}

/** The network around an address: the /24 of IPv4; the /64 of IPv6 is one already. */
export const widerNetworkOf = (address: string): string => {
  const network = networkOf(address)
  return ipaddr.IPv4.isValid(network) ? `${ipaddr.IPv4.networkAddressFromCIDR(`${network}/24`).toString()}/24` : network
}

/** The address of a host that somebody typed, looked up once: nothing else is reached than what was checked. Null unless all are public. */
export const publicAddressOf = async (
  host: string,
  addressesOf: (host: string) => Promise<readonly { address: string }[]> = (name) => lookup(name, { all: true }),
): Promise<string | null> => {
  const found = await addressesOf(host).catch(() => [])
  const isPublic = found.every(({ address }) => ipaddr.process(address).range() === 'unicast')
  return isPublic ? (found[0]?.address ?? null) : null
}
