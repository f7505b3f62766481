import { type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import './cursor-menu.css'
import type { TextControls } from './text/text-controls.ts'

/** Answers true when the menu has used a key. */
export type MenuKey = (key: string) => boolean

/** A line of the menu; `note` tells namesakes apart. */
export type Choice = { label: string; note?: string | undefined; run: () => void }

export type CursorMenuProps = {
  controls: TextControls
  label: string
  choices: readonly Choice[]
  /** Gets keys while the cursor stays in the text. */
  keys: RefObject<MenuKey>
  /** Told the id of the line that Enter takes. */
  onActive: (id: string | null) => void
}

// Below the line of the cursor.
const usePlace = ({ view }: TextControls, box: HTMLElement | null): void => {
  useLayoutEffect(() => {
    const around = box?.offsetParent?.getBoundingClientRect()
    if (!box || !around) return
    const { left, bottom } = view.coordsAtPos(view.state.selection.from)
    box.style.insetBlockStart = `${bottom - around.top + 4}px`
    box.style.left = `${Math.max(0, Math.min(left - around.left, around.width - box.offsetWidth))}px`
    box.scrollIntoView({ block: 'nearest' })
  }, [view, box])
}

/** What can be put at the cursor, chosen by keys or by pointing; Escape closes it. */
export const CursorMenu = ({ controls, label, choices, keys, onActive }: CursorMenuProps) => {
  const id = useId()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [wanted, setWanted] = useState(0)
  const at = Math.min(wanted, choices.length - 1)
  const isOpen = !isClosed && choices.length > 0
  const choose = (choice: Choice | undefined) => {
    choice?.run()
    controls.view.focus()
  }
  const use: Record<string, () => void> = {
    ArrowDown: () => setWanted((at + 1) % choices.length),
    ArrowUp: () => setWanted((at - 1 + choices.length) % choices.length),
    Enter: () => choose(choices[at]),
    Escape: () => setClosed(true),
  }
  usePlace(controls, box)
  useEffect(() => {
    keys.current = (key) => {
      if (!isOpen || !use[key]) return false
      use[key]()
      return true
    }
    return () => {
      keys.current = () => false
    }
  })
  const active = isOpen ? `${id}${at}` : null
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    onActive(active)
    return () => onActive(null)
  }, [active, onActive])
  if (!isOpen) return null
  return (
    <ul className="cursor-menu" role="listbox" aria-label={label} ref={setBox}>
      {choices.map((choice, index) => (
        <li
          key={`${choice.label} ${index}`}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === at}
          // The cursor stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          <span dir="auto">{choice.label}</span>
          {choice.note && <small>{choice.note}</small>}
        </li>
      ))}
    </ul>
  )
}
