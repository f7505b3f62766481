import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import type { ViewProps } from './view-menu.tsx'

// Loaded when it is asked for.
const ViewMenu = lazy(async () => ({ default: (await import('./view-menu.tsx')).ViewMenu }))

/** Opens the menu of saved views, columns and density. */
export const ViewButton = (props: ViewProps) => {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button type="button" className="btn" aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      {t('View')}
      <Icon name="down" />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ViewMenu {...props} />
    </Suspense>
  )
}
