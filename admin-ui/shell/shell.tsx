import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { onSessionEnd } from '../../ui-shared/api/session-end.ts'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useLive } from '../../ui-shared/live/use-live.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { OverlayHosts } from '../../ui-shared/overlay/hosts.tsx'
import { rememberRedirect } from '../../ui-shared/session/redirect.ts'
import { useFavicon } from '../../ui-shared/config/use-favicon.ts'
import { settled } from '../../ui-shared/settled.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { useKeys } from '../keys/use-keys.ts'
import { besideList, sameScreenAs } from './beside-list.ts'
import { Header } from './header.tsx'
import { Side } from './side.tsx'
import { StandingNotice } from './standing.tsx'

// Within the app, so that what an open form is writing away still gets there; what was read goes, so that nothing leads back to it.
const useReturnToSignIn = () => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      onSessionEnd(() => {
        rememberRedirect(pathname + search)
        client.clear()
        void navigate('/auth/login', { replace: true, state: { isSessionOver: true } })
      }),
    [navigate, client, pathname, search],
  )
}

// A new screen starts at its top and tells readers so; the first one is left to the browser.
const useFreshScreen = (pathname: string, state: unknown) => {
  const last = useRef(pathname)
  useEffect(() => {
    const before = last.current
    if (before === pathname) return
    last.current = pathname
    // What is opened beside a list leaves the list where it is, and a screen that takes another address is the same one.
    if (state === besideList || state === sameScreenAs(before)) return
    window.scrollTo(0, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname, state])
}

const MomentBar = lazy(async () => ({ default: (await import('./moment-bar.tsx')).MomentBar }))

// Nobody opens a file before the page is there: until then a link to it is a download.
const PdfHost = lazy(async () => {
  await settled
  const { PdfHost: loaded } = await import('../../ui-shared/pdf/pdf-host.tsx').catch(() => ({ PdfHost: () => null }))
  return { default: loaded }
})

const loadLive = () => import('../live.ts')

/** The back office around each screen: side menu, header, footer. */
export const Shell = () => {
  const config = useConfig()
  const { pathname, state } = useLocation()
  const moment = shownMoment()
  useLive(loadLive)
  useKeys()
  useReturnToSignIn()
  useFavicon(config.favicon_url)
  useFreshScreen(pathname, state)
  return (
    <div className="app">
      <a className="skip" href="#content">
        {t('Skip to the content')}
      </a>
      <Side title={siteTitleOf(config)} logo={config.logo_url} />
      <div className="main">
        <Header logo={config.logo_url} />
        {moment !== null && (
          <Suspense>
            <MomentBar moment={moment} />
          </Suspense>
        )}
        <main className="page" id="content" tabIndex={-1}>
          <StandingNotice />
          <Outlet />
        </main>
        <footer className="foot">
          <span>
            {new Date().getFullYear()} © {config.footer ?? ''}
          </span>
        </footer>
      </div>
      <Suspense>
        <PdfHost />
      </Suspense>
      <OverlayHosts />
    </div>
  )
}
