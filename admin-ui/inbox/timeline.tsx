import { textOf } from '../../domain/json.ts'
import { answerVerb } from '../../domain/shapes/stages.ts'
import type { Resource } from '../../domain/resource.ts'
import { valueLines } from '../diff/value-lines.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type Entry, useHistory } from '../edit/history/use-history.ts'

/** What a record stood at after a step. */
const stageAfter = ({ fields, stateField, verbs }: Resource, { action, changes }: Entry): string => {
  const state = fields[stateField ?? '']
  const moved = changes.find(({ field }) => field === stateField)?.to
  const value = textOf(moved ?? verbs[action]?.to ?? state?.initial)
  return t(state?.labels?.[value] ?? value)
}

/** What a step added to a list that the record derives, such as its deliveries: one line for each entry. */
const addedBy = ({ fields }: Resource, { changes }: Entry): string[] =>
  changes.flatMap(({ field: name, from, to }) => {
    const field = fields[name]
    if (field?.kind !== 'list' || !field.isDerived || !Array.isArray(to)) return []
    const added = to.slice(Array.isArray(from) ? from.length : 0)
    const { note: _note, at: _at, ...parts } = field.of?.fields ?? {}
    return field.of ? valueLines(added, { ...field, of: { ...field.of, fields: parts } }, String) : []
  })

const noteOf = ({ changes }: Entry): string => textOf(changes.find(({ field }) => field === 'note')?.to)

/** The steps of what came in, the newest first: what it stood at, who did it, when, and what they noted for the employee. */
export const Timeline = ({ resource, id }: { resource: Resource; id: number }) => {
  const { data: entries, error, refetch } = useHistory(resource.name, id)
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!entries) return <PleaseWait />
  return (
    <ol className="timeline">
      {entries
        .filter(({ action }) => action !== answerVerb)
        .map((entry) => (
          <li key={entry.version}>
            <b>{stageAfter(resource, entry)}</b>
            <span className="dim">
              {entry.actor?.name ?? t('Somebody')} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </span>
            {addedBy(resource, entry).map((line) => (
              <p key={line}>{line}</p>
            ))}
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
