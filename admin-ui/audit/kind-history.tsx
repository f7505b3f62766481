import { useQuery } from '@tanstack/react-query'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { HistoryScreen } from '../history/history-screen.tsx'
import { declarationOfKind, kindWords } from '../log/kinds.ts'
import { ReviewHistory } from '../review/review-history.tsx'
import { NotHere } from '../shell/not-here.tsx'

const own: Readonly<Record<string, typeof ReviewHistory>> = { review: ReviewHistory, remark: ReviewHistory }

/** The history of a record that has no screen: a receipt, a review, a comment on one. */
export const KindHistory = ({ kind, id }: { kind: string; id: string }) => {
  const { data: resource } = useQuery({
    queryKey: ['declaration', kind],
    queryFn: () => declarationOfKind(kind),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (resource === undefined) return <PleaseWait />
  if (resource === null || !/^[1-9]\d{0,9}$/.test(id)) return <NotHere />
  const Own = own[kind]
  const back = `/dashboard/activity_trail?resource=${kind}&record=${id}`
  if (Own) return <Own key={`${kind}-${id}`} {...{ resource, id, back }} />
  return (
    <HistoryScreen
      key={`${kind}-${id}`}
      resource={resource}
      recordKey={id}
      shownAs={{ title: `${kindWords(kind)} ${id}`, back }}
    />
  )
}
