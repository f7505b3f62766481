import type { Log } from '../../platform/log.ts'

/** A log whose warnings can be looked at. */
export const keptLog = (): { logger: Log; warnings: object[] } => {
  const warnings: object[] = []
  return { logger: { info: () => {}, warn: (details) => void warnings.push(details) }, warnings }
}
