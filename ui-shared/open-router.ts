import type { DataRouter } from 'react-router-dom'
import { shownMoment } from './moment.ts'

/** Makes the app's router, once its reads know the moment that the page shows. */
export const openRouter = async (make: () => DataRouter): Promise<DataRouter> => {
  const shown = shownMoment()
  if (shown === null) return make()
  // Its first reads begin when the router is made.
  const { keepIn } = await import('./past.ts')
  return keepIn(make(), shown)
}
