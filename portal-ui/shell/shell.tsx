import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useLive } from '../../ui-shared/live/use-live.ts'
import { MeProvider, useMe } from '../../ui-shared/session/session.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { useFavicon } from '../../ui-shared/config/use-favicon.ts'
import { usePortal } from '../portal-data.ts'
import { Footer } from './footer.tsx'
import { Masthead } from './masthead.tsx'
import { MenuBar } from './menu-bar.tsx'
import { PopupNotice, useHasNotices } from './notices.tsx'
import { Ticker } from './ticker.tsx'
import { useRouteFocus } from './use-route-focus.ts'

const loadLive = () => import('../live.ts')
// Nobody is down the page, without a connection or told of what they sent before the page is there.
const Last = lazy(async () => ({ default: (await import('../last.tsx')).Last }))

// Staff alone see it.
const PreviewNote = lazy(async () => ({ default: (await import('./preview-note.tsx')).PreviewNote }))

const Shell = () => {
  const me = useMe()
  const config = useConfig()
  const portal = usePortal()
  const notices = useHasNotices(portal?.config.notices) ? portal : null
  const title = siteTitleOf(config)
  useFavicon(config.favicon_url)
  useRouteFocus()
  useLive(loadLive)
  return (
    <div className="portal">
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      {me?.type === 'user' && (
        <Suspense>
          <PreviewNote />
        </Suspense>
      )}
      <Masthead me={me} title={title} logo={config.logo_url} />
      <MenuBar entries={portal?.menu ?? []} />
      {notices && <Ticker news={notices.news} />}
      <main id="main" className="wrap" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer words={config.footer || title} links={portal?.config ?? {}} />
      <Suspense>
        <Last />
      </Suspense>
      {notices?.popup && <PopupNotice popup={notices.popup} seconds={notices.config.popup_timer} />}
    </div>
  )
}

/** What stands around every screen of the portal. */
export const Component = () => (
  <MeProvider>
    <Shell />
  </MeProvider>
)
