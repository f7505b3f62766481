import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../domain/fields/field.ts'
import type { Fields } from '../../domain/fields/values.ts'

import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { TextDiff } from '../diff/text-diff.tsx'
import { type NameOf, valueLines } from '../diff/value-lines.ts'
import { isText } from '../edit/history/use-history.ts'
import { type EntryChange, useEntryChanges } from './activity.ts'
import { declarationOfKind } from './kinds.ts'
import { plainText } from './plain-text.ts'

const said = (value: unknown, field: Field | undefined, nameOf: NameOf): string => {
  if (!field || isText(field)) return plainText(value)
  return valueLines(value, field, nameOf).join('\n')
}

const Change = ({ change, field, nameOf }: { change: EntryChange; field: Field | undefined; nameOf: NameOf }) => (
  <>
    <dt>{t(change.label)}</dt>
    <dd>
      {change.isSecret ? (
        <span className="dim">{t('changed')}</span>
      ) : (
        <TextDiff
          from={change.isPersonal ? plainText(change.from) : said(change.from, field, nameOf)}
          to={change.isPersonal ? plainText(change.to) : said(change.to, field, nameOf)}
          isHtml={field?.kind === 'html'}
        />
      )}
    </dd>
  </>
)

const Changes = ({
  changes,
  fields,
  names,
}: {
  changes: readonly EntryChange[]
  fields: Fields
  names: Readonly<Record<string, string>>
}) => {
  const nameOf: NameOf = (resource, id) => names[`${resource}-${id}`] ?? `#${id}`
  if (changes.length === 0) return <p className="dim">{t('No field was changed.')}</p>
  return (
    <dl className="changes">
      {changes.map((change) => (
        <Change key={change.field} change={change} field={fields[change.field]} nameOf={nameOf} />
      ))}
    </dl>
  )
}

const useFields = (resource: string) =>
  useQuery({
    queryKey: ['declared', resource],
    queryFn: async (): Promise<Fields> => {
      const declared = await declarationOfKind(resource)
      // What a verb was given stands among the changes too.
      const given = Object.values(declared?.verbs ?? {}).map(({ input }) => input ?? {})
      return Object.assign({}, ...given, declared?.fields)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What an entry of the trail changed, from what to what. `resource` is what it is about. */
export const EntryChanges = ({ id, resource }: { id: string; resource: string }) => {
  const { data, error, refetch } = useEntryChanges(id)
  const { data: fields } = useFields(resource)
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!data || !fields) return <PleaseWait />
  const { changes, reason } = data.data
  if (changes === null) return <p className="dim">{t('You may not read this record, so its changes are not shown.')}</p>
  if (reason !== null) return <p className="dim">{t('Reason: {reason}', { reason })}</p>
  return <Changes changes={changes} fields={fields} names={data.names} />
}
