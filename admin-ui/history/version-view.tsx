import { type ReactNode, useState } from 'react'
import { isShown } from '../../domain/fields/composite.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useNames } from '../diff/use-names.ts'
import { type NameOf, valueLines } from '../diff/value-lines.ts'
import { BlameDialog } from './blame-dialog.tsx'
import { differing, labelOfPart, partWords, useVersion, type Version } from './versions.ts'

const Value = ({ field, value, at, nameOf }: { field: Field; value: unknown; at: Version; nameOf: NameOf }) => {
  if (field.kind === 'secret') return <span className="dim">{t('It is set, and never shown.')}</span>
  if (field.kind === 'html') return <SafeHtml className="prose" html={typeof value === 'string' ? value : ''} />
  const file = at.files.find(({ id }) => id === value)
  if (field.kind === 'picture' && file) return <img className="whole" src={file.link} alt={file.name} />
  if (field.kind === 'picture' && typeof value === 'number')
    return <span className="hint">{t('This picture is not there any more.')}</span>
  const lines = valueLines(value, field, nameOf)
  return lines.length === 0 ? <span className="dim">{t('empty')}</span> : <p className="lines">{lines.join('\n')}</p>
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A record as it was at a version, to be read: what that version changed is marked, and each field says who set it. */
export const VersionView = ({ resource, record, version }: { resource: Resource; record: number; version: number }) => {
  const { data: at, error, refetch } = useVersion(resource, record, version)
  const { data: before = null } = useVersion(resource, record, version - 1)
  const [asked, setAsked] = useState<string | null>(null)
  const changed = new Set(at && (before || version === 1) ? differing(resource, before, at) : [])
  const fields = Object.entries(resource.fields).filter(
    ([name, field]) =>
      at &&
      field.isInternal !== true &&
      (changed.has(name) || (field.kind === 'secret' ? at.secrets[name] : !isEmpty(at.values[name]))) &&
      (changed.has(name) || (isShown(field, at.values) && !(field.isApart && at.values[name] === false))),
  )
  const nameOf = useNames(fields.map(([name, field]) => [field, at?.values[name]] as const))
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!at) return <PleaseWait />
  const row = (name: string, value: ReactNode) => (
    <div key={name} className={changed.has(name) && version > 1 ? 'was changed' : 'was'}>
      <dt>
        {t(labelOfPart(resource, name))}
        {changed.has(name) && version > 1 && <span className="mark">{t('Changed here')}</span>}
        <button
          type="button"
          className="quiet"
          aria-label={t('Who set it: {field}', { field: t(labelOfPart(resource, name)) })}
          title={t('Who set it')}
          onClick={() => setAsked(name)}
        >
          <Icon name="user" />
        </button>
      </dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <>
      <dl className="as-it-was">
        {fields.map(([name, field]) => row(name, <Value {...{ field, at, nameOf }} value={at.values[name]} />))}
        {at.slug !== null && row('slug', <p className="mono">{at.slug}</p>)}
        <div className={changed.has('status') && version > 1 ? 'was changed' : 'was'}>
          <dt>
            {t('Status')}
            {changed.has('status') && version > 1 && <span className="mark">{t('Changed here')}</span>}
          </dt>
          <dd>{partWords('status', at.status)}</dd>
        </div>
      </dl>
      {asked !== null && <BlameDialog {...{ resource, record, version }} name={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
