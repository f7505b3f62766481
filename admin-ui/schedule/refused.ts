import { queryOptions } from '@tanstack/react-query'
import { readCalendar } from './calls.ts'

/** How long what was refused is shown on the first screen, in days. */
export const refusedDays = 14
const dayMilliseconds = 86_400_000

const dayFrom = (days: number): string =>
  `${new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10)}T00:00:00.000Z`

/** What was planned for the last two weeks and refused at its moment, newest first: one's own, and what one may see of others. */
export const refusedQuery = queryOptions({
  queryKey: ['schedule', 'refused'],
  queryFn: async ({ signal }) => {
    // By whole days, so that the address of the call is known ahead (vite.pages.ts).
    const { data } = await readCalendar({ from: dayFrom(-refusedDays), until: dayFrom(1), state: 'failed' }, signal)
    return data.toReversed()
  },
})
