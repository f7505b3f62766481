import type { ReactNode } from 'react'
import '../../styles/drafts.css'
import type { Resource } from '../../../domain/resource.ts'
import { formatDateTime } from '../../../ui-shared/date.tsx'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import type { Copy, Draft } from '../../../ui-shared/drafts.ts'
import { currentLocale, t } from '../../../ui-shared/i18n.ts'
import { changedNames, type FormValues, fromKept } from '../form-values.ts'
import type { ServerDraft } from './server-drafts.ts'

const titleOf = ({ recordLabel }: Resource, { values }: Draft): string => {
  const words = recordLabel.map((name) => values[name]).filter((word) => typeof word === 'string' && word !== '')
  return words.join(' ') || t('Untitled')
}

/** The labels of the fields that a draft has otherwise than the form began with. */
const otherIn = (resource: Resource, opened: FormValues, draft: Draft): string[] =>
  changedNames(opened, { ...opened, ...fromKept(resource, draft.values) }).map((name) =>
    t(resource.fields[name]?.label ?? name),
  )

type Entry = { key: string; title: string; about: ReactNode; onOpen: () => void; remove: string; onRemove: () => void }

const Line = ({ title, about, onOpen, remove, onRemove }: Entry) => (
  <li>
    <button type="button" className="link" onClick={onOpen}>
      {title}
    </button>{' '}
    <span className="dim">{about}</span>
    <button type="button" className="btn bare small" aria-label={`${remove}: ${title}`} onClick={onRemove}>
      {remove}
    </button>
  </li>
)

/** What is kept of the same form by other tabs, on other devices and by colleagues; each can be gone on with here, or removed. */
export const DraftList = ({
  resource,
  opened,
  isNew,
  copies,
  onServer,
  onOpen,
  onRemove,
  onTake,
  onDiscard,
}: {
  resource: Resource
  /** What the form began with. */
  opened: FormValues
  isNew: boolean
  copies: readonly Copy[]
  onServer: readonly ServerDraft[]
  onOpen: (copy: Copy) => void
  onRemove: (copy: Copy) => void
  onTake: (draft: ServerDraft) => void
  onDiscard: (draft: ServerDraft) => void
}) => {
  const list = new Intl.ListFormat(currentLocale())
  const labelsOf = (names: readonly string[]) =>
    list.format(names.map((name) => t(resource.fields[name]?.label ?? name)))
  // What was saved meanwhile says nothing more.
  const ofTabs = copies.flatMap((copy): Entry[] => {
    const other = otherIn(resource, opened, copy.draft)
    const { at } = copy.draft
    return other.length === 0
      ? []
      : [
          {
            key: copy.tab,
            title: isNew ? titleOf(resource, copy.draft) : t('Unsaved changes of {time}', { time: formatDateTime(at) }),
            about: isNew ? <RelativeTime at={at} /> : list.format(other),
            onOpen: () => onOpen(copy),
            remove: t('Remove'),
            onRemove: () => onRemove(copy),
          },
        ]
  })
  const elsewhere = onServer
    .filter(({ fields }) => fields.length > 0)
    .map((draft): Entry => {
      const by = draft.isOwn ? t('Your draft') : t('Draft by {name}', { name: draft.by.name || t('Somebody') })
      const title = isNew ? draft.title || t('Untitled') : ''
      return {
        key: draft.id,
        title: title ? `${title} (${by})` : by,
        about: (
          <>
            <RelativeTime at={draft.at} />
            {!isNew && `, ${labelsOf(draft.fields)}`}
          </>
        ),
        onOpen: () => onTake(draft),
        remove: t('Discard'),
        onRemove: () => onDiscard(draft),
      }
    })
  const entries = [...ofTabs, ...elsewhere]
  if (entries.length === 0) return null
  return (
    <section className="notice drafts" aria-label={t('Drafts of this form')}>
      <h2>{t('Drafts of this form')}</h2>
      <ul>
        {entries.map((entry) => (
          <Line {...entry} key={entry.key} />
        ))}
      </ul>
    </section>
  )
}
