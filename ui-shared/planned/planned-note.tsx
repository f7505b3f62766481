import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { api } from '../api/client.ts'
import { saysSchema } from '../api/says.ts'
import { formatDateTime } from '../date.tsx'
import { say, t } from '../i18n.ts'

const aheadSchema = z.object({
  data: z.object({
    planned: z.number(),
    refused: z.number(),
    first: z.array(
      z.object({
        resource: z.string(),
        record: z.nullable(z.number()),
        name: z.nullable(z.string()),
        label: z.string(),
        at: z.string(),
        says: saysSchema,
      }),
    ),
  }),
})

/** Says of a moment ahead that it is what is planned, how much that is, and what of it would be refused. */
export const PlannedNote = ({ moment }: { moment: string }) => {
  const { data, error } = useQuery({
    queryKey: ['schedule', 'ahead', moment],
    queryFn: ({ signal }) => api.get('/schedule/ahead', { as: aheadSchema, query: { at: moment }, signal }),
  })
  const ahead = data?.data
  return (
    <>
      <span>{t('What is planned, not what is certain.')}</span>
      {error && <span>{error.message}</span>}
      {ahead && (
        <span>
          {t('{count, plural, one {# planned change is shown as done.} other {# planned changes are shown as done.}}', {
            count: ahead.planned - ahead.refused,
          })}
        </span>
      )}
      {ahead && ahead.refused > 0 && (
        <details className="refused-then">
          <summary>
            {t(
              '{count, plural, one {# planned change would be refused.} other {# planned changes would be refused.}}',
              { count: ahead.refused },
            )}
          </summary>
          <ul>
            {ahead.first.map(({ resource, record, name, label, at, says }) => (
              <li key={`${resource} ${record} ${at} ${label}`}>
                <b dir="auto">{name ?? (record === null ? t('One that is new') : `#${record}`)}</b> {t(label)},{' '}
                {formatDateTime(at)}
                {says && `: ${say('', says)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
