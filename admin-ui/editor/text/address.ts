import { hasCredentials } from '../../../domain/fields/safe-link.ts'

const allowed = /^(https?:\/\/\S+|mailto:\S+@\S+|tel:[+\d][\d\s().-]*|\/(?![/\\])\S*|#\S+)$/i

/** An address as people type it, made whole: `example.com` gets https, an e-mail address mailto. Null when it is none. */
export const wholeAddress = (typed: string): string | null => {
  const address = typed.trim()
  if (hasCredentials(address)) return null
  if (allowed.test(address)) return address
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : null
}
