import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Field, FieldKind } from '../../../domain/fields/field.ts'
import type { Resource } from '../../../domain/resource.ts'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../../ui-shared/states.tsx'
import { valueLines } from '../../diff/value-lines.ts'
import { sentenceOf } from './sentence.ts'
import { changedField, type Entry, hasParts, isText } from './use-history.ts'

// Rarely needed, so loaded when it is.
const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

const longest = 120

// A picture is named by the sentence, a secret is never shown, code is of use to nobody here.
const unshown: ReadonlySet<FieldKind> = new Set(['picture', 'file', 'secret', 'html', 'css'])

type Change = Entry['changes'][number]

// What cannot be read at a glance is shown on request.
const isLong = (resource: Resource, entry: Entry, { field: name, from, to }: Change): boolean => {
  const field = changedField(resource, entry, name)
  if (!field) return false
  const isLongText = [from, to].some((value) => typeof value === 'string' && value.length > longest)
  return hasParts(field) || (isText(field) && isLongText)
}

const noNames = (_resource: string, id: string) => `#${id}`

// Only what can be read at a glance; long texts and pictures are named by the sentence. What is not declared any more was
// in the record once: its values are worth a look as well.
const shownText = (value: unknown, field: Field | undefined): string | null => {
  if (field && (unshown.has(field.kind) || hasParts(field))) return null
  const said = field ? valueLines(value, field, noNames) : [value].filter((one) => typeof one === 'string')
  const line = said.join(', ')
  return line !== '' && line.length <= longest ? line : null
}

const Change = ({ resource, entry, change }: { resource: Resource; entry: Entry; change: Change }) => {
  const field = changedField(resource, entry, change.field)
  const from = shownText(change.from, field)
  const to = shownText(change.to, field)
  if (from === null && to === null) return null
  return (
    <>
      <br />
      {from !== null && <del>{from}</del>} {to !== null && <ins>{to}</ins>}
    </>
  )
}

const WhatChanged = ({ resource, record, entry }: { resource: Resource; record: number; entry: Entry }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <br />
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {t('What was changed')}
      </button>
      {isOpen && (
        <Suspense>
          <HistoryDialog {...{ resource, record, entry }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const first = 8

/** The history in sentences: who, what, when; short values with what they were before. */
export const History = ({
  resource,
  record,
  entries,
  error,
  onRetry,
}: {
  resource: Resource
  record: number
  entries: readonly Entry[] | undefined
  error: Error | null
  onRetry: () => void
}) => {
  const [isWhole, setWhole] = useState(false)
  const isAuditor = can(useMe(), 'r-audit')
  if (error) return <LoadError message={error.message} onRetry={onRetry} />
  if (!entries) return <PleaseWait />
  const shown = isWhole ? entries : entries.slice(0, first)
  return (
    <>
      <ol className="trail">
        {shown.map((entry) => (
          <li key={entry.version}>
            <b>{entry.actor?.name ?? t('Somebody')}</b> {sentenceOf(resource, entry)}
            {entry.action !== 'create' &&
              entry.changes.map((change) => <Change key={change.field} {...{ resource, entry, change }} />)}
            {entry.action !== 'create' && entry.changes.some((change) => isLong(resource, entry, change)) && (
              <WhatChanged {...{ resource, record, entry }} />
            )}
            <br />
            <span className="dim">
              <Link className="link" to={`/dashboard/${resource.name}/${record}/history?version=${entry.version}`}>
                {t('Version {version}', { version: entry.version })}
              </Link>
              {' · '}
              <RelativeTime at={entry.at} />
            </span>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <p>
          <button type="button" className="link" onClick={() => setWhole(true)}>
            {t('Show more')}
          </button>
        </p>
      )}
      {entries.length > 0 && (
        <p>
          <Link className="link" to={`/dashboard/${resource.name}/${record}/history`}>
            {t('Compare and revert versions')}
          </Link>
        </p>
      )}
      {isAuditor && (
        <p>
          <Link className="link" to={`/dashboard/evidence?kind=record&resource=${resource.name}&record=${record}`}>
            {t('Evidence for this record')}
          </Link>
        </p>
      )}
    </>
  )
}
