const key = 'atrium.return'
const lifetime = 120_000

const isOwnPath = (path: string): boolean => path.startsWith('/') && !path.startsWith('//') && !path.includes('\\')
const isAuthPath = (path: string): boolean => /^\/(auth|change|logout|error)(\/|$)/.test(path)

/** Where to go after signing in: kept for 120 seconds, in this tab (A9). Only paths of this site. */
export const rememberRedirect = (path: string, now = Date.now()): void => {
  if (!isOwnPath(path) || isAuthPath(path)) return
  write({ path, until: now + lifetime })
}

/** Restarts the 120 seconds: each step of signing in does. */
export const extendRedirect = (now = Date.now()): void => {
  const path = rememberedRedirect(now)
  if (path) write({ path, until: now + lifetime })
}

/** The remembered path, or null when there is none or its time is over. */
export const rememberedRedirect = (now = Date.now()): string | null => {
  const kept = read()
  return kept && kept.until > now && isOwnPath(kept.path) ? kept.path : null
}

/** Forgets the path: after going there, and at sign-out. */
export const forgetRedirect = (): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing could be stored either.
  }
}

const write = (value: { path: string; until: number }) => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage people land on their first screen instead.
  }
}

const read = (): { path: string; until: number } | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof value !== 'object' || value === null || !('path' in value) || !('until' in value)) return null
    return typeof value.path === 'string' && typeof value.until === 'number'
      ? { path: value.path, until: value.until }
      : null
  } catch {
    return null
  }
}
