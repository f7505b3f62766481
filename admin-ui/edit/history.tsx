import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { RelativeTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type Entry, isTextChange } from './use-history.ts'

// Rarely needed, so loaded when it is.
const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

const sentences: Readonly<Record<string, string>> = {
  create: 'wrote it',
  activate: 'activated it',
  deactivate: 'deactivated it',
  delete: 'deleted it',
  restore: 'restored it',
  feature: 'set it as featured',
  unfeature: 'took it off the featured ones',
}

const labelOf = (resource: Resource, field: string) => {
  const label = resource.fields[field]?.label
  return label ? t(label).toLowerCase() : field
}

const sentenceOf = (resource: Resource, { action, changes }: Entry): string => {
  const known = sentences[action]
  if (known) return t(known)
  if (changes.length === 0) return t('saved it')
  return t('changed {fields}', { fields: changes.map(({ field }) => labelOf(resource, field)).join(', ') })
}

const longest = 120

const shownText = (value: unknown): string | null =>
  (typeof value === 'string' || typeof value === 'number') && value !== '' && String(value).length <= longest
    ? String(value)
    : null

// What cannot be read at a glance is shown on request.
const isLong = (resource: Resource, { field, from, to }: Entry['changes'][number]): boolean =>
  isTextChange(resource, field) && [from, to].some((value) => typeof value === 'string' && value.length > longest)

// Only what can be read at a glance; texts and pictures are named by the sentence.
const Change = ({ resource, change }: { resource: Resource; change: Entry['changes'][number] }) => {
  // What is not declared any more was in the record once: its values are worth a look as well.
  const kind = resource.fields[change.field]?.kind ?? 'text'
  if (kind !== 'text' && kind !== 'longText' && kind !== 'link' && kind !== 'integer' && kind !== 'email') return null
  const from = shownText(change.from)
  const to = shownText(change.to)
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
              entry.changes.map((change) => <Change key={change.field} resource={resource} change={change} />)}
            {entry.action !== 'create' && entry.changes.some((change) => isLong(resource, change)) && (
              <WhatChanged {...{ resource, record, entry }} />
            )}
            <br />
            <span className="dim">
              <RelativeTime at={entry.at} />
            </span>
          </li>
        ))}
      </ol>
      {shown.length < entries.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t('Show all {count}', { count: entries.length })}
        </button>
      )}
    </>
  )
}
