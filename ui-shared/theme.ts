/** The two sides of the look. */
export type Theme = 'light' | 'dark'

const key = 'atrium.theme'

/** The theme in force; set before the first paint by public/theme-v1.js. */
export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

/** Switches the theme and remembers the choice on this device. Returns the new one. */
export const switchTheme = (): Theme => {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset.theme = next
  try {
    localStorage.setItem(key, next)
  } catch {
    // The choice then holds until the page is loaded again.
  }
  return next
}
