import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { lightProps } from '../overlay/light-dialog.ts'
import '../styles/search.css'
import type { Passage } from './hits.ts'
import { Pieces } from './pieces.tsx'
import { marked, wordsOf } from './words.ts'

/** What can be chosen. `passage` is where it says what was typed, `act` is what is done with it, where that is more than going there. */
export type SearchItem = {
  key: string
  label: string
  act?: string
  note?: string
  passage?: Passage
  onChoose: () => void
}
export type SearchGroup = { title: string; items: readonly SearchItem[] }

const Marked = ({ text, words }: { text: string; words: readonly string[] }) => (
  <span className="name" dir="auto">
    <Pieces of={marked(text, words)} />
  </span>
)

const Option = ({
  id,
  item,
  words,
  isActive,
  onPoint,
}: {
  id: string
  item: SearchItem
  words: readonly string[]
  isActive: boolean
  onPoint: () => void
}) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      // The focus stays where is typed.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={item.onChoose}
    >
      {item.act && <span className="act">{item.act}</span>}
      <Marked text={item.label} words={words} />
      {item.note && <span className="note">{item.note}</span>}
      {item.passage && (
        <span className="passage" dir="auto">
          <Pieces of={item.passage} />
        </span>
      )}
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

// Words that were typed before it was loaded are gone on with.
const toEnd = (input: HTMLInputElement | null) => input?.setSelectionRange(input.value.length, input.value.length)

/** The dialog of a search: a field, and below it what can be chosen by arrows and Enter, or by pointing. */
export const SearchDialog = ({
  text,
  onText,
  groups,
  isSettled,
  error,
  onClose,
}: {
  text: string
  onText: (text: string) => void
  groups: readonly SearchGroup[]
  /** False while what is shown is about an earlier text. */
  isSettled: boolean
  error: string | null
  onClose: () => void
}) => {
  const list = useId()
  const [chosen, setChosen] = useState(0)
  const items = groups.flatMap((group) => group.items)
  const at = Math.min(chosen, items.length - 1)
  // What is typed stands in the field before what is found for it is drawn; keys mean what is found already.
  const found = useMemo(() => ({ groups, words: wordsOf(text) }), [groups, text])
  const shown = useDeferredValue(found)
  const idOf = (item: SearchItem) => `${list}-${item.key}`
  const active = items[at]
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setChosen((at + step + items.length) % items.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // Enter means what stands there for what was typed, not for what was typed before.
      if (isSettled) active?.onChoose()
    }
  }
  const isEmpty = items.length === 0 && isSettled && error === null && found.words.length > 0
  return (
    <Dialog title={t('Search')} size="wide" light={lightProps} onClose={onClose}>
      <div className="search">
        <div className="line">
          <input
            className="in"
            type="text"
            role="combobox"
            aria-label={t('Search')}
            aria-expanded={items.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={active ? idOf(active) : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            ref={toEnd}
            value={text}
            onChange={(event) => {
              setChosen(0)
              onText(event.target.value)
            }}
            onKeyDown={onKey}
          />
          <button type="button" className="btn" onClick={onClose}>
            {t('Close')}
          </button>
        </div>
        <div id={list} role="listbox" aria-label={t('Search')} aria-busy={!isSettled} className="found">
          {shown.groups.map(({ title, items: own }, index) =>
            own.length === 0 ? null : (
              <div key={title} role="group" aria-labelledby={`${list}-group-${index}`}>
                <span id={`${list}-group-${index}`} className="caps" role="presentation">
                  {title}
                </span>
                {own.map((item) => (
                  <Option
                    key={item.key}
                    id={idOf(item)}
                    item={item}
                    words={shown.words}
                    isActive={item.key === active?.key}
                    onPoint={() => setChosen(items.findIndex(({ key }) => key === item.key))}
                  />
                ))}
              </div>
            ),
          )}
        </div>
        <p role="status" className="words">
          {error ?? (isEmpty ? t('Nothing found') : '')}
        </p>
      </div>
    </Dialog>
  )
}
