import { useEffect, useState } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { RelativeTime } from '../../../ui-shared/date.tsx'
import { type Draft, loadDrafts, removeDraft } from '../../../ui-shared/drafts.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { type DraftPlace, newRecord } from './use-draft.ts'

type Kept = { record: string; draft: Draft }

const titleOf = ({ recordLabel }: Resource, { values }: Draft): string => {
  const words = recordLabel.map((name) => values[name]).filter((word) => typeof word === 'string' && word !== '')
  return words.join(' ') || t('Untitled')
}

/** The drafts of new records that other tabs left on this device; each can be gone on with here, or removed. */
export const DraftList = ({
  resource,
  place,
  onOpen,
}: {
  resource: Resource
  place: DraftPlace
  onOpen: (draft: Draft) => void
}) => {
  const [kept, setKept] = useState<readonly Kept[]>([])
  const person = place?.person
  const own = place?.record
  useEffect(() => {
    if (person === undefined) return
    const show = (found: Kept[]) => setKept(found.filter(({ record }) => record !== own))
    loadDrafts(person, newRecord(resource)).then(show, () => undefined)
  }, [person, own, resource])
  const take = async ({ record }: Kept) => {
    setKept((now) => now.filter((one) => one.record !== record))
    if (person !== undefined) await removeDraft(person, record).catch(() => undefined)
  }
  if (kept.length === 0) return null
  return (
    <section className="notice drafts" aria-label={t('Drafts on this device')}>
      <h2>{t('Drafts on this device')}</h2>
      <ul>
        {kept.map((one) => (
          <li key={one.record}>
            <button type="button" className="link" onClick={() => void take(one).then(() => onOpen(one.draft))}>
              {titleOf(resource, one.draft)}
            </button>{' '}
            <span className="dim">
              <RelativeTime at={one.draft.at} />
            </span>
            <button
              type="button"
              className="btn bare small"
              aria-label={t('Remove the draft {title}', { title: titleOf(resource, one.draft) })}
              onClick={() => void take(one)}
            >
              {t('Remove')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
