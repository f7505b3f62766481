import { useQuery } from '@tanstack/react-query'
import { readCheckpoint } from '../../domain/checkpoint.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import { type Look, lookAtLog } from './check-seen.ts'
import { readSeen, type Seen, type Wrong } from './seen-store.ts'

const hour = 3_600_000

const wrongBefore = (): Look | undefined => {
  const seen = readSeen()
  return seen?.wrong ? { seen, before: seen, abilities: { hashes: true, signatures: true } } : undefined
}

/** How the log compares with what this browser saw before; looked at once for each visit, and every hour. */
export const useSeen = () =>
  useQuery({
    queryKey: ['seen-checkpoint'],
    queryFn: lookAtLog,
    staleTime: hour,
    refetchInterval: hour,
    // What was wrong once is said at once, also while the server cannot be asked.
    initialData: wrongBefore,
    initialDataUpdatedAt: 0,
  })

const titles: Readonly<Record<Wrong, string>> = {
  shorter: 'The log is shorter than the one that this browser has seen.',
  other: 'The log is not the one that this browser has seen.',
  key: 'The log is signed by a key that this browser does not know.',
}

/** How many events a checkpoint is of, as the reader writes it. */
export const sizeOf = ({ note }: Seen): string => formatNumber(readCheckpoint(note)?.size ?? 0)

/** What is wrong, and what to do; null when nothing is. */
export const wrongWords = (seen: Seen): { title: string; meaning: string } | null =>
  seen.wrong && {
    title: t(titles[seen.wrong.kind]),
    meaning: t(
      'This browser saw {seen} events on {at}, the server has {size} now. It may be a restored backup or a new key; it may be that somebody rewrote the log. Change nothing, and ask whoever runs the server.',
      { seen: sizeOf(seen), at: formatDateTime(seen.at), size: formatNumber(seen.wrong.size) },
    ),
  }
