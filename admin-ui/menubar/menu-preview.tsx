import { useId } from 'react'
import { reachable } from '../../domain/resources/menubar.ts'
import { t } from '../../ui-shared/i18n.ts'
import type { MenuEntry } from './menu-data.ts'

const Branch = ({ entries }: { entries: readonly MenuEntry[] }) => (
  <ul>
    {entries.map(({ id, title, isOutbound, children }) => (
      <li key={id}>
        {title || t('Untitled')}
        {isOutbound && <small> {t('new tab')}</small>}
        {children.length > 0 && <Branch entries={children} />}
      </li>
    ))}
  </ul>
)

/** The menu as the portal would show it, in its two columns. */
export const MenuPreview = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const heading = useId()
  const shown = reachable(entries)
  return (
    <section className="menu-preview" aria-labelledby={heading}>
      <h2 className="caps" id={heading}>
        {t('On the portal')}
      </h2>
      {shown.length > 0 ? <Branch entries={shown} /> : <p className="dim">{t('No entries yet')}</p>}
    </section>
  )
}
