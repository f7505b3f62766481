import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './drawings/icons.tsx'

export type MenuItem = { label: string; onSelect: () => void; icon?: IconName; isDanger?: boolean }

const step: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

const gap = 4

// Above everything, so that what scrolls does not cut it off; below its button, or above where there is no room.
const place = (list: HTMLElement) => {
  const button = list.parentElement?.getBoundingClientRect()
  if (!button) return
  const hasRoom = button.bottom + gap + list.offsetHeight <= window.innerHeight || button.top < window.innerHeight / 2
  list.style.top = `${hasRoom ? button.bottom + gap : button.top - gap - list.offsetHeight}px`
  list.style.left = `${Math.max(gap, button.right - list.offsetWidth)}px`
}

const MenuList = ({
  id,
  items,
  isFloating,
  onDone,
}: {
  id: string
  items: readonly MenuItem[]
  isFloating: boolean
  onDone: (backToButton: boolean) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = list
    if (!isFloating || !current) return
    const put = () => place(current)
    current.showPopover()
    put()
    window.addEventListener('resize', put)
    window.addEventListener('scroll', put, true)
    return () => {
      window.removeEventListener('resize', put)
      window.removeEventListener('scroll', put, true)
    }
  }, [isFloating])
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
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
    <div
      className="menu-list"
      role="menu"
      id={id}
      ref={list}
      popover={isFloating ? 'manual' : undefined}
      onKeyDown={move}
    >
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
 * A button that opens a list of things to do; arrow keys move, Escape closes. Its `children` or its `label` name it. One that
 * `isFloating` stands above whatever would cut it off.
 */
export const Menu = ({
  items,
  children,
  className = 'btn',
  icon = 'down',
  label,
  isFloating = false,
  isOpenAtFirst = false,
}: {
  items: readonly MenuItem[]
  children?: ReactNode
  className?: string
  icon?: IconName
  label?: string
  isFloating?: boolean
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
      >
        {children}
        <Icon name={icon} />
      </button>
      {isOpen && <MenuList {...{ id, items, isFloating }} onDone={close} />}
    </div>
  )
}
