import { lazy, Suspense } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { Brand } from '../../ui-shared/drawings/mark.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { menuGroups } from '../../domain/menu.ts'
import { type MenuEntry, menuEntries } from './menu-table.ts'

// The menu stands before it is known what is unread.
const UnreadCount = lazy(async () => ({ default: (await import('../inbox/unread-count.tsx')).UnreadCount }))

const Group = ({
  title,
  entries,
  onGo,
}: {
  title: string
  entries: readonly MenuEntry[]
  onGo?: (() => void) | undefined
}) => {
  if (entries.length === 0) return null
  return (
    <>
      <span className="caps">{t(title)}</span>
      <ul>
        {entries.map(({ path, label, counts }) => (
          <li key={path}>
            <NavLink to={path} end={path === '/dashboard'} onClick={onGo}>
              {t(label)}
              {counts && (
                <Suspense>
                  <UnreadCount {...counts} />
                </Suspense>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The menu's groups, with what the person may read. `onGo` is called when an entry is chosen. */
export const MenuGroups = ({ onGo }: { onGo?: () => void }) => {
  const me = useMe()
  const seen = menuEntries.filter(({ permission }) => permission === null || can(me, permission))
  return menuGroups.map((title) => (
    <Group key={title} title={title} entries={seen.filter(({ group }) => group === title)} onGo={onGo} />
  ))
}

/** The side menu. */
export const Side = ({ title, logo }: { title: string; logo: string | null | undefined }) => (
  <aside className="side no-print">
    <Link className="brand" to="/dashboard">
      <Brand title={title} under={t('Back office')} logo={logo} />
    </Link>
    <nav aria-label={t('Back office')}>
      <MenuGroups />
    </nav>
  </aside>
)
