/** The two sides of the look. */
export type Theme = 'light' | 'dark'
/** What somebody chose: a side, or whichever the system has. */
export type ThemeChoice = Theme | 'system'

/** The theme in force; set before the first paint by public/early-v1.js. */
export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const key = 'atrium.theme'
const choices: readonly ThemeChoice[] = ['light', 'dark', 'system']
const system = window.matchMedia('(prefers-color-scheme: dark)')

const show = (choice: ThemeChoice): void => {
  document.documentElement.dataset.theme = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice
}

/** What was chosen on this device; `system` at first. */
export const chosenTheme = (): ThemeChoice => {
  try {
    return choices.find((choice) => choice === localStorage.getItem(key)) ?? 'system'
  } catch {
    return 'system'
  }
}

/** The choice that follows another one. */
export const nextTheme = (choice: ThemeChoice): ThemeChoice =>
  choices[(choices.indexOf(choice) + 1) % choices.length] ?? 'system'

/** Shows a theme and remembers the choice on this device. */
export const chooseTheme = (choice: ThemeChoice): void => {
  show(choice)
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // The choice then holds until the page is loaded again.
  }
}

// The first paint is the work of public/early-v1.js; from then on the system is followed.
system.addEventListener('change', () => show(chosenTheme()))
