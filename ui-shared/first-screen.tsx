import { type ReactNode, StrictMode } from 'react'
import { type DataRouter, RouterProvider } from 'react-router-dom'
import { startLanguage } from './language/language.ts'

// What draws is the largest file and needed last: on a slow line the rest runs and asks while it is still on its way.
const library = import('./parts/react-dom.ts')

// A screen that is replaced at once is drawn in vain. What waits says so a moment later still (`PleaseWait`).
const patience = 300

// Resolves when the first screen can be drawn whole, or when it is time to say that it is on its way: a moment after it could be drawn.
const firstScreen = async (router: DataRouter): Promise<void> => {
  await Promise.all([library, startLanguage()])
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

/** Draws an app into its element, once its first screen can be drawn; `around` puts the screens into what they need. */
export const drawApp = async (
  root: Element,
  router: DataRouter,
  around: (screens: ReactNode) => ReactNode = (screens) => screens,
): Promise<void> => {
  const [{ createRoot }] = await Promise.all([library, firstScreen(router)])
  const drawn = createRoot(root)
  // React draws what a router shows next in slices, so that what is pressed meanwhile is answered between them. That takes longer, and
  // on the first screen there is nothing to press yet: it is drawn in one go.
  const draw = (isFirst: boolean) =>
    drawn.render(
      <StrictMode>{around(<RouterProvider router={router} {...(isFirst && { useTransitions: false })} />)}</StrictMode>,
    )
  draw(!router.state.initialized)
  if (router.state.initialized) return
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    draw(false)
  })
}
