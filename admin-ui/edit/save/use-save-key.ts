import { useEffect } from 'react'
import { isDialogOpen } from '../../../ui-shared/overlay/is-dialog-open.ts'

/** Saves by Ctrl+S, unless a dialog is open. */
export const useSaveKey = (save: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (!isDialogOpen()) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}
