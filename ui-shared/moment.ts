/** The moment that a search string names. */
export const momentIn = (search: string): string | null => new URLSearchParams(search).get('as_of')

// One for as long as the page is loaded, so that nothing that was read of now stands beside what was so then.
const shown = typeof window === 'undefined' ? null : momentIn(window.location.search)

/** The moment that this page shows by its address, as ISO 8601 or as a position of the log; null for now. */
export const shownMoment = (): string | null => shown

let takes: (path: string) => boolean = () => false

/** Says which reads take the moment of a page that shows one; a page of now never loads what knows. */
export const setTaking = (taking: (path: string) => boolean): void => {
  takes = taking
}

/** The moment that a call below /api is about; null where it is about now. */
export const momentOf = (path: string): string | null => (shown !== null && takes(path) ? shown : null)
