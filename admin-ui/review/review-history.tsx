import { useQuery } from '@tanstack/react-query'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { fetchHistory } from '../edit/history/use-history.ts'
import { HistoryScreen } from '../history/history-screen.tsx'
import { useVersion } from '../history/versions.ts'
import { declarationOfKind, kindWords } from '../log/kinds.ts'
import { readableReview } from './readable-review.ts'

/** The history of a review, or of a comment on one: who wrote it and what it is about stand in its name. */
export const ReviewHistory = ({ resource, id, back }: { resource: Resource; id: string; back: string }) => {
  const { data: first, isPending } = useVersion(resource, Number(id), 1)
  const { data: begun } = useQuery({
    queryKey: [resource.name, 'history', Number(id), 'first'],
    queryFn: ({ signal }) => fetchHistory(resource.name, Number(id), { limit: 1, before: 2 }, signal),
  })
  const { kind = '', ...values } = first?.values ?? {}
  const { data: of } = useQuery({
    queryKey: ['declaration', textOf(kind)],
    queryFn: () => (kind === '' ? null : declarationOfKind(textOf(kind))),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const shown = readableReview(resource, of ?? null)
  if (isPending || of === undefined || begun === undefined) return <PleaseWait />
  const record = textOf(values.record_name)
  const name = begun.data[0]?.actor?.name ?? ''
  const said =
    resource.name === 'review'
      ? t('Review of “{record}”', { record })
      : t('Comment of {name} on “{record}”', { name, record })
  const title = record === '' ? `${kindWords(resource.name)} ${id}` : said
  return <HistoryScreen resource={shown} recordKey={id} shownAs={{ title, back }} />
}
