import '../styles/diff.css'
import '../styles/take-back.css'
import { useQuery } from '@tanstack/react-query'
import type { Resource } from '../../domain/resource.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { FieldDiff } from '../diff/field-diff.tsx'
import { TextDiff } from '../diff/text-diff.tsx'
import { useNames } from '../diff/use-names.ts'
import { labelOfPart, partWords } from '../history/versions.ts'
import { declarationOfKind, kindWords } from '../log/kinds.ts'
import type { RecordPreview } from './calls.ts'

/** True where something of a record can be taken back. */
export const isPossible = ({ changes, problem }: RecordPreview): boolean =>
  !problem && changes.some((part) => !part.problem)

/** What tells records of different kinds apart. */
export const keyOf = ({ resource, id }: RecordPreview): string => `${resource}-${id}`

const Part = ({ resource, part }: { resource: Resource; part: RecordPreview['changes'][number] }) => {
  const { name, from, to, problem } = part
  const field = resource.fields[name]
  const nameOf = useNames(field ? [[field, from] as const, [field, to] as const] : [])
  return (
    <div className="diff-field">
      <b>{t(labelOfPart(resource, name))}</b>
      {problem && <p className="error">{say('', problem)}</p>}
      {field ? (
        <FieldDiff field={field} from={from} to={to} files={[]} nameOf={nameOf} />
      ) : (
        <TextDiff from={partWords(name, from)} to={partWords(name, to)} />
      )}
    </div>
  )
}

const Changes = ({ record }: { record: RecordPreview }) => {
  const { data: resource } = useQuery({
    queryKey: ['declaration', record.resource],
    queryFn: () => declarationOfKind(record.resource),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!resource) return null
  return (
    <>
      {record.changes.map((part) => (
        <Part key={part.name} {...{ resource, part }} />
      ))}
      {record.kept.length > 0 && (
        <p className="hint">
          {t('Stays as it is: {fields}', {
            fields: record.kept.map((name) => t(labelOfPart(resource, name))).join(', '),
          })}
        </p>
      )}
    </>
  )
}

/** Records with what would be taken back of each; with `onTick`, each can be left out. */
export const RecordList = ({
  records,
  left = new Set(),
  onTick,
}: {
  records: readonly RecordPreview[]
  left?: ReadonlySet<string>
  onTick?: (key: string, isTicked: boolean) => void
}) => (
  <ul className="taken">
    {records.map((record) => {
      const key = keyOf(record)
      const words = `${kindWords(record.resource)}: ${record.name ?? `#${record.id}`}`
      return (
        <li key={key}>
          {onTick ? (
            <label className="check-line">
              <input
                type="checkbox"
                className="check"
                checked={isPossible(record) && !left.has(key)}
                disabled={!isPossible(record)}
                onChange={({ target }) => onTick(key, target.checked)}
              />
              <b dir="auto">{words}</b>
            </label>
          ) : (
            <b dir="auto">{words}</b>
          )}
          {record.problem && <p className="error">{say('', record.problem)}</p>}
          <Changes record={record} />
        </li>
      )
    })}
  </ul>
)
