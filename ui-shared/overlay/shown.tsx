import type { ReactElement } from 'react'
import { createStore, useStore } from './store.ts'

const waiting = createStore<readonly ReactElement[]>([])

/** Shows a dialog that was loaded when needed, after those before it; `draw` gets how to close it. */
export const showDialog = (draw: (close: () => void) => ReactElement): void => {
  const dialog = draw(() => waiting.set((now) => now.filter((one) => one !== dialog)))
  waiting.set((now) => [...now, dialog])
}

/** Where they appear; one per app. */
export const DialogHost = () => useStore(waiting)[0]
