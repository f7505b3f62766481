import type { Resource } from '../../../domain/resource.ts'
import { formatDateTime, RelativeTime } from '../../../ui-shared/date.tsx'
import type { Copy, Draft } from '../../../ui-shared/drafts.ts'
import { currentLocale, t } from '../../../ui-shared/i18n.ts'
import { changedNames, type FormValues, fromKept } from '../form-values.ts'

const titleOf = ({ recordLabel }: Resource, { values }: Draft): string => {
  const words = recordLabel.map((name) => values[name]).filter((word) => typeof word === 'string' && word !== '')
  return words.join(' ') || t('Untitled')
}

/** The labels of the fields that a draft has otherwise than the form began with. */
const otherIn = (resource: Resource, opened: FormValues, draft: Draft): string[] =>
  changedNames(opened, { ...opened, ...fromKept(resource, draft.values) }).map((name) =>
    t(resource.fields[name]?.label ?? name),
  )

/** What other tabs keep of the same form on this device, by time; each can be gone on with here, or removed. */
export const DraftList = ({
  resource,
  opened,
  isNew,
  copies,
  onOpen,
  onRemove,
}: {
  resource: Resource
  /** What the form began with. */
  opened: FormValues
  isNew: boolean
  copies: readonly Copy[]
  onOpen: (copy: Copy) => void
  onRemove: (copy: Copy) => void
}) => {
  // What was saved meanwhile says nothing more.
  const offered = copies
    .map((copy) => ({ copy, other: otherIn(resource, opened, copy.draft) }))
    .filter(({ other }) => other.length > 0)
  if (offered.length === 0) return null
  const list = new Intl.ListFormat(currentLocale())
  return (
    <section className="notice drafts" aria-label={t('Drafts on this device')}>
      <h2>{t('Drafts on this device')}</h2>
      <ul>
        {offered.map(({ copy, other }) => {
          const { at } = copy.draft
          const title = isNew
            ? titleOf(resource, copy.draft)
            : t('Unsaved changes of {time}', { time: formatDateTime(at) })
          return (
            <li key={copy.tab}>
              <button type="button" className="link" onClick={() => onOpen(copy)}>
                {title}
              </button>{' '}
              <span className="dim">{isNew ? <RelativeTime at={at} /> : list.format(other)}</span>
              <button
                type="button"
                className="btn bare small"
                aria-label={t('Remove the draft {title}', { title })}
                onClick={() => onRemove(copy)}
              >
                {t('Remove')}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
