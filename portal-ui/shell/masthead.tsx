import { Link, useNavigate } from 'react-router-dom'
import { leaveTo } from '../../ui-shared/session/apps.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LanguagePicker } from '../../ui-shared/language/language-picker.tsx'
import { Brand } from '../../ui-shared/drawings/mark.tsx'
import type { Me } from '../../ui-shared/session/me.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { searchButton } from '../../ui-shared/search/search-button.tsx'
import { Avatar } from '../../ui-shared/states.tsx'
import { ThemeButton } from '../../ui-shared/theme/theme-button.tsx'
import { DocumentSearch } from './document-search.tsx'

const SearchButton = searchButton(() => import('../search/search.tsx'))

const Greeting = ({ me }: { me: Me }) => {
  const navigate = useNavigate()
  const isUser = me.type === 'user'
  const go = (path: string) => void navigate(path)
  const items: MenuItem[] = [
    ...(isUser ? [{ label: t('Dashboard'), icon: 'board' as const, onSelect: () => leaveTo('/dashboard') }] : []),
    { label: t('Profile'), icon: 'user', onSelect: () => (isUser ? leaveTo('/dashboard/profile') : go('/profile')) },
    ...(isUser ? [] : [{ label: t('My requests'), icon: 'file' as const, onSelect: () => go('/profile/requests') }]),
    { label: t('Logout'), icon: 'out', onSelect: () => go('/logout') },
  ]
  return (
    <Menu className="btn bare hi" items={items}>
      <Avatar name={me.fullname} picture={me.pic} />
      <span>{t('Hi, {fullname}', { fullname: me.fullname })}</span>
    </Menu>
  )
}

/** Brand, search for documents, theme and greeting. */
export const Masthead = ({ me, title, logo }: { me: Me | null; title: string; logo: string | null | undefined }) => (
  <header className="wrap mast">
    <Link className="brand" to="/">
      <Brand title={title} logo={logo} />
    </Link>
    <DocumentSearch />
    <div className="tools">
      <SearchButton />
      <LanguagePicker />
      <ThemeButton />
      {me && <Greeting me={me} />}
    </div>
  </header>
)
