import { useQuery } from '@tanstack/react-query'
import { t } from '../../../ui-shared/i18n.ts'
import { sharedViewsQuery, useSharing } from './shared-views.ts'
import { ViewLines } from './view-lines.tsx'

/** The shared views of a list, for whoever may change them. */
export const SharedLines = ({ resource }: { resource: string }) => {
  const { data = [] } = useQuery(sharedViewsQuery(resource))
  const { rename, remove } = useSharing(resource)
  return <ViewLines title={t('Shared views')} views={data} onRename={rename} onRemove={(view) => void remove(view)} />
}
