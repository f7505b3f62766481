import { type MouseEvent, type MouseEventHandler, Suspense } from 'react'
import { Link, useLocation } from 'react-router-dom'
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
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { useFollow } from '../../ui-shared/parts/follow.ts'
import { late } from '../../ui-shared/parts/late.ts'

// The menu stands before it is known what is unread.
const UnreadCount = late(async () => (await import('../inbox/unread-count.tsx')).UnreadCount)

// All of a menu stands on a screen of 900 px: of long ones, what few people need on most days is closed at first.
const mostAtOnce = 22
const seldom: readonly MenuGroup[] = ['Audit', 'System']

// A page shows one moment for as long as it is loaded.
const ofMoment = withMoment('', shownMoment())

type EntryProps = { entry: MenuEntry; isHere: boolean; onFollow: MouseEventHandler<HTMLAnchorElement> }

const Entry = ({ entry, isHere, onFollow }: EntryProps) => (
  <li>
    <a href={entry.path + ofMoment} aria-current={isHere ? 'page' : undefined} onClick={onFollow}>
      <svg className="i" aria-hidden="true">
        <use href={iconAt(entry)} />
      </svg>
      <span className="name">{t(entry.label)}</span>
      {entry.counts && (
        <Suspense>
          <UnreadCount {...entry.counts} />
        </Suspense>
      )}
    </a>
  </li>
)

type GroupProps = {
  title: MenuGroup
  entries: readonly Omit<EntryProps, 'onFollow'>[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onFollow: EntryProps['onFollow']
}

const Group = ({ title, entries, isOpen, onOpen, onFollow }: GroupProps) => {
  const list = entries.map((one) => <Entry key={one.entry.path} {...one} onFollow={onFollow} />)
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
  const follow = useFollow()
  const [chosen, choose] = useMenuChoices()
  const config = useConfig()
  const isOn = ({ setting }: MenuEntry) => setting === undefined || config[setting] === true
  // At an earlier moment auditors read what waited for review, too; all else that is listed is permissions to read.
  const mayGo = ({ permission: name }: MenuEntry) =>
    name === null || can(me, name) || (can(me, 'r-audit') && me?.perms.includes(name))
  const seen = menuEntries.filter((entry) => isOn(entry) && mayGo(entry))
  const isHere = ({ path }: MenuEntry) =>
    path === '/dashboard' ? pathname === path : `${pathname}/`.startsWith(`${path}/`)
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    onGo?.()
    follow(event)
  }
  return menuGroups.map((title) => {
    const entries = seen.flatMap((entry) => (entry.group === title ? [{ entry, isHere: isHere(entry) }] : []))
    if (entries.length === 0) return null
    const isOpen = seen.length <= mostAtOnce || !seldom.includes(title) || entries.some((one) => one.isHere)
    return (
      <Group
        key={title}
        {...{ title, entries, onFollow }}
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
