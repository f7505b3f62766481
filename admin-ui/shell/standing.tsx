import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'

const standingSchema = oneOf(z.object({ isHalted: z.boolean(), parkedStreams: z.number() }))
type Standing = z.infer<typeof standingSchema>['data']

const wordsOf = ({ isHalted, parkedStreams }: Standing): { title: string; meaning: string } | null => {
  if (isHalted)
    return {
      title: t('New changes are kept, but do not show at present.'),
      meaning: t('One of them cannot be read, and Atrium waits there so that nobody gets or keeps access by mistake.'),
    }
  if (parkedStreams === 0) return null
  return {
    title: t('{count, plural, one {One record shows} other {# records show}} an older state.', {
      count: parkedStreams,
    }),
    meaning: t('A later change is kept, but cannot be read, so it is missing in lists and on the portal.'),
  }
}

/** Says to those who look after the server that records are out of date, or that nothing new is shown, and what to do. */
export const StandingNotice = () => {
  const mayKnow = can(useMe(), 'r-operations')
  const { data } = useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }) => api.get('/utility/operations', { as: standingSchema, signal }),
    enabled: mayKnow,
    refetchInterval: 60_000,
  })
  if (!mayKnow) return null
  const words = data ? wordsOf(data.data) : null
  return (
    <div className="standing no-print" role="status">
      {words && (
        <div className={data?.data.isHalted ? 'notice bad' : 'notice'}>
          <p>
            <strong>{words.title}</strong> {words.meaning}{' '}
            {t('Please tell whoever runs the server: its log names the cause, and the guide to operations the remedy.')}
          </p>
        </div>
      )}
    </div>
  )
}
