import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import { RelativeTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'

const entrySchema = z.object({
  version: z.number(),
  at: z.string(),
  actor: z.optional(z.nullable(z.looseObject({ name: z.optional(z.nullable(z.string())) }))),
  action: z.string(),
  changes: z._default(
    z.array(z.object({ field: z.string(), from: z.optional(z.unknown()), to: z.optional(z.unknown()) })),
    [],
  ),
})
type Entry = z.infer<typeof entrySchema>

/** What happened to a record, newest first. */
export const useHistory = (resource: string, id: number) =>
  useQuery({
    queryKey: [resource, 'history', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.get(`/${resource}/${id}/history`, {
        as: z.object({ data: z.array(entrySchema) }),
        signal,
      })
      return data.toSorted((one, other) => other.version - one.version)
    },
  })

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

// Only what can be read at a glance; texts and pictures are named by the sentence.
const Change = ({ resource, change }: { resource: Resource; change: Entry['changes'][number] }) => {
  const kind = resource.fields[change.field]?.kind
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

const first = 8

/** The history in sentences: who, what, when; short values with what they were before. */
export const History = ({
  resource,
  entries,
  error,
  onRetry,
}: {
  resource: Resource
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
