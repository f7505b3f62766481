import { background } from '../session/attendance.ts'

const pause = 60_000

/** Notes whenever somebody touches the page: what it asks a minute or more afterwards does not renew the idle time of the sign-in. */
export const noteActs = (): void => {
  // Loading the page was an act, too.
  let lastAct = Date.now()
  // A pointer at rest is told to have moved when what is beneath it changes, so moves do not count.
  for (const kind of ['pointerdown', 'keydown', 'wheel'])
    window.addEventListener(kind, () => (lastAct = Date.now()), { passive: true, capture: true })
  background.header = (): Record<string, string> => (Date.now() - lastAct > pause ? { 'X-Background': '1' } : {})
}
