import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { Dialog, isDialogOpen } from '../overlay/dialog.tsx'

/** What a search gets: the words, which are typed before it is loaded too. */
export type SearchProps = { text: string; onText: (text: string) => void; onClose: () => void }

/** What opens: it is loaded when it is first asked for. */
export type LoadSearch = () => Promise<{ Search: ComponentType<SearchProps> }>

const isAsking = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey

const Loading = ({ text, onText, onClose }: SearchProps) => (
  <Dialog title={t('Search')} size="wide" isLight onClose={onClose}>
    <div className="search">
      <input
        className="in"
        type="text"
        aria-label={t('Search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  </Dialog>
)

/** Makes the button of a header that opens its search, also by Ctrl or ⌘ and K. */
export const searchButton = (load: LoadSearch) => {
  const Search = lazy(async () => ({ default: (await load()).Search }))
  return () => {
    const [text, setText] = useState<string | null>(null)
    const open = () => setText('')
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
          onClick={open}
        >
          <Icon name="search" />
        </button>
        {text !== null && (
          <Suspense fallback={<Loading {...search} />}>
            <Search {...search} />
          </Suspense>
        )}
      </>
    )
  }
}
