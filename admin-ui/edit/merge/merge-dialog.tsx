import { type ReactNode, useId, useState } from 'react'
import type { Field } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { TextDiff } from '../../diff/text-diff.tsx'
import { useNames } from '../../diff/use-names.ts'
import { valueLines } from '../../diff/value-lines.ts'
import { asPicture, asText, type FieldValue } from '../fields/field-values.ts'
import { type Choice, type Conflict, conflictsOf, type Merged } from './merge.ts'
import { bothOf, settle } from './settle.ts'
import type { FormValues } from '../form-values.ts'
import { type Entry, useHistory } from '../history/use-history.ts'

const diffed = new Set(['text', 'longText', 'html', 'css', 'link', 'email'])

const isComposite = (field: Field): boolean =>
  ['object', 'list', 'tree', 'references', 'permissions'].includes(field.kind)

const Value = ({ value, field }: { value: FieldValue; field: Field }) => {
  const nameOf = useNames([[field, value]])
  const picture = field.kind === 'picture' ? asPicture(value) : null
  if (picture)
    return (
      <span className="pic">
        <img src={picture.link} alt="" />
      </span>
    )
  return valueLines(value, field, nameOf).join('\n') || t('empty')
}

const Lines = ({ field, from, to }: { field: Field; from: FieldValue; to: FieldValue }) => {
  const nameOf = useNames([from, to].map((value) => [field, value] as const))
  const [before, after] = [from, to].map((value) => valueLines(value, field, nameOf).join('\n'))
  return <TextDiff from={before ?? ''} to={after ?? ''} />
}

// Texts and what has parts are shown by what was changed in them, all else by what it is.
const Said = ({ field, from, to }: { field: Field | undefined; from: FieldValue; to: FieldValue }) => {
  if (!field) return null
  if (isComposite(field)) return <Lines {...{ field, from, to }} />
  if (!diffed.has(field.kind) || (from === to && to === '')) return <Value value={to} field={field} />
  return <TextDiff from={asText(from)} to={asText(to)} isHtml={field.kind === 'html'} />
}

const Offer = ({
  group,
  label,
  isChosen,
  onChoose,
  children,
}: {
  group: string
  label: ReactNode
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) => {
  const id = useId()
  return (
    <div className="offer">
      <label className="check-line">
        <input type="radio" name={group} checked={isChosen} onChange={onChoose} aria-describedby={id} />
        <span>{label}</span>
      </label>
      <div className="said" id={id}>
        {children}
      </div>
    </div>
  )
}

const Theirs = ({ entry }: { entry: Entry | undefined }) =>
  entry ? (
    <>
      {t('Saved by {name}', { name: entry.actor?.name ?? t('Somebody') })} · <RelativeTime at={entry.at} />
    </>
  ) : (
    t('Theirs, saved meanwhile')
  )

const Question = ({
  resource,
  conflict,
  entry,
  chosen,
  onChoose,
}: {
  resource: Resource
  conflict: Conflict
  /** The change that it is about. */
  entry: Entry | undefined
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
}) => {
  const field = resource.fields[conflict.name]
  const { before, mine, theirs } = conflict.sides
  const both = bothOf(field?.kind, conflict.sides)
  const offers: { choice: Choice; label: ReactNode; to: FieldValue }[] = [
    { choice: 'mine', label: t('Yours'), to: mine },
    { choice: 'theirs', label: <Theirs entry={entry} />, to: theirs },
    ...(both === null ? [] : [{ choice: 'both' as const, label: t('Both, yours first'), to: both }]),
    { choice: 'before', label: t('As it was before both'), to: before },
  ]
  return (
    <fieldset>
      <legend>{t(field?.label ?? conflict.name)}</legend>
      {offers.map(({ choice, label, to }) => (
        <Offer
          key={choice}
          group={conflict.id}
          label={label}
          isChosen={chosen === choice}
          onChoose={() => onChoose(choice)}
        >
          <Said field={field} from={before} to={to} />
        </Offer>
      ))}
    </fieldset>
  )
}

/** Both changed the same: what stands, one by one (X13). Nothing is chosen at first; `version` is the form's. */
export const MergeDialog = ({
  resource,
  record,
  merged,
  onSettle,
  onClose,
}: {
  resource: Resource
  record: { id: number; version: number }
  merged: Merged
  onSettle: (settled: FormValues) => void
  onClose: () => void
}) => {
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const { data: entries = [] } = useHistory(resource.name, record.id)
  const conflicts = conflictsOf(merged)
  const left = conflicts.filter(({ id }) => !choices[id]).length
  const changeOf = (name: string) =>
    entries.find(({ version, changes }) => version > record.version && changes.some(({ field }) => field === name))
  return (
    <Dialog title={t('Somebody saved this meanwhile')} size="wide" onClose={onClose}>
      <p className="words">
        {t('Both of you changed what follows. Choose what stands; everything else was brought together.')}
      </p>
      <div className="merge">
        {conflicts.map((conflict) => (
          <Question
            key={conflict.id}
            resource={resource}
            conflict={conflict}
            entry={changeOf(conflict.name)}
            chosen={choices[conflict.id]}
            onChoose={(choice) => setChoices({ ...choices, [conflict.id]: choice })}
          />
        ))}
      </div>
      <div className="acts">
        <span className="hint first" role="status">
          {left > 0 && t('{count, plural, one {# choice} other {# choices}} left.', { count: left })}
        </span>
        <button type="button" className="btn" onClick={onClose}>
          {t('Back to the form')}
        </button>
        <button
          type="button"
          className="btn go"
          disabled={left > 0}
          onClick={() => onSettle(settle(merged, choices, resource.fields))}
        >
          {t('Save these')}
        </button>
      </div>
    </Dialog>
  )
}
