import { Suspense } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { late } from '../../../ui-shared/parts/late.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { flagOf, type Row } from '../../list/row.ts'
import { publishedFrom, submitDoes } from '../../publishing/publishing-words.ts'
import { isReviewed, isShown } from '../../publishing/reviewed.ts'
import type { KeptAt } from '../drafts/use-draft.ts'
import type { useRecordForm } from '../use-record-form.ts'
import { SaveAt } from './save-at.tsx'
import { SaveBar } from './save-bar.tsx'

const PublishButtons = late(async () => (await import('../../publishing/publish-buttons.tsx')).PublishButtons)

type Edit = Pick<
  ReturnType<typeof useRecordForm>,
  'base' | 'now' | 'changed' | 'isBusy' | 'isLive' | 'stay' | 'submitWith' | 'plan'
> & { keptAt: KeptAt | null; keepDraft: () => void; discard: () => Promise<void> }

/** True where the form of a record asks for a review: of what is live, or of what is to be. */
export const asksReview = (resource: Resource, row: Row | null, reviewed: boolean): boolean =>
  reviewed && (row === null || isShown(resource, row) || flagOf(row, resource.publishing?.draft ?? ''))

const doesOf = ({ resource, row, edit }: { resource: Resource; row: Row | null; edit: Edit }, asks: boolean) =>
  asks ? t('Nothing is published before somebody has looked at it') : submitDoes(resource, row, edit.now)

/** The ways in which a form is saved: at once, as a draft, at a moment, or after a second pair of eyes. */
export const SaveWays = ({
  resource,
  row,
  edit,
  isGone,
  submit = 'Submit',
}: {
  resource: Resource
  row: Row | null
  edit: Edit
  isGone: boolean
  /** What the last button is called. */
  submit: string | undefined
}) => {
  const me = useMe()
  const { publishing } = resource
  const { changed, isBusy, keptAt, isLive } = edit
  const reviewed = isReviewed(resource, me)
  const asks = asksReview(resource, row, reviewed)
  const hasChanges = changed.length > 0
  return (
    <SaveBar
      count={changed.length}
      does={isGone ? null : doesOf({ resource, row, edit }, asks)}
      where={isGone || asks ? null : publishedFrom(resource, row)}
      action={asks ? 'Ask for a review' : submit}
      {...{ keptAt, isBusy }}
      onDiscard={() => void edit.discard()}
    >
      {publishing && isLive && (
        <button type="button" className="btn later" disabled={isBusy || !hasChanges} onClick={edit.keepDraft}>
          {t('Save draft')}
        </button>
      )}
      {!publishing || isLive ? (
        !reviewed && (
          <SaveAt isNew={row === null} {...{ resource, isBusy, hasChanges }} onPlan={() => void edit.plan()} />
        )
      ) : (
        <Suspense>
          <PublishButtons
            // Its moment is set by whoever may publish.
            publishing={reviewed ? { draft: publishing.draft } : publishing}
            {...{ row, isBusy }}
            onKeep={edit.stay}
            onPlan={edit.submitWith}
          />
        </Suspense>
      )}
    </SaveBar>
  )
}
