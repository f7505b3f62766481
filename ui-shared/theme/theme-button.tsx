import { useState } from 'react'
import { Icon, type IconName } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { chooseTheme, chosenTheme, nextTheme, type ThemeChoice } from './theme.ts'

const looks: Readonly<Record<ThemeChoice, { icon: IconName; label: string }>> = {
  light: { icon: 'sun', label: 'Light. Switch to dark' },
  dark: { icon: 'moon', label: 'Dark. Switch to the look of the system' },
  system: { icon: 'system', label: 'As the system. Switch to light' },
}

/** Switches from light to dark to what the system has; shows which of them is chosen. */
export const ThemeButton = () => {
  const [choice, setChoice] = useState(chosenTheme)
  const { icon, label } = looks[choice]
  const go = () => {
    const next = nextTheme(choice)
    chooseTheme(next)
    setChoice(next)
  }
  return (
    <button type="button" className="btn bare" aria-label={t(label)} title={t(label)} onClick={go}>
      <Icon name={icon} />
    </button>
  )
}
