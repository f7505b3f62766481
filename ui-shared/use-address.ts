import { useSearchParams } from 'react-router-dom'

/** A query with these values; an empty one takes its name out. */
export const withValues = (query: URLSearchParams, values: Readonly<Record<string, string>>): URLSearchParams => {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/**
 * The query of the address. A change starts from what the address says and not from what was rendered last: the router renders later, so
 * of two changes in a row the first would be lost. `replace` adds no entry to the browser's history.
 */
export const useAddress = () => {
  const [query, setQuery] = useSearchParams()
  const change = (next: (now: URLSearchParams) => URLSearchParams, replace = false) =>
    setQuery(next(new URLSearchParams(location.search)), { replace })
  return { query, change }
}
