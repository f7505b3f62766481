const parameter = 'as_of'

/** The moment that a search string names. */
export const momentIn = (search: string): string | null => new URLSearchParams(search).get(parameter)

// One for as long as the page is loaded, so that nothing that was read of now stands beside what was so then.
const shown = typeof window === 'undefined' ? null : momentIn(window.location.search)

/** The moment that this page shows by its address, as ISO 8601 or as a position of the log; null for now. */
export const shownMoment = (): string | null => shown

// What is no record has no past of its own: who is signed in, work under way, the trail and what the server says of itself.
const ofNow = [
  /^\/(auth|me|live|job|import|checkpoint|evidence|docs)(\/|$)/,
  /^\/utility\/(activity_log|debug_log|permissions|getActors|getMenus|operations|couriers|totals|mail)(\/|$)/,
  /^\/\w+\/(unread|mine|export|bulk|mail_server)(\/|$)/,
  /^\/\w+\/[^/]+\/(history|revert|personal_data|erasure|sign_ins|uses)(\/|$)/,
]

/** True for reads below /api that answer as of a moment. */
export const takesMoment = (path: string): boolean => !ofNow.some((pattern) => pattern.test(path))

/** What reads send of the moment. */
export const momentQuery = (path: string): Record<string, string> =>
  shown !== null && takesMoment(path) ? { [parameter]: shown } : {}

/** A search string that names another moment, or none. */
export const withMoment = (search: string, moment: string | null): string => {
  const query = new URLSearchParams(search)
  if (moment === null) query.delete(parameter)
  else query.set(parameter, moment)
  const text = query.toString()
  return text && `?${text}`
}
