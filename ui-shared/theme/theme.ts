import { keepOnDevice, keptOnDevice } from '../kept/on-device.ts'

/** The two sides of the look. */
export type Theme = 'light' | 'dark'
/** What somebody chose: a side, or whichever the system has. */
export type ThemeChoice = Theme | 'system'

/** The theme in force; set before the first paint by public/early-v4.js. */
export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

const key = 'atrium.theme'
const system = window.matchMedia('(prefers-color-scheme: dark)')

const show = (choice: ThemeChoice): void => {
  document.documentElement.dataset.theme = choice === 'system' ? (system.matches ? 'dark' : 'light') : choice
}

/** What was chosen on this device; `system` at first. */
export const chosenTheme = (): ThemeChoice => {
  const chosen = keptOnDevice(key)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Calls back when another theme was chosen on this page; answers what ends that. */
export const onTheme = (listener: () => void): (() => void) => {
  addEventListener(key, listener)
  return () => removeEventListener(key, listener)
}

/** Shows a theme and remembers the choice on this device. */
export const chooseTheme = (choice: ThemeChoice): void => {
  show(choice)
  keepOnDevice(key, choice === 'system' ? null : choice)
  dispatchEvent(new Event(key))
}

// The first paint is the work of public/early-v4.js; from then on the system is followed.
system.addEventListener('change', () => show(chosenTheme()))
