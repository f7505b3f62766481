/** True for a web address with a user or a password in it: it shows another host than the one it leads to, or tells a secret. */
export const hasCredentials = (address: string): boolean => /^https?:[/\\]*[^/?#\\]*@/i.test(address)

/** http(s) without a user or password, mailto or a path of this site; `//host` and other schemes are refused (IN-5). */
export const isSafeLink = (value: string): boolean => {
  // Browsers drop exactly these characters before they read a scheme.
  if (/[\u0000-\u0020\u007f\\]/.test(value)) return false
  if (value.startsWith('/')) return !value.startsWith('//')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return value.length > 7
  return (scheme === 'http' || scheme === 'https') && URL.canParse(value) && !hasCredentials(value)
}
