import { amid, t } from '../../ui-shared/i18n.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { chooseTheme, type ThemeChoice } from '../../ui-shared/theme/theme.ts'
import { signOut } from '../edit/save/held-form.ts'
import { entries } from '../resources.ts'
import { hasScreens, type MenuEntry, menuEntries } from '../shell/menu-table.ts'

/** What the search leads to beside records. `also` are other words that people look for it by. */
export type Place = { key: string; label: string; also?: string } & ({ path: string } | { run: () => void })

const keyOf = (path: string) => path.replaceAll('/', '-')

const screensFor = (me: Me | null): Place[] => {
  const own: Pick<MenuEntry, 'path' | 'label' | 'also'>[] = [
    { path: '/dashboard/profile', label: 'Profile' },
    { path: '/dashboard/jobs', label: 'Jobs' },
  ]
  const known = menuEntries.filter(({ permission }) => permission === null || can(me, permission))
  return [...known, ...own].map(({ path, label, also }) => ({
    key: keyOf(path),
    path,
    label: t(label),
    ...(also === undefined ? {} : { also: t(also) }),
  }))
}

const makesFor = (me: Me | null): Place[] =>
  entries
    .filter((entry) => hasScreens(entry) && !entry.isSingleton && can(me, `c-${entry.area}`))
    .map(({ name, label }) => {
      const path = `/dashboard/${name}/create`
      return {
        key: keyOf(path),
        path,
        label: t('New {thing}', { thing: amid(t(label)) }),
        also: t('add create write make'),
      }
    })

const theme = (choice: ThemeChoice, label: string, also: string): Place => ({
  key: `theme-${choice}`,
  label,
  also,
  run: () => chooseTheme(choice),
})

const commandsFor = (me: Me | null): Place[] => [
  theme('dark', t('Dark look'), t('theme mode night colours')),
  theme('light', t('Light look'), t('theme mode day colours')),
  theme('system', t('Look of the system'), t('theme mode colours')),
  {
    key: 'keys',
    label: t('Keyboard shortcuts'),
    also: t('keys help'),
    run: () => void import('../keys/key-sheet.tsx').then(({ showKeys }) => showKeys()),
  },
  { key: 'sign-out', label: t('Sign Out'), also: t('log out logout leave exit'), run: () => void signOut(me) },
]

/** The screens that somebody may open, what they may make, and what can be done on any screen. */
export const placesFor = (me: Me | null) => ({
  screens: screensFor(me),
  makes: makesFor(me),
  commands: commandsFor(me),
})
