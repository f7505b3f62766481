import type { DataRouter } from 'react-router-dom'
import { startLanguage } from './language/language.ts'

// A screen that is replaced at once is drawn in vain. What waits says so a moment later still (`PleaseWait`).
const patience = 300

/** Resolves when the first screen can be drawn whole, or when it is time to say that it is on its way. */
export const firstScreen = async (router: DataRouter): Promise<void> => {
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
