import { useSyncExternalStore } from 'react'
import { Icon, type IconName } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { chooseTheme, chosenTheme, onTheme, type ThemeChoice } from './theme.ts'

const looks: Readonly<Record<ThemeChoice, { icon: IconName; next: ThemeChoice; label: string }>> = {
  light: { icon: 'sun', next: 'dark', label: 'Light. Switch to dark' },
  dark: { icon: 'moon', next: 'system', label: 'Dark. Switch to the look of the system' },
  system: { icon: 'system', next: 'light', label: 'As the system. Switch to light' },
}

/** Switches from light to dark to what the system has; shows which of them is chosen. */
export const ThemeButton = () => {
  const choice = useSyncExternalStore(onTheme, chosenTheme)
  const { icon, next, label } = looks[choice]
  const go = () => chooseTheme(next)
  return (
    <button type="button" className="btn bare" aria-label={t(label)} title={t(label)} onClick={go}>
      <Icon name={icon} />
    </button>
  )
}
