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

/** An open menu: `onDone` closes it, and gives the focus back to its button. */
export type OpenMenu = { id: string; float: Float | undefined; onDone: (backToButton: boolean) => void }

/** The list of an open menu. */
export const MenuList = ({ id, items, float, onDone }: OpenMenu & { items: readonly MenuItem[] }) => {
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

/**
 * A button that opens a list of things to do, named by `children` or `label`. `float` holds the list above what would cut it off. `list` draws the list
 * in place of `items`, also while it is closed (null): pressed before it is loaded, it opens once it is, unless somebody went on meanwhile.
 */
export const Menu = ({
  items = [],
  list,
  children,
  className = 'btn',
  icon = 'down',
  label,
  float,
  isOpenAtFirst = false,
}: {
  items?: readonly MenuItem[]
  list?: (open: OpenMenu | null) => ReactNode
  children?: ReactNode
  className?: string
  icon?: IconName
  label?: string
  float?: Float
  isOpenAtFirst?: boolean
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
  const closeUnseen = () => {
    if (!box.current?.querySelector('[role=menu]')) setOpen(false)
  }
  const open = { id, float, onDone: close }
  return (
    <div className="menu-box" ref={box}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onBlur={closeUnseen}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        {children}
        <Icon name={icon} />
      </button>
      {list ? list(isOpen ? open : null) : isOpen && <MenuList items={items} {...open} />}
    </div>
  )
}
