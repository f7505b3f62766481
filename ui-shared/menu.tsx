import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon, type IconName } from './icons.tsx'

/** An entry of a menu: something to do. */
export type MenuItem = { label: string; onSelect: () => void; icon?: IconName; isDanger?: boolean }

const step: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

const MenuList = ({
  id,
  items,
  onDone,
  anchor,
}: {
  id: string
  items: readonly MenuItem[]
  onDone: (backToButton: boolean) => void
  /** What a floating list stands at; null for one that stands where it is. */
  anchor: Element | null
}) => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!anchor || !list.current) return
    const at = anchor.getBoundingClientRect()
    const { width, height } = list.current.getBoundingClientRect()
    const isAbove = at.bottom + height > window.innerHeight && at.top > height
    Object.assign(list.current.style, {
      position: 'fixed',
      inset: `${isAbove ? at.top - height - 4 : at.bottom + 4}px auto auto ${Math.max(8, at.right - width)}px`,
    })
  }, [anchor])
  const leave = useEffectEvent(() => anchor && onDone(false))
  useEffect(() => {
    const closeMoved = () => leave()
    window.addEventListener('scroll', closeMoved, true)
    return () => window.removeEventListener('scroll', closeMoved, true)
  }, [])
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
    <div className="menu-list" role="menu" id={id} ref={list} onKeyDown={move}>
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

/** A button that opens a list of things to do; arrow keys move, Escape closes. Its `children` name it. */
export const Menu = ({
  items,
  children,
  className = 'btn',
  isFloating = false,
}: {
  items: readonly MenuItem[]
  children: ReactNode
  className?: string
  /** Over whatever scrolls around it, instead of inside of it. */
  isFloating?: boolean
}) => {
  const [isOpen, setOpen] = useState(false)
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
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
        {!isFloating && <Icon name="down" />}
      </button>
      {isOpen && <MenuList id={id} items={items} onDone={close} anchor={isFloating ? button.current : null} />}
    </div>
  )
}
