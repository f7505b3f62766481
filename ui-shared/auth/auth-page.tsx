import { type ReactNode, useEffect } from 'react'
import { AtriumDrawing } from '../drawings/atrium-drawing.tsx'
import { type Config, siteTitleOf } from '../config/config.ts'
import { useDocumentTitle } from '../document-title.ts'
import { t } from '../i18n.ts'
import { LanguagePicker } from '../language/language-picker.tsx'
import { Brand } from '../drawings/mark.tsx'
import { useConfigOnce } from '../config/use-config-once.ts'
import { useFavicon } from '../config/use-favicon.ts'
import type { Population } from './calls.ts'

/** The screen around every sign-in and recovery form; `children` may be a function of the configuration. */
export const AuthPage = ({
  population,
  title,
  children,
}: {
  population: Population
  title: string
  children: ReactNode | ((config: Config) => ReactNode)
}) => {
  const config = useConfigOnce()
  const site = siteTitleOf(config)
  useDocumentTitle(title, site)
  useFavicon(config.favicon_url)
  useEffect(() => {
    // Whoever signs in here sees the portal's popup again (C6). Signing out has removed the mark: then there is none to clear.
    if (/(?:^|; )popup_read=/.test(document.cookie)) document.cookie = 'popup_read=false; path=/; samesite=lax'
  }, [])
  const isEmployee = population === 'employee'
  return (
    <div className="door">
      <aside className="wall">
        <AtriumDrawing seed={isEmployee ? 'portal' : 'back office'} depth={14} opacity={0.38} />
        <p>
          {isEmployee
            ? t('News, people and forms of the house, in one place.')
            : t('Everything that happened here, and who did it.')}
        </p>
      </aside>
      <main>
        <div className="door-tools">
          <LanguagePicker />
        </div>
        <div className="brand">
          <Brand title={site} under={isEmployee ? t('Employee portal') : t('Back office')} logo={config.logo_url} />
        </div>
        <div className="stack">
          <h1>{title}</h1>
          {typeof children === 'function' ? children(config) : children}
        </div>
      </main>
    </div>
  )
}

/** What came of a form: green when it went well, red when not (docs/specification/sign-in.md#screens). */
export const Outcome = ({ isGood, title, children }: { isGood: boolean; title?: string; children: ReactNode }) => (
  <div className={isGood ? 'notice ok' : 'notice bad'} role={isGood ? 'status' : 'alert'}>
    <div>
      {title && <b>{title}</b>}
      <div>{children}</div>
    </div>
  </div>
)
