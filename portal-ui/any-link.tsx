import type { ComponentProps } from 'react'
import { Link, parsePath, useLocation } from 'react-router-dom'
import { t } from '../ui-shared/i18n.ts'
import { portalPath } from './places.ts'

/** A link to whatever people chose: within the portal without loading it anew, elsewhere as any other; `isApart` in a new tab. */
export const AnyLink = ({
  to,
  isApart = false,
  children,
  ...others
}: { to: string; isApart?: boolean } & Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'>) => {
  const { pathname } = useLocation()
  const path = isApart ? null : portalPath(to)
  if (path !== null)
    return (
      <Link to={path} aria-current={parsePath(path).pathname === pathname ? 'page' : undefined} {...others}>
        {children}
      </Link>
    )
  return (
    <a href={to} {...(isApart ? { target: '_blank', rel: 'noopener noreferrer' } : {})} {...others}>
      {children}
      {isApart && <span className="away">{t('(opens in a new tab)')}</span>}
    </a>
  )
}
