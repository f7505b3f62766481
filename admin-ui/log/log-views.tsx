import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { usePreferences } from '../list/views/list-preferences.ts'

const ViewMenu = lazy(async () => ({ default: (await import('../list/views/view-menu.tsx')).ViewMenu }))

/** The views of a log that somebody saved, and how to save one more: its filters as they stand in the address. */
export const LogViews = ({ list }: { list: string }) => {
  const [isWanted, setWanted] = useState(false)
  const [preferences, place] = usePreferences(list)
  const { search } = useLocation()
  const button = (
    <button type="button" className="btn" aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      {t('View')}
      <Icon name="down" />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu columns={[]} {...{ preferences, place, search }} />
    </Suspense>
  )
}
