import { Link } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AnyLink } from '../any-link.tsx'

/** What employees chose to have here, and where they choose it. */
export const Shortcuts = () => {
  const me = useMe()
  if (me?.type !== 'employee') return null
  return (
    <nav className="shortcuts" aria-label={t('Your shortcuts')}>
      {me.shortcuts.map(({ link, title, is_own: isOwn }) => (
        <AnyLink key={link} to={link} dir="auto">
          {isOwn ? title : t(title)}
        </AnyLink>
      ))}
      <Link to="/profile#shortcuts">
        <Icon name="star" />
        <span className={me.shortcuts[0] && 'away'}>{t('Choose shortcuts')}</span>
      </Link>
    </nav>
  )
}
