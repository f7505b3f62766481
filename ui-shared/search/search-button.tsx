import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { isDialogOpen } from '../overlay/is-dialog-open.ts'

/** What a search gets: the words, which are typed before it is loaded too. */
export type SearchProps = { text: string; onText: (text: string) => void; onClose: () => void }

/** What opens: it is loaded when it is first asked for. */
export type LoadSearch = () => Promise<{ Search: ComponentType<SearchProps> }>

const isAsking = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

// What is typed before the search is there stands in it.
const useTyped = (isOpen: boolean, onText: (add: (text: string | null) => string | null) => void) => {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (isDialogOpen() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      const { key } = event
      if (key.length === 1) onText((text) => (text ?? '') + key)
      else if (key === 'Backspace') onText((text) => (text ?? '').slice(0, -1))
      else if (key === 'Escape') onText(() => null)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isOpen, onText])
}

/** Makes the button of a header that opens its search, also by Ctrl or ⌘ and K. */
export const searchButton = (load: LoadSearch) => {
  const Search = lazy(async () => ({ default: (await load()).Search }))
  return () => {
    const [text, setText] = useState<string | null>(null)
    useTyped(text !== null, setText)
    const search = { text: text ?? '', onText: setText, onClose: () => setText(null) }
    useEffect(() => {
      const onKey = (event: KeyboardEvent) => {
        // An editor has its own use for the key.
        if (event.defaultPrevented || !isAsking(event) || isDialogOpen()) return
        event.preventDefault()
        setText('')
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
          onClick={() => setText('')}
        >
          <Icon name="search" />
        </button>
        {text !== null && (
          <Suspense>
            <Search {...search} />
          </Suspense>
        )}
      </>
    )
  }
}
