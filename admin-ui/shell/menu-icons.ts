import drawings from './menu-icons.svg'
import type { MenuEntry } from './menu-table.ts'

/** Where the icon of an entry of the side menu is drawn: in a file of its own, which no script waits for. */
export const iconAt = ({ path, isUndrawn }: MenuEntry): string =>
  `${drawings}#${isUndrawn ? 'record' : path.split('/').slice(2).join('-') || 'dashboard'}`
