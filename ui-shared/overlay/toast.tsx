import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { createStore, useStore } from './store.ts'

type Toast = { id: number; message: string; undo?: (() => unknown) | undefined; title: string }

const toasts = createStore<readonly Toast[]>([])
let count = 0

// A telephone has room for one, the latest.
const isNarrow = () => window.matchMedia('(max-width: 760px)').matches

/** Tells a success: a toast titled SUCCESS, with Undo when it can be undone (T2); of what was done in part the title says so. */
export const toastSuccess = (message: string, undo?: () => unknown, title = t('SUCCESS')): void => {
  count += 1
  const toast = { id: count, message, undo, title }
  toasts.set((now) => [...(isNarrow() ? [] : now.slice(-2)), toast])
}

const dismiss = (id: number) => toasts.set((now) => now.filter((toast) => toast.id !== id))

const lifetime = 5_000
// Longer where there is something to decide, and room for it.
const undoLifetime = 8_000

const ToastLine = ({ id, message, undo, title, onClose }: Toast & { onClose: () => void }) => {
  const [isHeld, setHeld] = useState(false)
  const canUndo = undo !== undefined
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), canUndo && !isNarrow() ? undoLifetime : lifetime)
    return () => clearTimeout(timer)
  }, [id, isHeld, canUndo])
  return (
    <li
      className="toast"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <b>{title}</b>
      <span>{message}</span>
      {undo && (
        <button
          type="button"
          className="undo"
          onClick={() => {
            onClose()
            undo()
          }}
        >
          {t('Undo')}
        </button>
      )}
      <button type="button" aria-label={t('Dismiss')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </li>
  )
}

// A toast that is closed gives the focus back to where it came from, or to the screen when that is gone.
const useReturn = () => {
  const origin = useRef<EventTarget | null>(null)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) origin.current = relatedTarget
  }
  const giveBack = () => {
    const from = origin.current
    const isThere = from instanceof HTMLElement && from.isConnected
    const next = isThere ? from : document.querySelector<HTMLElement>('main')
    next?.focus({ preventScroll: true })
  }
  return { onFocus, giveBack }
}

/** Where toasts appear; one per app. */
export const ToastHost = () => {
  const shown = useStore(toasts)
  const { onFocus, giveBack } = useReturn()
  return (
    <div role="status" aria-live="polite">
      <ul className="toasts" onFocus={onFocus}>
        {shown.map((toast) => (
          <ToastLine
            key={toast.id}
            {...toast}
            onClose={() => {
              giveBack()
              dismiss(toast.id)
            }}
          />
        ))}
      </ul>
    </div>
  )
}
