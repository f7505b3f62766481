import { Suspense } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { type MenuGroup, menuGroups } from '../../domain/menu.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { Brand } from '../../ui-shared/drawings/mark.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { useMenuChoices } from './menu-choices.ts'
import { iconAt } from './menu-icons.ts'
import { type MenuEntry, menuEntries } from './menu-table.ts'
import { late } from '../../ui-shared/parts/late.ts'

// The menu stands before it is known what is unread.
const UnreadCount = late(async () => (await import('../inbox/unread-count.tsx')).UnreadCount)

// All of a menu stands on a screen of 900 px: of long ones, what few people need on most days is closed at first.
const mostAtOnce = 22
const seldom: readonly MenuGroup[] = ['Audit', 'System']

const Entry = ({ entry, onGo }: { entry: MenuEntry; onGo: (() => void) | undefined }) => (
  <li>
    <NavLink to={entry.path} end={entry.path === '/dashboard'} onClick={onGo}>
      <svg className="i" aria-hidden="true">
        <use href={iconAt(entry)} />
      </svg>
      <span className="name">{t(entry.label)}</span>
      {entry.counts && (
        <Suspense>
          <UnreadCount {...entry.counts} />
        </Suspense>
      )}
    </NavLink>
  </li>
)

type GroupProps = {
  title: MenuGroup
  entries: readonly MenuEntry[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onGo: (() => void) | undefined
}

const Group = ({ title, entries, isOpen, onOpen, onGo }: GroupProps) => {
  const list = entries.map((entry) => <Entry key={entry.path} {...{ entry, onGo }} />)
  // Where everybody begins is always there.
  if (title === 'Overview') return <ul aria-label={t(title)}>{list}</ul>
  return (
    <>
      <button type="button" className="group caps" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
        <span className="name">{t(title)}</span>
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
      {isOpen && <ul>{list}</ul>}
    </>
  )
}

/** The menu's groups, with what the person may read. `onGo` is called when an entry is chosen. */
export const MenuGroups = ({ onGo }: { onGo?: () => void }) => {
  const me = useMe()
  const { pathname } = useLocation()
  const [chosen, choose] = useMenuChoices()
  const config = useConfig()
  const isOn = ({ setting }: MenuEntry) => setting === undefined || config[setting] === true
  // At an earlier moment auditors read what waited for review, too; all else that is listed is permissions to read.
  const mayGo = ({ permission: name }: MenuEntry) =>
    name === null || can(me, name) || (can(me, 'r-audit') && me?.perms.includes(name))
  const seen = menuEntries.filter((entry) => isOn(entry) && mayGo(entry))
  const isHere = ({ path }: MenuEntry) => `${pathname}/`.startsWith(`${path}/`)
  return menuGroups.map((title) => {
    const entries = seen.filter(({ group }) => group === title)
    if (entries.length === 0) return null
    const isOpen = seen.length <= mostAtOnce || !seldom.includes(title) || entries.some(isHere)
    return (
      <Group
        key={title}
        {...{ title, entries, onGo }}
        isOpen={chosen(title) ?? isOpen}
        onOpen={(next) => choose(title, next)}
      />
    )
  })
}

/** The side menu, which folds to its icons. */
export const Side = ({ title, logo }: { title: string; logo: string | null | undefined }) => {
  const [chosen, choose] = useMenuChoices()
  const isFolded = chosen('folded') ?? false
  const label = isFolded ? t('Open the menu') : t('Fold the menu')
  return (
    <aside className={isFolded ? 'side folded no-print' : 'side no-print'}>
      <Link className="brand" to="/dashboard">
        <Brand title={title} under={t('Back office')} logo={logo} />
      </Link>
      <nav aria-label={t('Back office')}>
        <MenuGroups />
      </nav>
      <button type="button" className="fold" onClick={() => choose('folded', !isFolded)}>
        <Icon name={isFolded ? 'right' : 'left'} />
        <span className="name">{label}</span>
      </button>
    </aside>
  )
}
