import { isMailAddress } from '../../domain/fields/address.ts'
import { Rejected } from '../../domain/rejected.ts'

/** One plain address, trimmed (reference requirement ML-1). @throws Rejected for lists, groups, quoted names, more than 254 characters */
export function mailAddress(text: string): string {
  const address = text.trim()
  if (!isMailAddress(address)) throw new Rejected('That is not a valid e-mail address.', 'validation')
  return address
}

/** `a***@example.org`: enough to know one's own address by, too little to learn it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '***' : `${[...address][0] ?? ''}***${address.slice(at)}`
}
