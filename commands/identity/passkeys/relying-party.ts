import { isIP } from 'node:net'

/** Who asks for passkeys: the host of PUBLIC_URL, and the pages that may ask. Null for a number, which can have none. */
export const relyingParty = (publicUrl: string): { id: string; origin: string } | null => {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  return isSafe && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}
