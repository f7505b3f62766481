import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/** A modal dialog on the browser's own element. A click beside it does nothing, so that typed text is not lost. */
export const Dialog = (props: {
  title: string
  onClose: () => void
  children: ReactNode
  size?: 'narrow' | 'wide' | 'full' | 'side'
  role?: 'dialog' | 'alertdialog'
}) => {
  const { title, onClose, children, size = 'narrow', role = 'dialog' } = props
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
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
        event.preventDefault()
        onClose()
      }}
    >
      <h1 id={heading}>{title}</h1>
      {children}
    </dialog>
  )
}
