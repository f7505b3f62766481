import { type RefObject, useEffect, useId, useLayoutEffect, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import './block-menu.css'
import { setList } from './text/list-commands.ts'
import { insertTable } from './tables/table-commands.ts'
import type { TextControls } from './text/text-controls.ts'
import { toggleQuote } from './text/text-state.ts'
import { lineInPlace } from './text/typed-rules.ts'

/** Answers true when the menu has used a key. */
export type MenuKey = (key: string) => boolean

type Choice = { label: string; run: () => void }

const choicesOf = (controls: TextControls, onPicture: () => void): Choice[] => [
  ...[2, 3].map((level) => ({
    label: t('Heading {level}, H{level}', { level }),
    run: () => controls.exec('heading', { level }),
  })),
  { label: t('Bulleted list'), run: () => setList(controls, 'bulletList') },
  { label: t('Numbered list'), run: () => setList(controls, 'orderedList') },
  { label: t('Quotation'), run: () => toggleQuote(controls) },
  { label: t('Table'), run: () => insertTable(controls.view) },
  { label: t('Image'), run: onPicture },
  { label: t('Dividing line'), run: () => putLine(controls) },
]

const putLine = ({ view }: TextControls): void => {
  const change = lineInPlace(view.state)
  if (change) view.dispatch(change.scrollIntoView())
}

const clear = ({ view }: TextControls): void => {
  const { $from } = view.state.selection
  view.dispatch(view.state.tr.delete($from.start(), $from.pos))
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

/** The blocks that can stand at the cursor, opened by `/`. The cursor stays in the text: `keys` gets keys, `onActive` the line's id. */
export const BlockMenu = ({
  controls,
  query,
  keys,
  onActive,
  onPicture,
}: {
  controls: TextControls
  query: string
  keys: RefObject<MenuKey>
  onActive: (id: string | null) => void
  onPicture: () => void
}) => {
  const id = useId()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [isClosed, setClosed] = useState(false)
  const [wanted, setWanted] = useState(0)
  const choices = choicesOf(controls, onPicture).filter(({ label }) =>
    label.toLowerCase().includes(query.toLowerCase()),
  )
  const at = Math.min(wanted, choices.length - 1)
  const isOpen = !isClosed && choices.length > 0
  const choose = (choice: Choice | undefined) => {
    clear(controls)
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
    onActive(active)
    return () => onActive(null)
  }, [active, onActive])
  if (!isOpen) return null
  return (
    <ul className="block-menu" role="listbox" aria-label={t('Blocks')} ref={setBox}>
      {choices.map((choice, index) => (
        <li
          key={choice.label}
          id={`${id}${index}`}
          role="option"
          aria-selected={index === at}
          // The cursor stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(choice)}
        >
          {choice.label}
        </li>
      ))}
    </ul>
  )
}
