import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { isDialogOpen } from '../overlay/dialog.tsx'

/** What opens: it is loaded when it is first asked for. */
export type LoadSearch = () => Promise<{ Search: ComponentType<{ onClose: () => void }> }>

const isAsking = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

/** Makes the button of a header that opens its search, also by Ctrl or ⌘ and K. */
export const searchButton = (load: LoadSearch) => {
  const Search = lazy(async () => ({ default: (await load()).Search }))
  return () => {
    const [isOpen, setOpen] = useState(false)
    useEffect(() => {
      const onKey = (event: KeyboardEvent) => {
        // An editor has its own use for the key.
        if (event.defaultPrevented || !isAsking(event) || isDialogOpen()) return
        event.preventDefault()
        setOpen(true)
      }
      window.addEventListener('keydown', onKey)
      return () => window.removeEventListener('keydown', onKey)
    }, [])
    return (
      <>
        <button
          type="button"
          className="btn bare"
          aria-label={t('Find anything')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
        >
          <Icon name="search" />
        </button>
        {isOpen && (
          <Suspense>
            <Search onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </>
    )
  }
}
