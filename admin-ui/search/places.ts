import { amid, t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { leaveTo } from '../../ui-shared/session/apps.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { chooseTheme, type ThemeChoice } from '../../ui-shared/theme/theme.ts'
import { mayLeave, signOut } from '../edit/save/held-form.ts'
import { entries } from '../resources.ts'
import { hasScreens, type MenuEntry, menuEntries } from '../shell/menu-table.ts'

/** What the search leads to beside records. `also` are other words that people look for it by. */
export type Place = { key: string; label: string; also?: string } & ({ path: string } | { run: () => void })

const keyOf = (path: string) => path.replaceAll('/', '-')

const screensFor = (me: Me | null): Place[] => {
  const own: Pick<MenuEntry, 'path' | 'label' | 'also'>[] = [
    { path: '/dashboard/profile', label: 'Profile', also: 'edit change password photo account' },
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
        also: [t('add create write make a an'), ...(name === 'file' ? [t('upload picture')] : [])].join(' '),
      }
    })

const theme = (choice: ThemeChoice, label: string, also: string): Place => ({
  key: `theme-${choice}`,
  label,
  also,
  run: () => chooseTheme(choice),
})

const viewPortal = async () => {
  if (await mayLeave()) leaveTo(`/${withMoment('?preview=1', shownMoment())}`)
}

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
  ...(can(me, 'r-homepage')
    ? [{ key: 'portal', label: t('View portal'), also: t('website preview'), run: () => void viewPortal() }]
    : []),
  { key: 'sign-out', label: t('Sign Out'), also: t('log out off logout leave exit'), run: () => void signOut(me) },
]

/** The screens that somebody may open, what they may make, and what can be done on any screen. */
export const placesFor = (me: Me | null) => ({
  screens: screensFor(me),
  makes: makesFor(me),
  commands: commandsFor(me),
})
