// Apart from the fields that hold them, so that the portal loads no field.

/** The day (YYYY-MM-DD) on which a moment falls in a time zone (IANA name); in UTC for a name that nobody knows. */
export const dayIn = (at: Date, zone: string): string => {
  try {
    const options = { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const parts = new Intl.DateTimeFormat('en', options).formatToParts(at)
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
    return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  } catch {
    return at.toISOString().slice(0, 10)
  }
}

/** An absence as it is read: days as YYYY-MM-DD. */
type Days = { from: string; until: string }

/** Those that are not over on a day (YYYY-MM-DD), the first of them first. */
export const notOver = <A extends Days>(all: readonly A[], day: string): A[] =>
  all
    .filter(({ until }) => until >= day)
    .toSorted((one, other) => Number(one.from > other.from) - Number(one.from < other.from))
