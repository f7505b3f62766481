import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { FieldDiff } from '../diff/field-diff.tsx'
import { useNames } from '../diff/use-names.ts'
import { TextDiff } from '../diff/text-diff.tsx'
import { differing, labelOfPart, partWords, useVersion, type Version } from './versions.ts'

type Ends = { from: Version; to: Version }

const valueIn = (version: Version, name: string): unknown => {
  if (name === 'status' || name === 'slug') return version[name]
  return version.values[name]
}

const Differences = ({
  resource,
  from,
  to,
  onRevert,
}: Ends & { resource: Resource; onRevert: ((name: string) => void) | null }) => {
  const names = differing(resource, from, to)
  const nameOf = useNames(
    names.flatMap((name) => {
      const field = resource.fields[name]
      return field ? [[field, from.values[name]] as const, [field, to.values[name]] as const] : []
    }),
  )
  if (names.length === 0) return <p className="hint">{t('These two versions are the same.')}</p>
  const files = [...from.files, ...to.files]
  return names.map((name) => {
    const field = resource.fields[name]
    const isSecret = field?.kind === 'secret'
    const sides = { from: valueIn(from, name), to: valueIn(to, name) }
    return (
      <section className="diff-field" key={name}>
        <h2>
          {t(labelOfPart(resource, name))}
          {onRevert && !isSecret && !field?.isSupplied && (
            <button type="button" className="link" onClick={() => onRevert(name)}>
              {t('Take this back…')}
            </button>
          )}
        </h2>
        {isSecret && <p>{t('changed')}</p>}
        {field && !isSecret && <FieldDiff {...{ field, files, nameOf }} {...sides} />}
        {!field && <TextDiff from={partWords(name, sides.from)} to={partWords(name, sides.to)} />}
      </section>
    )
  })
}

const Choice = ({
  label,
  value,
  last,
  onChoose,
}: {
  label: string
  value: number
  last: number
  onChoose: (version: number) => void
}) => (
  <label className="choice">
    <span>{label}</span>
    <select value={value} onChange={({ target }) => onChoose(Number(target.value))}>
      {Array.from({ length: last }, (_, index) => index + 1).map((version) => (
        <option key={version} value={version}>
          {t('Version {version}', { version })}
        </option>
      ))}
    </select>
  </label>
)

/** Any two versions of a record side by side: what differs, part by part. */
export const CompareView = ({
  resource,
  record,
  from,
  to,
  last,
  onChoose,
  onRevert,
}: {
  resource: Resource
  record: number
  from: number
  to: number
  last: number
  onChoose: (from: number, to: number) => void
  /** Takes one part back to the earlier version; null for whoever may not. */
  onRevert: ((name: string) => void) | null
}) => {
  const [one, other] = [useVersion(resource, record, from), useVersion(resource, record, to)]
  const error = one.error ?? other.error
  return (
    <>
      <div className="compared no-print">
        <Choice label={t('From')} value={from} last={last} onChoose={(version) => onChoose(version, to)} />
        <Choice label={t('To')} value={to} last={last} onChoose={(version) => onChoose(from, version)} />
        <button type="button" className="btn small" onClick={() => onChoose(to, from)}>
          {t('Swap')}
        </button>
      </div>
      {error && (
        <LoadError message={error.message} onRetry={() => void Promise.all([one.refetch(), other.refetch()])} />
      )}
      {!error && !(one.data && other.data) && <PleaseWait />}
      {one.data && other.data && <Differences {...{ resource, onRevert }} from={one.data} to={other.data} />}
    </>
  )
}
