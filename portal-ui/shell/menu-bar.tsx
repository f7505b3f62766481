import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AnyLink } from '../any-link.tsx'
import type { MenuEntry } from '../portal-data.ts'

// Two entries may have the same name and lead to the same place.
const keyed = (entries: readonly MenuEntry[]) =>
  entries.map((entry, place) => ({ entry, key: `${place} ${entry.url}` }))

const Entries = ({ entries }: { entries: readonly MenuEntry[] }) => (
  <ul>
    {keyed(entries).map(({ entry, key }) => (
      <li key={key}>
        <AnyLink to={entry.url} isApart={entry.outbound}>
          {entry.name}
        </AnyLink>
        {entry.children.length > 0 && <Entries entries={entry.children} />}
      </li>
    ))}
  </ul>
)

const withHome = (entries: readonly MenuEntry[]): readonly MenuEntry[] =>
  entries.some(({ url }) => url === '/')
    ? entries
    : [{ name: t('Home'), url: '/', outbound: false, children: [] }, ...entries]

/** Which entry is open, until somebody goes elsewhere or presses Escape. */
const useOpenEntry = () => {
  const [open, setOpen] = useState<string | null>(null)
  const { pathname, search } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => setOpen(null), [pathname, search])
  useEffect(() => {
    if (open === null) return
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !bar.current?.contains(event.target)) setOpen(null)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [open])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || open === null) return
    bar.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpen(null)
  }
  return { open, bar, closeOnEscape, toggle: (key: string) => setOpen(open === key ? null : key) }
}

/** The menu of the portal: what stands below an entry opens under the bar, in two columns (docs/specification/portal.md#shell). */
export const MenuBar = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const { open, bar, closeOnEscape, toggle } = useOpenEntry()
  const id = useId()
  const all = keyed(withHome(entries))
  const opened = all.find(({ key }) => key === open)?.entry
  return (
    <nav className="menu" aria-label={t('Portal')} ref={bar} onKeyDown={closeOnEscape}>
      <ul className="wrap">
        {all.map(({ entry, key }) => (
          <li key={key}>
            <AnyLink to={entry.url} isApart={entry.outbound}>
              {entry.name}
            </AnyLink>
            {entry.children.length > 0 && (
              <button
                type="button"
                aria-label={t('More below {name}', { name: entry.name })}
                aria-expanded={key === open}
                aria-controls={id}
                onClick={() => toggle(key)}
              >
                <Icon name="down" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="below" id={id} hidden={!opened}>
        {opened && (
          <div className="wrap">
            <Entries entries={opened.children} />
          </div>
        )}
      </div>
    </nav>
  )
}
