import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { forgetRedirect, rememberedRedirect } from '../../ui-shared/session/redirect.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { portalPlace } from './portal-place.ts'

/** Says to staff who came by a link to the portal which page it was, and how to get there (A11). */
export const SoughtPage = () => {
  const me = useMe()
  const [place] = useState(() => portalPlace(rememberedRedirect()))
  // Said once.
  useEffect(forgetRedirect, [])
  if (!place || !me) return null
  const { address, preview, record } = place
  const mayEdit = record !== null && can(me, `u-${record.resource.area}`)
  const maySee = mayEdit || (record !== null && can(me, `r-${record.resource.area}`))
  return (
    <div className="notice sought" role="status">
      <span className="words">{t('You opened {address}, a page of the portal.', { address })}</span>
      {can(me, 'r-homepage') && (
        <a className="btn small" href={preview}>
          {t('View on portal')}
        </a>
      )}
      {maySee && (
        <Link className="btn small" to={`/dashboard/${record.resource.name}/${record.slug}`}>
          {mayEdit ? t('Edit') : t('Open')}
        </Link>
      )}
    </div>
  )
}
