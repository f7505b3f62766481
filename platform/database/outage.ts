// Connection lost (08), resources (53), stopped or cancelled (57), disk (58), rolled back (40), locked, read-only.
const states = /^(?:08|53|57|58|40)|^55P03$|^25006$/
const codes = /^(?:ECONN|ETIMEDOUT|EPIPE|EAI|ENOTFOUND|EHOST|ENET|ERR_SOCKET)/
const texts =
  /Connection terminated|timeout expired|timeout exceeded|Query read timeout|not queryable|Cannot use a pool after/

/** The five characters with which PostgreSQL names an error, or null when it did not come from there. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null
  return /^[0-9A-Z]{5}$/.test(error.code) && 'severity' in error ? error.code : null
}

/** True when a failed query or connection is about the server, not about what was asked of it. */
export function isDatabaseAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== null) return states.test(state)
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.test(String(error.code))) || texts.test(error.message)
}
