// Connection lost (08), resources (53), stopped or cancelled (57), disk (58), rolled back (40), not let in (28), no such database,
// locked, read-only.
const states = /^(?:08|53|57|58|40|28)|^3D000$|^55P03$|^25006$/
const codes = /^(?:ECONN|ETIMEDOUT|EPIPE|EAI|ENOTFOUND|EHOST|ENET|ERR_SOCKET|ERR_TLS|CERT_)/
const texts =
  /Connection terminated|timeout expired|timeout exceeded|Query read timeout|not queryable|Cannot use a pool after/

/** The five characters with which PostgreSQL names an error, or null when it did not come from there. */
export const sqlState = (error: unknown): string | null => {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : null
}

// What ends the connection is never about the statement; the word is in the server's language, so codes are asked too.
const endsConnection = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')

/** True when a failed query or connection is about the server, not about what was asked of it. */
export const isDatabaseAway = (error: unknown): boolean => {
  const state = sqlState(error)
  if (state !== null) return states.test(state) || endsConnection(error)
  if (!(error instanceof Error)) return false
  // Of a socket that is gone with its server only ENOENT is said, as of any file.
  if ('syscall' in error && error.syscall === 'connect') return true
  return ('code' in error && codes.test(String(error.code))) || texts.test(error.message)
}
