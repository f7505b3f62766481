import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './drawings/icons.tsx'

export type MenuItem = { label: string; onSelect: () => void; icon?: IconName; isDanger?: boolean }

/** Shows and places an open list; answers what ends that. */
export type Float = (list: HTMLElement) => () => void

const step: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

const MenuList = ({
  id,
  items,
  float,
  onDone,
}: {
  id: string
  items: readonly MenuItem[]
  float: Float | undefined
  onDone: (backToButton: boolean) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (list.current && float ? float(list.current) : undefined), [float])
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    entries()[0]?.focus()
  }, [])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      return onDone(true)
    }
    if (event.key === 'Tab') return onDone(false)
    const all = entries()
    const next = step[event.key]?.(
      all.findIndex((entry) => entry === document.activeElement),
      all.length,
    )
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div className="menu-list" role="menu" id={id} ref={list} popover={float ? 'manual' : undefined} onKeyDown={move}>
      {items.map(({ label, onSelect, icon, isDanger }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={isDanger ? 'danger' : undefined}
          onClick={() => {
            onDone(true)
            onSelect()
          }}
        >
          {icon && <Icon name={icon} />}
          {label}
        </button>
      ))}
    </div>
  )
}

/** A button that opens a list of things to do, named by `children` or `label`. `float` holds the list above what would cut it off. */
export const Menu = ({
  items,
  children,
  className = 'btn',
  icon = 'down',
  label,
  float,
  isOpenAtFirst = false,
  isFocusedAtFirst = false,
}: {
  items: readonly MenuItem[]
  children?: ReactNode
  className?: string
  icon?: IconName
  label?: string
  float?: Float
  isOpenAtFirst?: boolean
  isFocusedAtFirst?: boolean
}) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  const close = (backToButton: boolean) => {
    setOpen(false)
    if (backToButton) button.current?.focus()
  }
  return (
    <div className="menu-box" ref={box}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        autoFocus={isFocusedAtFirst}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
        <Icon name={icon} />
      </button>
      {isOpen && <MenuList {...{ id, items, float }} onDone={close} />}
    </div>
  )
}
