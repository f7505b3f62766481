import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { forgetRedirect, rememberedRedirect } from '../../ui-shared/session/redirect.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { portalPlace } from './portal-place.ts'

/** Says to staff who came by a link to the portal which page it was, and how to get there (spec/decisions A11). */
export const SoughtPage = () => {
  const me = useMe()
  const [place] = useState(() => portalPlace(rememberedRedirect()))
  // Said once.
  useEffect(forgetRedirect, [])
  if (!place || !me) return null
  const seesPost = place.post !== null && (can(me, 'r-post') || can(me, 'u-post'))
  return (
    <div className="notice sought" role="status">
      <span className="words">{t('You opened {address}, a page of the portal.', { address: place.address })}</span>
      {can(me, 'r-homepage') && (
        <a className="btn small" href={place.preview}>
          {t('View on portal')}
        </a>
      )}
      {seesPost && (
        <Link className="btn small" to={`/dashboard/post/${place.post}`}>
          {can(me, 'u-post') ? t('Edit') : t('Open')}
        </Link>
      )}
    </div>
  )
}
