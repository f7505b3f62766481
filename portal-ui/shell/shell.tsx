import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useLive } from '../../ui-shared/live/use-live.ts'
import { shownMoment, withMoment } from '../../ui-shared/moment.ts'
import { momentWords } from '../../ui-shared/moment-words.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { useFavicon } from '../../ui-shared/config/use-favicon.ts'
import { usePortal } from '../portal-data.ts'
import { Footer, ToTop } from './footer.tsx'
import { Masthead } from './masthead.tsx'
import { MenuBar } from './menu-bar.tsx'
import { PopupNotice, useHasNotices } from './notices.tsx'
import { Ticker } from './ticker.tsx'
import { useRouteFocus } from './use-route-focus.ts'

const loadLive = () => import('../live.ts')
// Nothing is said before somebody has sent something.
const ToastHost = lazy(async () => ({ default: (await import('../../ui-shared/overlay/toast.tsx')).ToastHost }))

const PreviewNote = ({ moment }: { moment: string | null }) => (
  <div className="preview-note">
    <p className="wrap">
      <span>{moment === null ? t('You see the portal as employees do.') : <strong>{momentWords(moment)}</strong>}</span>
      {moment !== null && (
        <a className="link" href={window.location.pathname + withMoment(window.location.search, null)}>
          {t('Back to now')}
        </a>
      )}
      <a className="link" href={`/dashboard${withMoment('', moment)}`}>
        {t('Back to the dashboard')}
      </a>
    </p>
  </div>
)

/** What stands around every screen of the portal. */
export const Shell = () => {
  const me = useMe()
  const config = useConfig()
  const portal = usePortal()
  const hasNotices = useHasNotices(portal?.config.notices)
  useFavicon(config.favicon_url)
  useRouteFocus()
  useLive(loadLive)
  return (
    <div className="portal">
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      {me?.type === 'user' && <PreviewNote moment={shownMoment()} />}
      <Masthead me={me} title={siteTitleOf(config)} logo={config.logo_url} />
      <MenuBar entries={portal?.menu ?? []} />
      {portal && hasNotices && <Ticker news={portal.news} />}
      <main id="main" className="wrap" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer words={config.footer || siteTitleOf(config)} links={portal?.config ?? {}} />
      <ToTop />
      <Suspense>
        <ToastHost />
      </Suspense>
      {portal?.popup && hasNotices && <PopupNotice popup={portal.popup} seconds={portal.config.popup_timer} />}
    </div>
  )
}
