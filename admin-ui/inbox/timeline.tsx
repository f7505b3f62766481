import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type Entry, useHistory } from '../edit/history/use-history.ts'

/** What a record stood at after a step. */
const stageAfter = ({ fields, stateField, verbs }: Resource, { action }: Entry): string => {
  const state = fields[stateField ?? '']
  const value = verbs[action]?.to ?? textOf(state?.initial)
  return t(state?.labels?.[value] ?? value)
}

const noteOf = ({ changes }: Entry): string => textOf(changes.find(({ field }) => field === 'note')?.to)

/** The steps of what came in, the newest first: what it stood at, who did it, when, and what they noted for the employee. */
export const Timeline = ({ resource, id }: { resource: Resource; id: number }) => {
  const { data: entries, error, refetch } = useHistory(resource.name, id)
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!entries) return <PleaseWait />
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.version}>
          <b>{stageAfter(resource, entry)}</b>
          <span className="dim">
            {entry.actor?.name ?? t('Somebody')} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </span>
          {noteOf(entry) && (
            <p className="note" dir="auto">
              {noteOf(entry)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
