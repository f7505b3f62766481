import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import '../../styles/drafts.css'
import type { Resource } from '../../../domain/resource.ts'
import { RelativeTime } from '../../../ui-shared/relative-time.tsx'
import { amid, t } from '../../../ui-shared/i18n.ts'
import { shownMoment } from '../../../ui-shared/moment.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { screenPath } from '../../shell/menu-table.ts'
import { askToDiscard } from './ask-to-discard.ts'
import { discardDraft, listDrafts, type ServerDraft } from './server-drafts.ts'

const Draft = ({
  resource,
  draft,
  onDiscard,
}: {
  resource: Resource
  draft: ServerDraft
  onDiscard: (draft: ServerDraft) => void
}) => {
  const title = draft.title || t('Untitled')
  return (
    <li>
      <Link to={`${screenPath(resource.name)}/${draft.record ?? 'create'}?draft=${draft.id}`}>{title}</Link>{' '}
      <span className="dim">
        {draft.record === null ? t('New {thing}', { thing: amid(t(resource.label)) }) : t('Unsaved changes')}
        {', '}
        {draft.isOwn ? t('by you') : t('by {name}', { name: draft.by.name || t('Somebody') })}
        {', '}
        <RelativeTime at={draft.at} />
      </span>
      <button
        type="button"
        className="btn bare small"
        aria-label={`${t('Discard')}: ${title}`}
        onClick={() => onDiscard(draft)}
      >
        {t('Discard')}
      </button>
    </li>
  )
}

/** What somebody who may go on with it sees above a list: forms of such records, new ones too, that were typed into and not saved. */
export const UnsavedDrafts = ({ resource }: { resource: Resource }) => {
  const me = useMe()
  const mayWrite = can(me, `c-${resource.area}`) || can(me, `u-${resource.area}`)
  const { data = [], refetch } = useQuery({
    queryKey: ['draft', resource.name],
    queryFn: ({ signal }) => listDrafts(resource.name, undefined, signal),
    enabled: mayWrite && shownMoment() === null,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const discard = async (draft: ServerDraft) => {
    if (!(await askToDiscard(draft))) return
    try {
      await discardDraft(draft.id)
      toastSuccess(t('The draft is discarded.'))
    } catch (error) {
      showError(error)
    }
    await refetch()
  }
  const drafts = data.filter(({ fields }) => fields.length > 0)
  if (drafts.length === 0) return null
  return (
    <details className="notice drafts unsaved" open={drafts.length <= 3}>
      <summary>{t('{count, plural, one {# draft} other {# drafts}} not saved yet', { count: drafts.length })}</summary>
      <ul>
        {drafts.map((draft) => (
          <Draft key={draft.id} {...{ resource, draft }} onDiscard={(one) => void discard(one)} />
        ))}
      </ul>
    </details>
  )
}
