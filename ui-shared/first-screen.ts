import { type ReactNode, StrictMode, createElement } from 'react'
import type { DataRouter } from 'react-router-dom'
import { startLanguage } from './language/language.ts'

// What draws is the largest file and needed last: on a slow line the rest runs and asks while it is still on its way.
const library = import('react-dom/client')

// A screen that is replaced at once is drawn in vain. What waits says so a moment later still (`PleaseWait`).
const patience = 300

// Resolves when the first screen can be drawn whole, or when it is time to say that it is on its way.
const firstScreen = async (router: DataRouter): Promise<void> => {
  await startLanguage()
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const end = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = router.subscribe(({ initialized }) => initialized && end())
    const timer = setTimeout(end, patience)
  })
}

/** Draws an app into its element, once its first screen can be drawn. */
export const drawApp = async (root: Element, router: DataRouter, app: ReactNode): Promise<void> => {
  const [{ createRoot }] = await Promise.all([library, firstScreen(router)])
  createRoot(root).render(createElement(StrictMode, null, app))
}
