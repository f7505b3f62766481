import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { leaveTo } from '../../ui-shared/session/apps.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LanguagePicker } from '../../ui-shared/language/language-picker.tsx'
import { Brand } from '../../ui-shared/drawings/mark.tsx'
import { searchButton } from '../../ui-shared/search/search-button.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { Avatar } from '../../ui-shared/states.tsx'
import { ThemeButton } from '../../ui-shared/theme/theme-button.tsx'
import { mayLeave, signOut } from '../edit/save/held-form.ts'
import { MenuGroups } from './side.tsx'

const SearchButton = searchButton(() => import('../search/search.tsx'))

// On narrow screens the side menu waits behind this button.
const NarrowMenu = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn bare narrow-only"
        aria-label={t('Open the menu')}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      {isOpen && (
        <Dialog title={t('Back office')} onClose={() => setOpen(false)}>
          <nav className="side-list" aria-label={t('Back office')}>
            <MenuGroups onGo={() => setOpen(false)} />
          </nav>
          <div className="acts">
            <button type="button" className="btn" onClick={() => setOpen(false)}>
              {t('Close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

// For auditors: the same screens at another time.
const MomentButton = () => {
  if (!can(useMe(), 'r-audit')) return null
  return (
    <button
      type="button"
      className="btn bare"
      aria-label={t('As of…')}
      onClick={() => void import('./moment-dialog.tsx').then(({ askMoment }) => askMoment())}
    >
      <Icon name="calendar" />
      <span className="opt">{t('As of…')}</span>
    </button>
  )
}

const Greeting = () => {
  const me = useMe()
  const navigate = useNavigate()
  const name = me?.fullname ?? ''
  const viewPortal = async () => {
    if (await mayLeave()) leaveTo(`/${withMoment('?preview=1', shownMoment())}`)
  }
  return (
    <Menu
      className="btn bare"
      items={[
        { label: t('Profile'), icon: 'user', onSelect: () => void navigate('/dashboard/profile') },
        { label: t('Jobs'), icon: 'board', onSelect: () => void navigate('/dashboard/jobs') },
        ...(can(me, 'r-homepage') || (shownMoment() !== null && can(me, 'r-audit'))
          ? [{ label: t('View portal'), icon: 'view' as const, onSelect: () => void viewPortal() }]
          : []),
        { label: t('Sign Out'), icon: 'out', onSelect: () => void signOut(me) },
      ]}
    >
      <Avatar name={name} picture={me?.pic} />
      <span className="opt">{t('Hi, {fullname}', { fullname: name })}</span>
    </Menu>
  )
}

/** The bar above each screen: the way home on narrow screens, light and dark, who is signed in. */
export const Header = ({ logo }: { logo: string | null | undefined }) => (
  <header className="top no-print">
    <NarrowMenu />
    <Link className="brand narrow-only" to="/dashboard" aria-label={t('Dashboard')}>
      <Brand logo={logo} />
    </Link>
    <nav aria-label={t('Account')}>
      <MomentButton />
      <SearchButton />
      <LanguagePicker />
      <ThemeButton />
      <Greeting />
    </nav>
  </header>
)
