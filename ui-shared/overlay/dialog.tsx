import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/**
 * A modal dialog on the browser's own element. A click beside it does nothing, so that typed text is not lost. What carries
 * `data-first-focus` has the focus when it opens, else the first that can: React's `autoFocus` comes before it is shown.
 */
export const Dialog = (props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: 'narrow' | 'wide' | 'full' | 'drawer' | 'reader'
  role?: 'dialog' | 'alertdialog'
}) => {
  const { title, onClose, children, size = 'narrow', role = 'dialog' } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    // Closing while still in the page is what gives the focus back.
    return () => dialog?.close()
  }, [])
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={element}
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
