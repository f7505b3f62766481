import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import type { MoreProps } from './more-menu.tsx'

// Loaded when it is asked for.
const MoreMenu = lazy(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }))

/** What else can be done to ticked records: the resource's own verbs, and references that may be set for many. */
export const MoreButton = (props: MoreProps) => {
  const me = useMe()
  const [isWanted, setWanted] = useState(false)
  const { area, list, verbs } = props.resource
  const isAny =
    Object.values(verbs).some(({ action }) => can(me, `${action}-${area}`)) ||
    (can(me, `u-${area}`) && list.bulk !== undefined)
  if (!isAny) return null
  const button = (
    <button
      type="button"
      className="btn small"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      {t('More')}
      <Icon name="down" />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <MoreMenu {...props} />
    </Suspense>
  )
}
