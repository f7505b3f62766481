import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { firmProps } from './light-dialog.ts'

// Browsers that cannot show it so show a modal one, and so does a page where one is open already, which would make it inert.
const open = (dialog: HTMLDialogElement) =>
  dialog.popover === 'auto' && 'showPopover' in dialog && !document.querySelector('dialog:modal')
    ? dialog.showPopover()
    : dialog.showModal()

// While it is still in the page, which is what gives the focus back. The browser may have closed it already.
const close = (dialog: HTMLDialogElement) => (dialog.open || !dialog.popover ? dialog.close() : dialog.hidePopover())

/**
 * A modal dialog on the browser's own element. A click beside it does nothing, so that typed text is not lost; a `light` one is
 * not modal, and may be closed by it (light-dialog.ts). What carries `data-first-focus` has the focus when it opens, else the first that can:
 * React's `autoFocus` comes before it is shown.
 */
export const Dialog = (props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: 'narrow' | 'wide' | 'full' | 'drawer' | 'reader'
  role?: 'dialog' | 'alertdialog'
  light?: typeof firmProps
}) => {
  const { title, onClose, children, size = 'narrow', role = 'dialog', light } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    open(dialog)
    dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => close(dialog)
  }, [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={element}
      {...light?.(onClose)}
      className={size === 'narrow' ? 'dialog' : `dialog ${size}`}
      role={role}
      aria-labelledby={heading}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        // A choice of files that is called off in it is told by the same event, and so is a dialog that was opened from it.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
    >
      <h1 id={heading}>{title}</h1>
      {children}
    </dialog>
  )
}
