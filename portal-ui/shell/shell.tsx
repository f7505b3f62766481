import { Outlet } from 'react-router-dom'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { ToastHost } from '../../ui-shared/overlay/toast.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { Masthead } from './masthead.tsx'
import { useFavicon } from '../../ui-shared/config/use-favicon.ts'
import { useRouteFocus } from './use-route-focus.ts'

const PreviewNote = () => (
  <div className="preview-note">
    <p className="wrap">
      <span>{t('You see the portal as employees do.')}</span>
      <a className="link" href="/dashboard">
        {t('Back to the dashboard')}
      </a>
    </p>
  </div>
)

const Footer = ({ words }: { words: string }) => (
  <footer className="base">
    <div className="wrap">
      <span>
        {new Date().getFullYear()} © {words}
      </span>
    </div>
  </footer>
)

export const Shell = () => {
  const me = useMe()
  const config = useConfig()
  useFavicon(config.favicon_url)
  useRouteFocus()
  return (
    <div className="portal">
      <a className="skip" href="#main">
        {t('Skip to the content')}
      </a>
      {me?.type === 'user' && <PreviewNote />}
      <Masthead me={me} title={siteTitleOf(config)} logo={config.logo_url} />
      <main id="main" className="wrap" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer words={config.footer || siteTitleOf(config)} />
      <ToastHost />
    </div>
  )
}
