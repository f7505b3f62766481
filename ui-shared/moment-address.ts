/** A search string that names another moment, or none. */
export const withMoment = (search: string, moment: string | null): string => {
  const query = new URLSearchParams(search)
  if (moment === null) query.delete('as_of')
  else query.set('as_of', moment)
  const text = query.toString()
  return text && `?${text}`
}
