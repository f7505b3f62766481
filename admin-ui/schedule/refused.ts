import { useQuery } from '@tanstack/react-query'
import { readCalendar } from './calls.ts'

/** How long what was refused is shown on the first screen, in days. */
export const refusedDays = 14
const dayMilliseconds = 86_400_000

/** What was planned for the last two weeks and refused at its moment, newest first: one's own, and what one may see of others. */
export const useRefused = (isAsked: boolean) =>
  useQuery({
    queryKey: ['schedule', 'refused'],
    queryFn: async ({ signal }) => {
      const now = Date.now()
      const [from, until] = [now - refusedDays * dayMilliseconds, now].map((at) => new Date(at).toISOString())
      const { data } = await readCalendar({ from: from ?? '', until: until ?? '', state: 'failed' }, signal)
      return data.toReversed()
    },
    enabled: isAsked,
  })
