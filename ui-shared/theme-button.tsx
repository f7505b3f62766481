import { useState } from 'react'
import { Icon } from './icons.tsx'
import { t } from './i18n.ts'
import { currentTheme, switchTheme } from './theme.ts'

/** Switches between light and dark. */
export const ThemeButton = () => {
  const [theme, setTheme] = useState(currentTheme)
  const label = theme === 'dark' ? t('Switch to light') : t('Switch to dark')
  return (
    <button type="button" className="btn bare" aria-label={label} title={label} onClick={() => setTheme(switchTheme())}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  )
}
