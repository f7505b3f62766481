import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { type SharedView, sharedViewsQuery, useSharing } from './shared-views.ts'
import { ViewLines } from './view-lines.tsx'

/** The shared views of a list, for whoever may change them. What was removed can be shared again here: a toast would lie behind the dialog. */
export const SharedLines = ({ resource }: { resource: string }) => {
  const { data = [] } = useQuery(sharedViewsQuery(resource))
  const { share, rename, remove } = useSharing(resource)
  const [removed, setRemoved] = useState<SharedView | null>(null)
  const takeAway = async (view: SharedView) => {
    if (await remove(view)) setRemoved(view)
  }
  const undo = async ({ name, search }: SharedView) => {
    setRemoved(null)
    await share(name, search).catch(showError)
  }
  return (
    <>
      <ViewLines title={t('Shared views')} views={data} onRename={rename} onRemove={(view) => void takeAway(view)} />
      <p role="status">
        {removed && (
          <>
            <span>
              {t('The view is removed.')} <b dir="auto">{removed.name}</b>
            </span>{' '}
            <button type="button" className="btn bare small" onClick={() => void undo(removed)}>
              {t('Undo')}
            </button>
          </>
        )}
      </p>
    </>
  )
}
